/** Files whose meaning the evidence leaves open, or settles against what their names suggest: hand-made, none of a real source. */
import { sourceCountriesWith } from '@tidewaiter/contract';
import { describe, expect, it } from 'vitest';
import { GOODS, goods, understand } from '../../testing/understood.js';
import { understandFile } from './understand-file.js';

const invoiced = (index: number) => 100 + 7 * index;

describe('the reporting country', () => {
  const country = (fileName: string, header = 'IMP DATE|HS CODE', cells = ['2025-03-13', '851713']) =>
    understandFile({ header: header.split('|'), rows: Array.from({ length: 9 }, () => cells), fileName }).country;

  it('is the one that the file’s name says, whatever a partner’s column says', () => {
    const partner = ['2025-03-13', 'CHINA', 'CN'];
    expect(country('kenya-imports.csv', 'IMP DATE|COUNTRY|ISO CODE COUNTRY', partner)).toMatchObject({
      country: 'KEN',
      confidence: 0.95,
    });
    for (const name of ['COUNTRY', 'ISO CODE', 'COUNTRY OF ORIGIN', 'COUNTRY NAME', 'DESTINATION COUNTRY CODE']) {
      expect(country('june.csv', `IMP DATE|${name}`, ['2025-03-13', 'CHINA']).country).toBeUndefined();
      expect(country('june.csv', `IMP DATE|${name}`, ['2025-03-13', 'CN']).country).toBeUndefined();
    }
    expect(country('june.csv', 'IMP DATE|REPORTER COUNTRY', ['2025-03-13', 'CHINA']).country).toBe('CHN');
  });

  it('is asked about where the name and the reporter’s columns differ', () => {
    expect(country('kenya-imports.csv', 'IMP DATE|REPORTER', ['2025-03-13', 'UGANDA'])).toMatchObject({
      country: 'KEN',
      confidence: 0.6,
      reason: expect.stringContaining('but there is "REPORTER", which says UGANDA'),
    });
    expect(country('kenya-uganda.csv').confidence).toBeLessThan(0.78);
  });

  it.each([
    ['importaciones costa rica 2024.xlsx', 'CRI'],
    ['Viet_Nam-2025.csv', 'VNM'],
    ['DemocraticRepublicOfTheCongo.csv', 'COD'],
    ["côte d'ivoire imports.csv", 'CIV'],
    ['TÜRKİYE ithalat.csv', 'TUR'],
    ['Ivory_Coast.csv', 'CIV'],
    ['brasil-importacao.csv', 'BRA'],
    ['CorĂe.csv', undefined],
    ['republica dominicana.csv', 'DOM'],
    ['Russian Federation.csv', 'RUS'],
    ['VNM_2025.csv', 'VNM'],
    ['imports mar 2025.csv', undefined],
  ])('is told by %s', (fileName, shortcode) => {
    expect(country(fileName).country).toBe(shortcode);
  });

  it('is refused by name where it is none of the catalogue', () => {
    expect(country('kuwait-imports.csv')).toMatchObject({
      country: undefined,
      reason: "the file's name says Kuwait, which is no source country here",
    });
  });

  it('is one that was added, where the file’s name or its reporter says so', () => {
    const added = (fileName: string, reporter = '') =>
      understandFile({
        header: ['IMP DATE', 'REPORTER'],
        rows: [['2025-03-13', reporter]],
        fileName,
        sources: sourceCountriesWith(['DEU', 'KWT', 'POL']),
      }).country.country;
    expect(added('kuwait-imports.csv')).toBe('KWT');
    expect(added('KWT_2025.csv')).toBe('KWT');
    expect(added('june.csv', 'Deutschland')).toBe('DEU');
    expect(added('june.csv', 'Sweden')).toBeUndefined();
    // Their codes are also the port of loading and a Spanish word.
    expect(added('pol_2025.csv')).toBeUndefined();
    expect(added('exportaciones de peru.csv')).toBe('PER');
  });
});

