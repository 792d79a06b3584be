/** Files whose meaning the evidence leaves open, or settles against what their names suggest: hand-made, none of a real source. */
import { sourceCountriesWith } from '@tidewaiter/contract';
import { describe, expect, it } from 'vitest';
import { GOODS, goods, ofGoods, understand } from '../../testing/understood.js';
import { CLEAR } from './columns/weights.js';
import { understandFile } from './understand-file.js';

const invoiced = (index: number) => String(100 + 7 * index);
const counted = (index: number) => String(index + 1);
const OPEN = { tradeType: undefined };

describe('the reporting country', () => {
  const country = (
    fileName: string,
    header = 'IMP DATE|HS CODE',
    cells = ['2025-03-13', '851713'],
    sources?: string[],
  ) =>
    understandFile({
      ...{ header: header.split('|'), rows: Array.from({ length: 9 }, () => cells), fileName },
      sources: sources && sourceCountriesWith(sources),
    }).country;

  it('is the one that the file’s name says, whatever a partner’s column says', () => {
    const partner = ['2025-03-13', 'CHINA', 'CN'];
    const kenya = { country: 'KEN', confidence: 0.95 };
    expect(country('kenya-imports.csv', 'IMP DATE|COUNTRY|ISO CODE COUNTRY', partner)).toMatchObject(kenya);
    for (const name of ['COUNTRY', 'ISO CODE', 'COUNTRY OF ORIGIN', 'COUNTRY NAME', 'DESTINATION COUNTRY CODE'])
      for (const cell of ['CHINA', 'CN'])
        expect(country('june.csv', `IMP DATE|${name}`, ['2025-03-13', cell]).country).toBeUndefined();
    expect(country('june.csv', 'IMP DATE|REPORTER COUNTRY', ['2025-03-13', 'CHINA']).country).toBe('CHN');
  });

  it('is asked about where the name and the reporter’s columns differ', () => {
    const reason = expect.stringContaining('but there is "REPORTER", which says UGANDA');
    const found = country('kenya-imports.csv', 'IMP DATE|REPORTER', ['2025-03-13', 'UGANDA']);
    expect(found).toMatchObject({ country: 'KEN', confidence: 0.6, reason });
    expect(country('kenya-uganda.csv').confidence).toBeLessThan(CLEAR);
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
  ])('is told by %s', (fileName, shortcode) => expect(country(fileName).country).toBe(shortcode));

  it('is refused by name where it is none of the catalogue', () => {
    const reason = "the file's name says Kuwait, which is no source country here";
    expect(country('kuwait-imports.csv')).toMatchObject({ country: undefined, reason });
  });

  it.each([
    ['kuwait-imports.csv', '', 'KWT'],
    ['KWT_2025.csv', '', 'KWT'],
    ['june.csv', 'Deutschland', 'DEU'],
    ['june.csv', 'Sweden', undefined],
    // Their codes are also the port of loading and a Spanish word.
    ['pol_2025.csv', '', undefined],
    ['exportaciones de peru.csv', '', 'PER'],
  ])('is one that was added, by the file’s name or its reporter: %s %s', (fileName, reporter, added) => {
    const cells = ['2025-03-13', reporter];
    expect(country(fileName, 'IMP DATE|REPORTER', cells, ['DEU', 'KWT', 'POL']).country).toBe(added);
  });

  it('is not doubted for a currency that it shares with others', () => {
    const fileName = 'cameroun importations.csv';
    const found = ofGoods('VALUE XAF', (index) => [invoiced(index)], { country: undefined, fileName });
    expect(found.country).toMatchObject({ country: 'CMR', confidence: 0.95 });
  });

  it.each([
    ['казахстан импорт.csv', 'KAZ', 'IMPORT'],
    ['україна експорт.csv', 'UKR', 'EXPORT'],
    ['المغرب واردات.csv', 'MAR', 'IMPORT'],
  ])('and the trade type are read in the script of the name: %s', (fileName, code, trade) => {
    const rows = goods(() => []);
    const found = understand(GOODS, rows, { ...OPEN, country: undefined, fileName });
    expect([found.country.country, found.trade.trade]).toEqual([code, trade]);
  });
});

