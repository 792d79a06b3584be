/** Main columns that values prove and nothing fills are asked about, even where all else is clear. */
import { expect, it } from 'vitest';
import { ofGoods, understand } from '../../../testing/understood.js';

const quantity = (row: number) => 2 + ((row * 7) % 11);
const price = (row: number) => 3 + (row % 5) / 4;
const CLEAR_VALUE = 'VALUE USD';

it.each<[string, string, (row: number) => string[], string]>([
  [
    'a value that is a quantity times a price, whatever it is called',
    'QUANTITY|PORT CODE NUMBER|ADDITIONAL CODE',
    (row) => [`${quantity(row)}`, `${price(row)}`, `${quantity(row) * price(row)}`],
    'ADDITIONAL CODE=total_value',
  ],
  [
    'a party, where few names have a legal form',
    `${CLEAR_VALUE}|ABC`,
    (row) => [`${100 + row}`, `${['ACME', 'BOLT', 'CRANE'][row % 3]} ${row} ${row % 2 ? 'LTD' : 'TRADERS'}`],
    'ABC=importer_name',
  ],
])('%s', (_, header, cells, answer) => {
  const { questions } = ofGoods(`${header}`, cells);
  expect(questions.flatMap(({ answers }) => answers).join('\n')).toContain(answer);
});

it('HS codes that values prove need no name, nor a question where half of their name says so', () => {
  const codes = ['851713', '690721', '090111', '610910', '300490', '870323'];
  const code = (row: number) => codes[row % codes.length] ?? '';
  const of = (name: string, cell: (row: number) => string) =>
    understand(
      `IMP DATE|${name}|DESCRIPTION|VALUE USD`,
      Array.from({ length: 40 }, (_, row) => ['2025-03-13', cell(row), `GOODS OF KIND ${row}`, `${100 + row}`]),
    );
  for (const [name, cell] of [
    // A few cells hold something else.
    ['ZZ 9', (row: number) => (row === 7 ? 'n.e.s.' : code(row))],
    ['PRODUCT CODE', code],
  ] as const) {
    const { questions, mapping } = of(name, cell);
    expect([questions, mapping.columns.hs_code]).toEqual([[], { from: name }]);
  }
  expect(of('PRODUCT CODE', (row) => `${200000 + 17 * row}`).questions).toHaveLength(1);
});

it('no number is taken for a value that is no product of others', () => {
  const cells = (row: number) => [`${quantity(row)}`, `${price(row)}`, `${1000 - 3 * row}`];
  expect(ofGoods('QUANTITY|PORT CODE NUMBER|ADDITIONAL CODE', cells).questions).toEqual([]);
});

it('of more than five questions the ones that change the most are asked, and the others as one', () => {
  const header = 'AAA|BBB|CCC|DDD|EEE|FFF|GGG|HHH|III|JJJ|KKK';
  const one = (row: number, ...of: string[]) => of[row % of.length] ?? '';
  const rows = Array.from({ length: 40 }, (_, row) => [
    ...[`2025-03-${10 + (row % 18)}`, one(row, '851713', '690721', '090111'), `GOODS OF KIND ${row}`],
    ...[`ACME ${row} LTD`, one(row, 'KGS', 'PCS'), `${quantity(row)}`, one(row, 'CHINA', 'ITALY')],
    ...[one(row, 'CHINA', 'SPAIN'), `BOLT ${row} GMBH`, `${1000 - 3 * row}.25`, one(row, 'EUR', 'USD', 'JPY')],
  ]);
  const { questions } = understand(header, rows);
  expect(questions).toHaveLength(5);
  expect(questions.map(({ text }) => text).join('\n')).toMatch(/"BBB"[\s\S]*"FFF"/);
  expect(questions.at(-1)?.text).toMatch(/"CCC" .*; "GGG" or "HHH"/);
  // Who has answered some is asked so many fewer.
  const set = ['BBB=hs_code', 'FFF=quantity', 'JJJ=-', 'KKK=-'];
  expect(understand(header, rows, { set }).questions).toHaveLength(1);
});

it('numbers of papers and persons are not offered as HS codes', () => {
  const rows = Array.from({ length: 40 }, (_, row) => [
    ...[`2025-03-${10 + (row % 18)}`, `${401500 + row}`, `${1_091_156_784 + row * 1000}`],
    ...['WOVEN COTTON SHIRTS', `${100 + row}`],
  ]);
  const { questions } = understand('IMP DATE|SGD NUMBER|IMPORTER TIN|DESCRIPTION|TOTAL VALUE USD', rows);
  expect(questions.flatMap(({ answers }) => answers).filter((answer) => answer.includes('hs_code'))).toEqual([]);
});