describe('the trade type', () => {
  const confidence = (fileName: string, header: string, cells: (index: number) => string[]) =>
    understand(`DATE|HS CODE|DESCRIPTION|${header}`, goods(cells), { tradeType: undefined, fileName }).trade.confidence;
  const parties = (index: number) => [`ACME ${index} LTD`, `NINGBO ${index} CO., LTD`, '10.00', `${invoiced(index)}`];

  it('is asked about where a program’s export may be meant', () => {
    const both = 'IMPORTER|EXPORTER|DUTY|VALUE USD';
    expect(confidence('kra_export_query.csv', both, parties)).toBeLessThan(0.78);
    expect(confidence('export 2024-05-01.csv', both, parties)).toBeLessThan(0.78);
    expect(confidence('kenya exports may.csv', both, parties)).toBeGreaterThan(0.78);
  });

  it('is asked about where headers speak ever so little against what a program may have called its file', () => {
    const header = 'CONSIGNEE|SHIPPER|COUNTRY OF EXPORT|CIF|DUTY|VALUE USD';
    const cells = (row: number) => [
      `REEF ${row} LTD`,
      `NINGBO ${row} CO., LTD`,
      'China',
      '12.00',
      ...parties(row).slice(2),
    ];
    const of = (fileName: string) =>
      understand(`DATE|HS CODE|DESCRIPTION|${header}`, goods(cells), { tradeType: undefined, fileName }).questions[0];
    expect(of('COLS export 2024 Q2.csv')?.answers).toEqual(['--trade import', '--trade export']);
    expect(of('COLS exports 2024 Q2.csv')?.answers).toEqual(['--trade export', '--trade import']);
    expect(confidence('COLS exports 2024 Q2.csv', 'CONSIGNEE|SHIPPER|DUTY|VALUE USD', parties)).toBeGreaterThan(0.78);
  });

  it('is asked about where the headers say the other', () => {
    expect(confidence('kenya exports.csv', 'IMPORTER|IMPORTER PIN|VALUE USD', parties)).toBeLessThan(0.78);
  });

  it('is not that of a paper which every row names', () => {
    const cells = (index: number) => ['Export Invoice', ...parties(index)];
    expect(confidence('june.csv', 'DOC TYPE|IMPORTER|EXPORTER|DUTY|VALUE USD', cells)).toBeLessThan(0.78);
  });
});

describe('a main column', () => {
  it('that is empty or all zeros yields to one that holds something', () => {
    const cells = goods((index) => ['0.00', '', String(invoiced(index)), String(index + 1)]);
    expect(understand(`${GOODS}|FOB VALUE USD|QUANTITY|CIF VALUE USD|QTY`, cells)).toMatchObject({
      unclear: [],
      mapping: { columns: { total_value_usd: { from: 'CIF VALUE USD' }, quantity: { from: 'QTY' } } },
    });
  });

  it('that stands there twice with different values is asked about', () => {
    const twice = (second: (index: number) => string) =>
      understand(
        `${GOODS}|VALUE USD|VALUE USD (2)`,
        goods((index) => [String(invoiced(index)), second(index)]),
      ).questions;
    expect(twice((index) => String(index))).toEqual([
      {
        text: '"VALUE USD" or "VALUE USD (2)" may be total_value_usd',
        answers: ['--set "VALUE USD=total_value_usd"', '--set "VALUE USD (2)=total_value_usd"'],
      },
    ]);
    expect(twice((index) => String(invoiced(index)))).toEqual([]);
    expect(twice(() => '0')).toEqual([]);
  });

  it('is not left out without a word while its place is empty', () => {
    const cells = goods((index) => [String(index + 2)]);
    const header = `${GOODS}|QUANTITY XA YB ZC`;
    expect(understand(header, cells).questions).toEqual([
      {
        text: '"QUANTITY XA YB ZC" may be quantity, which nothing else is',
        answers: ['--set "QUANTITY XA YB ZC=quantity"', '--set "QUANTITY XA YB ZC=-"'],
      },
    ]);
    expect(understand(header, cells, { set: ['QUANTITY XA YB ZC=-'] }).unclear).toEqual([]);
    expect(
      understand(
        `${header}|QTY`,
        goods((index) => ['5', String(index + 2)]),
      ).unclear,
    ).toEqual([]);
  });
});

