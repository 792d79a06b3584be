/** Names that are believed no further than the values, the neighbours and what was said of them allow. */
import { expect, it } from 'vitest';
import { type goods, ofGoods, understand } from '../../../testing/understood.js';

type Cells = Parameters<typeof goods>[0];
type Asked = Parameters<typeof ofGoods>[2];

const ID = (at: number) => `db5b5fab-8f4d-3e27-dd${10 + at}-494c73cf256d`;
const firm = (at: number) =>
  `${['HARBOUR LIGHT', 'BLUE LAGOON', 'CORAL BAY'][at % 3]} ${String.fromCharCode(65 + (at % 26))} STORE`;
const other = (at: number) =>
  `${['KESTREL', 'TASMAN', 'SHENZHEN'][at % 3]} ${String.fromCharCode(65 + (at % 26))} LIMITED`;
const exports = { tradeType: 'EXPORT' } as const;
const vanuatu = (...set: string[]) => ({ country: 'VUT', set });

/** Columns beside those of the goods, their cells, and the record column of each; `-` for none. */
const TAKEN: readonly (readonly [string, Cells, string, Asked?])[] = [
  ['exportid|companyname', (at) => [ID(at), other(at)], '- exporter_name', exports],
  ['importer|consignee', (at) => [`A${1000 + at}`, other(at)], '- importer_name'],
  ['Exporter Name|Company', (at) => [`9F86D081884C7D6${at % 10}`, other(at)], '- exporter_name', exports],
  ['Nbr Of Containers|Container Nbr', (at) => [String(at % 2), `MSKU12345${10 + at}`], '- container'],
  ['TermsOfSale', (at) => [['FOB', 'CIF'][at % 2] ?? ''], 'incoterm'],
  ['TOD', (at) => [['FOB', 'CIF'][at % 2] ?? ''], 'incoterm'],
  // Values prove terms, containers and codes whatever they are called.
  ['Price Basis', (at) => [['FOB', 'CIF', 'CFR'][at % 3] ?? ''], 'incoterm'],
  ['Qrx. zzt.', (at) => [['FOB', 'CIF', 'CFR', 'EXW'][at % 4] ?? ''], 'incoterm'],
  // Goods that begin as terms do.
  ['Qrx. zzt.', (at) => [['FASTENER', 'DESK', 'CIFRA', 'DATES'][at % 4] ?? ''], '-'],
  ['Cant. contenedores|Contenedor', (at) => [`MSKU12345${10 + at}`, String(at % 2)], 'container -'],
  ['totales_tn|Peso (to)', (at) => [String(100 + 7 * at), String(20 + at)], 'quantity gross_weight'],
  ['PARTNER', (at) => [['China', 'Italy', 'Kenya'][at % 3] ?? ''], 'origin_country'],
  ['INVOICE SL|INVOICE NUMBER', (at) => [String((at % 4) + 1), `INV-${200 + at}`], '- inv_no', { country: 'IND' }],
  ['motDesc', () => ['TOTAL MOT'], '-'],
  // A file of one firm alone.
  ['IMPORTER NAME', () => ['TOTAL OIL MARKETING KENYA'], 'importer_name'],
  ['IMPORTER NAME|EXPORTER NAME', (at) => [other(at), 'ALL SEASONS TRADING LTD'], 'importer_name exporter_name'],
  ['Invoice Total (USD)|Volume (MT)', (at) => [String(100 + 7 * at), String(20 + at)], 'total_value_usd quantity'],
  // What one column is called for both kinds of trade follows the file's.
  ['Con...Exp.name|Shipper...Buyer.name', (at) => [firm(at), other(at)], 'importer_name exporter_name'],
  ['Con...Exp.name|Shipper...Buyer.name', (at) => [firm(at), other(at)], 'exporter_name importer_name', exports],
  ['Importer/Exporter|Supplier', (at) => [firm(at), other(at)], 'importer_name exporter_name'],
  [
    'Con/Exp name|Shipper/Buyer name',
    (at) => [firm(at), other(at)],
    'importer_name exporter_name',
    vanuatu('Shipper/Buyer name=exporter_name'),
  ],
  ['Importer ID|Importer', (at) => [ID(at), other(at)], '- importer_name'],
  ['shipper|shipper_name', (at) => [`SHP1002${10 + at}`, other(at)], '- exporter_name'],
  ['pesos|dolares', (at) => [`${4100 + at}`, `${1 + at}`], 'total_value total_value_usd', { country: 'COL' }],
  // Countries are no firms, and the number of one's own customer is no official one.
  ['Importer|Exporter', (at) => [['TR', 'NL', 'DE'][at % 3] ?? '', ['CN', 'IN'][at % 2] ?? ''], '- -'],
  ['Client ID', (at) => [`CLT00${at % 9}`], '-'],
  ['Importer Tax ID', (at) => [`P0512345${10 + at}Q`], 'importer_tax_id'],
  // Of codes of several lengths the longest, and of a text either all parts or the whole.
  [
    'Descripcion comercial|Descripcion1|Descripcion2',
    (at) => [`SHIRT ${at} RED`, `SHIRT ${at}`, 'RED'],
    'product_description - -',
  ],
  // What one piece costs is a price, in whatever language.
  ['Costo por articulo USD|Pais de origen', (at) => [`${4200 + 7 * at}`, 'China'], 'unit_price_usd origin_country'],
  ['Valeur par piece USD|Pays d’origine', (at) => [`${42 + 7 * at}`, 'China'], 'unit_price_usd origin_country'],
  ['Value per item USD', (at) => [`${42 + 7 * at}`], 'unit_price_usd'],
  ['SITC|Stat. Value', (at) => [`${12 + at}.21`, String(48_000 + 7 * at)], '- total_value', vanuatu()],
  [
    'RUPEES|DOLLARS',
    (at) => [String(15_300 * (at + 1)), String(100 * (at + 1))],
    'total_value total_value_usd',
    { country: 'PAK' },
  ],
];