describe('the trade type', () => {
  const of = (fileName: string, header: string, cells: (index: number) => string[]) =>
    understand(`DATE|HS CODE|DESCRIPTION|${header}`, goods(cells), { ...OPEN, fileName });
  const confidence = (...asked: Parameters<typeof of>) => of(...asked).trade.confidence;
  const parties = (index: number) => [`ACME ${index} LTD`, `NINGBO ${index} CO., LTD`, '10.00', invoiced(index)];

  it.each([
    ['kra_export_query.csv', false],
    ['export 2024-05-01.csv', false],
    ['kenya exports may.csv', true],
  ])('is asked about where a program’s export may be meant, and not by %s: %s', (fileName, isClear) => {
    expect(confidence(fileName, 'IMPORTER|EXPORTER|DUTY|VALUE USD', parties) > CLEAR).toBe(isClear);
  });

  it('is asked about where headers speak ever so little against what a program may have called its file', () => {
    const header = 'CONSIGNEE|SHIPPER|COUNTRY OF EXPORT|CIF|DUTY|VALUE USD';
    const cells = (row: number) => [...parties(row).slice(0, 2), 'China', '12.00', ...parties(row).slice(2)];
    const asked = (fileName: string) => of(fileName, header, cells).questions[0]?.answers;
    expect(asked('COLS export 2024 Q2.csv')).toEqual(['--trade import', '--trade export']);
    expect(asked('COLS exports 2024 Q2.csv')).toEqual(['--trade export', '--trade import']);
    expect(confidence('COLS exports 2024 Q2.csv', 'CONSIGNEE|SHIPPER|DUTY|VALUE USD', parties)).toBeGreaterThan(CLEAR);
  });

  it('is asked about where the headers say the other, and is not that of a paper which every row names', () => {
    expect(confidence('kenya exports.csv', 'IMPORTER|IMPORTER PIN|VALUE USD', parties)).toBeLessThan(CLEAR);
    const cells = (index: number) => ['Export Invoice', ...parties(index)];
    expect(confidence('june.csv', 'DOC TYPE|IMPORTER|EXPORTER|DUTY|VALUE USD', cells)).toBeLessThan(CLEAR);
  });

  const directions = (index: number) => [index % 3 === 0 ? 'Export' : 'Import', '5'];
  it('of a file of both directions is asked about, and the file taken apart by the answer', () => {
    const both = (more = {}) => ofGoods('TRADE TYPE|QTY', directions, more);
    const answers = ['--trade import', '--trade export'];
    expect(both(OPEN).questions).toMatchObject([{ answers, mustBeAnswered: true }]);
    expect(both().mapping.leaveOut).toEqual([{ from: 'TRADE TYPE', is: ['Export'] }]);
    expect(both({ tradeType: 'EXPORT' }).mapping.leaveOut).toEqual([{ from: 'TRADE TYPE', is: ['Import'] }]);
  });

  it('of a file whose rows are all of one is that', () => {
    const one = (fileName: string) => of(fileName, 'TRADE TYPE|QTY', () => ['EXPORT', '5']).trade;
    expect(one('file.csv')).toMatchObject({ trade: 'EXPORT', confidence: 0.97 });
    expect(one('imports.csv').confidence).toBe(0.6);
  });
});