describe('a column of amounts that is headed by its currency alone', () => {
  it.each([
    ['USD', 'total_value_usd'],
    ['US$', 'total_value_usd'],
    ['INR', 'total_value'],
  ])('%s is asked about while the file has no other value', (name, target) => {
    const asked = understand(
      `${GOODS}|${name}`,
      goods((index) => [String(invoiced(index))]),
      { country: 'IND' },
    );
    expect(asked.questions).toMatchObject([{ text: `"${name}" may be ${target}, which nothing else is` }]);
    const beside = understand(
      `${GOODS}|FOB VALUE USD|${name}`,
      goods((index) => [String(invoiced(index)), String(index)]),
      { country: 'IND' },
    );
    expect(beside.questions.map(({ text }) => text).filter((text) => text.includes('nothing else is'))).toEqual([]);
  });
});

describe('HS codes that have lost their zeros', () => {
  const coded = (codes: string[], set: string[] = []) =>
    understand(
      'IMP DATE|HS CODE|DESCRIPTION',
      codes.map((code) => ['2025-03-13', code, 'SHRIMPS, FROZEN']),
      { set },
    );

  it('are asked about, and restored where the answer says so', () => {
    const mixed = ['85171300', '3061720', '69072100', '3061791'];
    expect(coded(mixed).questions).toMatchObject([{ answers: ['--set hsDigits=8', '--set hsDigits=7'] }]);
    expect(coded(mixed, ['hsDigits=8'])).toMatchObject({ unclear: [], mapping: { hsDigits: 8 } });
    expect(coded(['3061720', '3061791', '9011100']).mapping.hsDigits).toBe(8);
    expect(coded(['30617', '850440', '90111']).questions).toMatchObject([
      { answers: ['--set hsDigits=6', '--set hsDigits=5'] },
    ]);
  });

  it('are not offered a zero that leads to no heading, or to goods that are others by the words beside', () => {
    expect(coded(['1511.1', '1511.9', '1513.21', '1511.1']).questions).toEqual([]);
    expect(coded(['6109.1', '6109.9', '6203.42', '101.21']).questions).toEqual([]);
    expect(coded(['6109100', '85171300', '6109100']).mapping.hsDigits).toBeUndefined();
    const tyres = ['4011100', '4011200', '4012110'].map((code) => ['2025-03-13', code, 'PNEUMATIC TYRES OF RUBBER']);
    expect(understand('IMP DATE|HS CODE|DESCRIPTION', tyres).mapping.hsDigits).toBeUndefined();
  });

  it('are asked about where their last digits are lost, and never where they are whole', () => {
    expect(coded(['8.51713E+09', '6.90721E+09']).questions).toMatchObject([
      {
        text: expect.stringContaining('scientific notation'),
        answers: ['--set "HS CODE=hs_code"', '--set "HS CODE=-"'],
      },
    ]);
    expect(coded(['851713009901', '306172000000', '690721009901', '306179000000']).questions).toEqual([]);
    expect(coded(['851713009901', '69072100990', '611110009901', '85171300990']).questions).toEqual([]);
  });

  it('are no others', () => {
    for (const codes of [
      ['85171300', '03061720'],
      ['851713', '03061720'],
      ['8517', '851713', '85171300'],
      ['030617201', '851713009'],
    ]) {
      expect(coded(codes).unclear).toEqual([]);
    }
  });
});

describe('days and months', () => {
  const dated = (days: string[]) =>
    understand(
      GOODS,
      days.map((day) => [day, '851713', 'SHIRTS']),
    );

  it('of which one never changes are a month’s stamp or days of one month: a question', () => {
    const stamps = Array.from({ length: 12 }, (_, month) => `01/${String(month + 1).padStart(2, '0')}/2025`);
    expect(dated(stamps).questions).toMatchObject([
      { answers: ['--set dateFormat=DD/MM/YYYY', '--set dateFormat=MM/DD/YYYY'] },
    ]);
    expect(dated(stamps.map((day) => day.replace(/^01\/(\d\d)/, '$1/01'))).mapping.dateFormat).toBe('MM/DD/YYYY');
    expect(dated([...stamps, '13/02/2025']).unclear).toEqual([]);
  });
});