for (const [columns, cells, targets, more] of TAKEN)
  it(`${columns} is ${targets}`, () => {
    const found = ofGoods(columns, cells, more).columns.slice(3);
    expect(found.map(({ target }) => target ?? '-').join(' ')).toBe(targets);
  });

it.each([
  ['US$ 000', 'total_value_usd', 1000],
  ['Rs. Mn', 'total_value', 1_000_000],
])('the name of a currency alone may say the scale: %s', (name, target, times) => {
  const { mapping, questions } = ofGoods(name, (at) => [String(1000 + 7 * at)], { country: 'LKA' });
  expect(mapping.columns[target]).toEqual({ from: name, times });
  expect(questions[0]?.text).toContain(`"${name}" may be ${target}`);
  // An answer that takes the column keeps it, unless it says another.
  const answered = (said: string) =>
    ofGoods(name, (at) => [String(1000 + 7 * at)], { country: 'LKA', set: [`${name}=${target}${said}`] }).mapping;
  expect(answered('').columns[target]).toEqual({ from: name, times });
  expect(answered('*1').columns[target]).toEqual({ from: name });
});

it('of a currency for two years, the later is proposed', () => {
  const { questions } = ofGoods('rupees_2024|rupees_2025', (at) => [String(90 + at), String(100 + at)], {
    country: 'PAK',
  });
  expect(questions[0]?.answers[0]).toBe('--set rupees_2025=total_value');
});

it('what dollars by name are a share of is in dollars, whatever the currency of each row', () => {
  const value = (at: number) => 398.25 + 20.5 * ((at * 7) % 31);
  const { mapping, questions } = ofGoods('MONEDA|VALOR CIF|IVA USD', (at) => [
    ...[['USD', 'EUR', 'JPY'][at % 3] ?? '', value(at).toFixed(2), (0.19 * value(at)).toFixed(2)],
  ]);
  expect([mapping.columns.currency, questions]).toEqual([{ constant: 'USD' }, []]);
});

it.each([
  ['2024001', 'YYYYMM'],
  ['M01/2024', 'MM/YYYY'],
  ['2024/M01', 'YYYY/MM'],
  ['2024-M1', 'YYYY-MM'],
  ['2024Q1', 'YYYY'],
  ['2024-Q1', 'YYYY'],
  // As programs write numbers of which one is missing.
  ['2024.0', 'YYYY', 'YEAR'],
  ['202403.0', 'YYYYMM'],
])('a period may be written as %s', (cell, dateFormat, from = 'PERIOD') => {
  const { mapping } = undated([], `${from}|HS CODE`, [cell, '851713']);
  expect(mapping).toMatchObject({ dateFormat, columns: { record_date: { from } } });
});

it('of codes at several lengths the longest are the goods, without a question', () => {
  const codes = ['72', '7201', '720110'];
  const { mapping, questions } = understand('ARRIVAL DATE|HS2|HS4|HS6', [
    ['2024-03-01', ...codes],
    ['2024-04-02', ...codes],
  ]);
  expect([mapping.columns.hs_code, questions]).toEqual([{ from: 'HS6' }, []]);
});