describe('a main column', () => {
  it('that is empty or all zeros yields to one that holds something', () => {
    const cells = (index: number) => ['0.00', '', invoiced(index), counted(index)];
    const found = ofGoods('FOB VALUE USD|QUANTITY|CIF VALUE USD|QTY', cells);
    const columns = { total_value_usd: { from: 'CIF VALUE USD' }, quantity: { from: 'QTY' } };
    expect(found).toMatchObject({ unclear: [], mapping: { columns } });
  });

  it('that stands there twice with different values is asked about', () => {
    const twice = (second: (index: number) => string) =>
      ofGoods('VALUE USD|VALUE USD (2)', (index) => [invoiced(index), second(index)]).questions;
    expect(twice(String)).toEqual([
      {
        text: '"VALUE USD" or "VALUE USD (2)" may be total_value_usd',
        answers: ['--set "VALUE USD=total_value_usd"', '--set "VALUE USD (2)=total_value_usd"'],
      },
    ]);
    for (const second of [invoiced, () => '0']) expect(twice(second)).toEqual([]);
  });

  it('is not left out without a word while its place is empty', () => {
    const name = 'QUANTITY XA YB ZC';
    expect(ofGoods(name, (index) => [counted(index)]).questions).toEqual([
      {
        text: `"${name}" may be quantity, which nothing else is`,
        answers: [`--set "${name}=quantity"`, `--set "${name}=-"`],
      },
    ]);
    expect(ofGoods(name, (index) => [counted(index)], { set: [`${name}=-`] }).unclear).toEqual([]);
    expect(ofGoods(`${name}|QTY`, (index) => ['5', counted(index)]).unclear).toEqual([]);
  });

  it.each([
    ['USD', 'total_value_usd'],
    ['US$', 'total_value_usd'],
    ['INR', 'total_value'],
  ])('that is headed by its currency alone, %s, is asked about while the file has no other value', (name, target) => {
    const india = { country: 'IND' };
    const text = expect.stringContaining(`"${name}" may be ${target}`);
    expect(ofGoods(name, (index) => [invoiced(index)], india).questions).toMatchObject([{ text }]);
    const beside = ofGoods(`FOB VALUE USD|${name}`, (index) => [invoiced(index), String(index)], india);
    expect(beside.questions.filter((one) => one.text.includes('nothing else is'))).toEqual([]);
  });

  it.each([
    ['TARIFF QUANTITY', counted, 'quantity'],
    ['ABC', (index: number) => ['KG', 'PCS'][index % 2] ?? '', 'unit'],
    ['ABC', (index: number) => `COMPANY ${index % 7} GMBH`, 'importer_name'],
  ])('that values show where its name, %s, does not is asked about', (name, cell, target) => {
    const { questions } = ofGoods(`VALUE USD|${name}`, (index) => [invoiced(index), cell(index)]);
    const answers = expect.arrayContaining([expect.stringContaining(`${name}=${target}`)]);
    expect(questions).toMatchObject([{ answers }]);
  });

  it('is asked about where numbers stand under the name of a unit, or HS codes under any name', () => {
    const units = ofGoods('VALUE USD|UOM|QUANTITY OF UNITS', (index) => [invoiced(index), 'KGS', counted(index)]);
    expect(units.questions).toMatchObject([
      { answers: ['--set "QUANTITY OF UNITS=quantity"', '--set "QUANTITY OF UNITS=-"'] },
    ]);
    // What names another party is not.
    const header = 'IMP DATE|CODE|DESCRIPTION|CUSTOMS BROKER|VALUE USD';
    const rows = goods((index) => [`COMPANY ${index % 7} GMBH`, invoiced(index)]);
    expect(understand(header, rows).questions).toMatchObject([{ answers: ['--set CODE=hs_code', '--set CODE=-'] }]);
  });
});