describe('a file of both directions', () => {
  const rows = goods((index) => [index % 3 === 0 ? 'Export' : 'Import', '5']);
  const header = `${GOODS}|TRADE TYPE|QTY`;

  it('is asked about, and taken apart by the answer', () => {
    expect(understand(header, rows, { tradeType: undefined }).questions).toMatchObject([
      { answers: ['--trade import', '--trade export'], mustBeAnswered: true },
    ]);
    expect(understand(header, rows).mapping.leaveOut).toEqual([{ from: 'TRADE TYPE', is: ['Export'] }]);
    expect(understand(header, rows, { tradeType: 'EXPORT' }).mapping.leaveOut).toEqual([
      { from: 'TRADE TYPE', is: ['Import'] },
    ]);
  });

  it('is not one whose rows are all of one', () => {
    const one = goods(() => ['EXPORT', '5']);
    expect(understand(header.replace('IMP DATE', 'DATE'), one, { tradeType: undefined }).trade).toMatchObject({
      trade: 'EXPORT',
      confidence: 0.97,
    });
    expect(
      understand(header.replace('IMP DATE', 'DATE'), one, { tradeType: undefined, fileName: 'imports.csv' }).trade
        .confidence,
    ).toBe(0.6);
  });
});

describe('numbers that a workbook holds as such', () => {
  it('have no separator that could be guessed', () => {
    const rows = goods((index) => [`${index + 1}.125`, String(index)]);
    const header = `${GOODS}|QTY|ITEM NO`;
    expect(understand(header, rows).unclear).toHaveLength(1);
    const typed = [false, false, false, true, true];
    expect(understand(header, rows, { typed })).toMatchObject({
      unclear: [],
      mapping: { decimalPoint: '.', thousands: '' },
    });
  });
});

describe('answers', () => {
  it('are refused where they are none', () => {
    for (const set of [
      ['HS CODE'],
      ['=quantity'],
      ['currency=RUPEES'],
      ['dateFormat=soon'],
      ['NO SUCH=quantity'],
      ['hsDigits=99'],
    ]) {
      expect(() => understand(GOODS, [], { set })).toThrow(/is no answer|has no column/);
    }
  });
});

describe('what values show where a name does not', () => {
  it.each([
    ['TARIFF QUANTITY', (index: number) => String(index + 1), 'quantity'],
    ['ABC', (index: number) => ['KG', 'PCS'][index % 2] ?? '', 'unit'],
    ['ABC', (index: number) => `COMPANY ${index % 7} GMBH`, 'importer_name'],
  ])('%s is asked about as a main column that nothing else fills', (name, cell, target) => {
    const { questions } = understand(
      `${GOODS}|VALUE USD|${name}`,
      goods((index) => [String(invoiced(index)), cell(index)]),
    );
    expect(questions).toMatchObject([
      { answers: expect.arrayContaining([expect.stringContaining(`${name}=${target}`)]) },
    ]);
  });

  it('numbers under the name of a unit are asked about as quantities', () => {
    const rows = goods((index) => [String(invoiced(index)), 'KGS', String(index + 1)]);
    expect(understand(`${GOODS}|VALUE USD|UOM|QUANTITY OF UNITS`, rows).questions).toMatchObject([
      { answers: ['--set "QUANTITY OF UNITS=quantity"', '--set "QUANTITY OF UNITS=-"'] },
    ]);
  });

  it('HS codes are asked about under any name, and what names another party is not', () => {
    const header = 'IMP DATE|CODE|DESCRIPTION|CUSTOMS BROKER|VALUE USD';
    const rows = goods((index) => [`COMPANY ${index % 7} GMBH`, String(invoiced(index))]);
    expect(understand(header, rows).questions).toMatchObject([{ answers: ['--set CODE=hs_code', '--set CODE=-'] }]);
  });
});

describe('the country of the file', () => {
  it('is not doubted for a currency that it shares with others', () => {
    const { country } = understand(
      `${GOODS}|VALUE XAF`,
      goods((index) => [String(invoiced(index))]),
      {
        country: undefined,
        fileName: 'cameroun importations.csv',
      },
    );
    expect(country).toMatchObject({ country: 'CMR', confidence: 0.95 });
  });

  it.each([
    ['казахстан импорт.csv', 'KAZ', 'IMPORT'],
    ['україна експорт.csv', 'UKR', 'EXPORT'],
    ['المغرب واردات.csv', 'MAR', 'IMPORT'],
  ])('and whether it imports are read in the script of its name: %s', (fileName, code, trade) => {
    const found = understand(
      GOODS,
      goods(() => []),
      { country: undefined, tradeType: undefined, fileName },
    );
    expect([found.country.country, found.trade.trade]).toEqual([code, trade]);
  });
});