it('years beside years with a quarter are dates in one notation', () => {
  const cells = ['2015', '2016', '2017-Q1', '2017-Q2'];
  const { mapping } = understand(
    'year|HS CODE',
    cells.map((cell) => [cell, '85171300']),
    { set: ['year=record_date'] },
  );
  expect(mapping).toMatchObject({ dateFormat: 'YYYY', columns: { record_date: { from: 'year' } } });
});

it('chapters are codes under the nomenclature’s name for them, and what stands behind codes by name is the goods', () => {
  const cells = ['2', '11', '15', '94'];
  const { columns } = understand(
    'DATE|Группа ТН ВЭД|Наименование',
    cells.map((code) => ['2024-03-05', code, 'Мясо']),
    { country: 'KAZ' },
  );
  expect(columns[1]?.target).toBe('hs_code');
});

it.each<[string, (code: number, at: number) => number | string, string | null]>([
  ['rates, the same for each code, are none', (code: number) => 2.5 * (1 + (code % 4)), null],
  ['rates with a comma and marks of none are none', (code: number) => (code === 3 ? '-' : `${2 + (code % 4)},5`), null],
  ['amounts are', (_: number, at: number) => 12 + 7.35 * at, 'bcd'],
  ['rates of preference, which differ for one code, are none', (_: number, at: number) => 2.5 * (1 + (at % 4)), null],
  ['one rate for all is none', () => 18, null],
])('under the name of a tax, %s', (_, tax, target) => {
  const codes = '85171300 69072100 09011100 84713000 61091000 30049000 87042190 17019900 39269090'.split(' ');
  const rows = Array.from({ length: 36 }, (_, at) => [
    ...[`2025-03-${10 + (at % 18)}`, codes[at % 9] ?? '', 'GOODS OF A KIND', `${900 + 31 * at}`],
    String(tax(at % 9, Math.floor(at / 9) + at)),
  ]);
  const { columns } = understand('IMP DATE|HS CODE|DESCRIPTION|TOTAL VALUE USD|BCD', rows, { country: 'IND' });
  expect(columns[4]?.target).toBe(target);
  if (target === null) expect(columns[4]?.reason).toContain('rates of the tariff');
});

const CHAPTERS = '9 Coffee|17 Sugars|87 Vehicles|30 Medicaments|61 Apparel|84 Machinery'
  .split('|')
  .map((line) => line.split(' '));

it.each<[string, boolean, string, number | undefined, string?]>([
  ['Chapter|Chapter Title', false, 'hs_code product_description', 2],
  ['hs2|Goods', true, 'hs_code product_description', undefined],
  ['I_COMMODITY|I_COMMODITY_SDESC', true, 'hs_code product_description', undefined],
  // Numbers of something else, beside texts.
  ['OFFICE|OFFICE NAME', true, '- clearing_office', undefined, 'HARBOUR'],
])(
  'chapters are known by their name or by the goods beside them: %s',
  (columns, isWhole, targets, hsDigits, place = '') => {
    const rows = CHAPTERS.map(([code = '', text = '']) => [
      ...['2024-03-05', isWhole ? code.padStart(2, '0') : code],
      place === '' ? text : `${place} ${code}`,
    ]);
    const found = understand(`DATE|${columns}`, [...rows, ...rows, ...rows]);
    expect(found.columns.slice(1).map(({ target }) => target ?? '-')).toEqual(targets.split(' '));
    expect(found.mapping.hsDigits).toBe(hsDigits);
  },
);

/** What is asked, and what is proposed. */
const ASKED: readonly (readonly [string, Cells, string, string, Asked?])[] = [
  [
    'SITC|Stat. Value',
    (at) => [`${12 + at}.21`, String(48_000 + 7 * at)],
    'which currency is "Stat. Value" in?',
    '--set currency=VUV',
    vanuatu(),
  ],
  [
    'RUPEES|DOLLARS',
    (at) => [String(15_300 * (at + 1)), String(100 * (at + 1))],
    '"DOLLARS" may be total_value_usd',
    '--set DOLLARS=total_value_usd',
  ],
  [
    'flow',
    (at) => [at % 5 === 0 ? 'transit' : 'import'],
    'the rows whose "flow" is "transit"',
    '--set otherFlows=leave-out',
  ],
  ['Modelo', (at) => [at % 5 === 0 ? 'IM8' : 'IM4'], 'the rows whose "Modelo" is "IM8"', '--set otherFlows=leave-out'],
  [
    'Direction',
    (at) => [at % 5 === 0 ? 'ТТ' : 'ИМ'],
    'the rows whose "Direction" is "ТТ"',
    '--set otherFlows=leave-out',
  ],
  ['CPC', (at) => [at % 5 === 0 ? '8000' : '4071'], 'the rows whose "CPC" is "8000"', '--set otherFlows=leave-out'],
  [
    'flow',
    (at) => [['B2', 'export', 'import', 'import'][at % 4] ?? ''],
    'the rows whose "flow" is "B2" are said to be neither',
    '--set otherFlows=as-written',
  ],
  [
    'IMPORTER OF RECORD|CONSIGNEE',
    (at) => [`ACME ${at} LTD`, at % 4 === 0 ? `BOLT ${at} LTD` : `ACME ${at} LTD`],
    '"IMPORTER OF RECORD" or "CONSIGNEE" may be importer_name',
    '--set "IMPORTER OF RECORD=importer_name"',
  ],
  [
    'TOPLAM|ZZA|ZZB',
    (at) => [`${at * 37 + 900}.5`, `${at * 30 + 500}.5`, `${at * 7 + 400}`],
    '"TOPLAM" may be total_value',
    '--set TOPLAM=-',
  ],
  ['flow', (at) => [at % 5 === 0 ? 'Re-export' : 'Export'], '"Re-export"', '--set otherFlows=as-written', exports],
];