describe('HS codes that have lost their zeros', () => {
  const coded = (codes: string[], set: string[] = [], goods = 'SHRIMPS, FROZEN') =>
    understand(
      'IMP DATE|HS CODE|DESCRIPTION',
      codes.map((code) => ['2025-03-13', code, goods]),
      { set },
    );

  it('are asked about, and restored where the answer says so', () => {
    const mixed = ['85171300', '3061720', '69072100', '3061791'];
    expect(coded(mixed).questions).toMatchObject([{ answers: ['--set hsDigits=8', '--set hsDigits=7'] }]);
    expect(coded(mixed, ['hsDigits=8'])).toMatchObject({ unclear: [], mapping: { hsDigits: 8 } });
    expect(coded(['3061720', '3061791', '9011100']).mapping.hsDigits).toBe(8);
    const short = coded(['30617', '850440', '90111']).questions;
    expect(short).toMatchObject([{ answers: ['--set hsDigits=6', '--set hsDigits=5'] }]);
  });

  it('are not offered a zero that leads to no heading, or to goods that are others by the words beside', () => {
    expect(coded(['1511.1', '1511.9', '1513.21', '1511.1']).questions).toEqual([]);
    expect(coded(['6109.1', '6109.9', '6203.42', '101.21']).questions).toEqual([]);
    expect(coded(['6109100', '85171300', '6109100']).mapping.hsDigits).toBeUndefined();
    const tyres = coded(['4011100', '4011200', '4012110'], [], 'PNEUMATIC TYRES OF RUBBER');
    expect(tyres.mapping.hsDigits).toBeUndefined();
  });

  it('are asked about where their last digits are lost', () => {
    expect(coded(['8.51713E+09', '6.90721E+09']).questions).toMatchObject([
      {
        text: expect.stringContaining('scientific notation'),
        answers: ['--set "HS CODE=hs_code"', '--set "HS CODE=-"'],
      },
    ]);
  });

  it.each([
    [['851713009901', '306172000000', '690721009901', '306179000000']],
    [['851713009901', '69072100990', '611110009901', '85171300990']],
    [['85171300', '03061720']],
    [['851713', '03061720']],
    [['8517', '851713', '85171300']],
    [['030617201', '851713009']],
  ])('are no others: %s', (codes) => expect(coded(codes).unclear).toEqual([]));
});

it('days and months of which one never changes are a month’s stamp or days of one month: a question', () => {
  const dated = (days: string[]) =>
    understand(
      GOODS,
      days.map((day) => [day, '851713', 'SHIRTS']),
    );
  const stamps = Array.from({ length: 12 }, (_, month) => `01/${String(month + 1).padStart(2, '0')}/2025`);
  const answers = ['--set dateFormat=DD/MM/YYYY', '--set dateFormat=MM/DD/YYYY'];
  expect(dated(stamps).questions).toMatchObject([{ answers }]);
  expect(dated(stamps.map((day) => day.replace(/^01\/(\d\d)/, '$1/01'))).mapping.dateFormat).toBe('MM/DD/YYYY');
  expect(dated([...stamps, '13/02/2025']).unclear).toEqual([]);
});

it('numbers that a workbook holds as such have no separator that could be guessed', () => {
  const of = (more = {}) => ofGoods('QTY|ITEM NO', (index) => [`${counted(index)}.125`, String(index)], more);
  expect(of().unclear).toHaveLength(1);
  const typed = of({ typed: [false, false, false, true, true] });
  expect(typed).toMatchObject({ unclear: [], mapping: { decimalPoint: '.', thousands: '' } });
  // Texts beside them are read as they are written.
  const cells = (index: number) => [`${index + 1}.25`, `${index + 1} 078,90`];
  const ofBoth = { typed: [false, false, false, true, false] };
  const { numbers, mapping, unclear } = ofGoods('QUANTITY|TOTAL VALUE USD', cells, ofBoth);
  const ofTexts = { decimalPoint: ',', thousands: ' ' };
  expect([numbers, mapping]).toMatchObject([ofTexts, ofTexts]);
  const quantity = { from: 'QUANTITY', decimalPoint: '.', thousands: '' };
  expect(mapping.columns).toMatchObject({ quantity, total_value_usd: { from: 'TOTAL VALUE USD' } });
  expect(unclear).toEqual([]);
});

it.each(['HS CODE', '=quantity', 'currency=RUPEES', 'dateFormat=soon', 'NO SUCH=quantity', 'hsDigits=99'])(
  '%s is refused as an answer',
  (answer) => expect(() => understand(GOODS, [], { set: [answer] })).toThrow(/is no answer|has no column/),
);