for (const [columns, cells, text, proposed, more] of ASKED)
  it(`${text} is asked`, () => {
    const { questions } = ofGoods(columns, cells, more);
    expect(questions.find((question) => question.text.includes(text))?.answers[0]).toBe(proposed);
  });

it('a party in two roles is asked about where these are two firms, and not for a spelling', () => {
  const again = (at: number) => [`ACME ${at} LTD`, at === 3 ? 'ACME' : `ACME ${at} LTD`];
  expect(ofGoods('IMPORTER OF RECORD|CONSIGNEE|VALUE USD', (at) => [...again(at), `${90 + at}`]).questions).toEqual([]);
  // A name beside its translation is of one role.
  const cells = (at: number) => [`ACME ${at} LTD`, `АКМЕ ${at}`, `${90 + at}`];
  expect(ofGoods('IMPORTER NAME EN|IMPORTER NAME|VALUE USD', cells).questions).toEqual([]);
});

it('numbers of four digits are procedures only where their column is one of procedures', () => {
  const trade = (name: string) =>
    ofGoods(name, (at) => [`325${at % 4}`], { tradeType: undefined, fileName: 'june.csv' }).trade.trade;
  expect([trade('SCIAN'), trade('CPC')]).toEqual(['IMPORT', 'EXPORT']);
});

it('rows of goods that pass through are left out unless it is said that they are records', () => {
  const flows = (set: string[]) => ofGoods('flow', (at) => [at % 5 === 0 ? 'transit' : 'import'], { set });
  const leaveOut = [{ from: 'flow', is: ['transit'] }];
  expect(flows([]).mapping.leaveOut).toEqual(leaveOut);
  expect(flows(['otherFlows=leave-out'])).toMatchObject({ mapping: { leaveOut }, questions: [] });
  expect(flows(['otherFlows=as-written']).mapping.leaveOut).toBeUndefined();
});

it('a currency that is accepted is the one that is proposed, and never none', () => {
  const { mapping } = ofGoods('Value', (at) => [String(48_000 + 7 * at)]);
  expect(mapping.columns.currency).toEqual({ constant: 'USD' });
});

const undated = (set: string[], header = 'HS CODE|DESCRIPTION', cells = ['851713', 'TELEPHONES']) =>
  understand(
    header,
    Array.from({ length: 9 }, () => cells),
    { set },
  );

it.each([
  ['2024-03-05', 'YYYY-MM-DD'],
  ['2024-03', 'YYYY-MM'],
  ['2024', 'YYYY'],
])('a day, a month or a year is said of all rows: %s', (said, dateFormat) => {
  const { mapping, questions } = undated([`record_date=${said}`]);
  expect(mapping.columns.record_date).toEqual({ constant: said, dateFormat });
  expect(questions).toEqual([]);
  expect(() => undated(['record_date=March'])).toThrow('is no answer');
});

it('years alone are the records’ dates, and asked about', () => {
  const { mapping, questions } = undated([], 'YEAR|HS CODE', ['2024', '851713']);
  expect(mapping).toMatchObject({ dateFormat: 'YYYY', columns: { record_date: { from: 'YEAR' } } });
  expect(questions.map(({ answers: [first] }) => first)).toEqual(['--set YEAR=record_date']);
});

it('codes of two digits are chapters where their name says HS', () => {
  const of = (name: string) =>
    understand(
      `DATE|${name}`,
      ['02', '11', '94', '39'].map((code) => ['2024-03-05', code]),
    ).columns[1]?.target;
  expect([of('HS code'), of('Lot')]).toEqual(['hs_code', null]);
});
