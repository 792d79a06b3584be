/** Main columns that values prove and nothing fills are asked about, even where all else is clear. */
import { expect, it } from 'vitest';
import { GOODS, goods, understand } from '../../testing/understood.js';

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
  const { questions } = understand(`${GOODS}|${header}`, goods(cells));
  expect(questions.flatMap(({ answers }) => answers).join('\n')).toContain(answer);
});

it('HS codes that values prove need no name, where a few cells hold something else', () => {
  const codes = ['851713', '690721', '090111', '610910', '300490', '870323'];
  const rows = Array.from({ length: 40 }, (_, row) => [
    '2025-03-13',
    row === 7 ? 'n.e.s.' : (codes[row % codes.length] ?? ''),
    `GOODS OF KIND ${row}`,
    `${100 + row}`,
  ]);
  const { questions, mapping } = understand('IMP DATE|ZZ 9|DESCRIPTION|VALUE USD', rows);
  expect([questions, mapping.columns.hs_code]).toEqual([[], { from: 'ZZ 9' }]);
});

it('HS codes that values prove need no question where half of the name says so', () => {
  const codes = ['851713', '690721', '090111', '610910', '300490', '870323'];
  const rows = Array.from({ length: 40 }, (_, row) => [
    ...['2025-03-13', codes[row % codes.length] ?? '', `GOODS OF KIND ${row}`, `${100 + row}`],
  ]);
  const { questions, mapping } = understand('IMP DATE|PRODUCT CODE|DESCRIPTION|VALUE USD', rows);
  expect([questions, mapping.columns.hs_code]).toEqual([[], { from: 'PRODUCT CODE' }]);
  const numbers = rows.map(([day = '', , goods = '', value = ''], row) => [day, `${200000 + 17 * row}`, goods, value]);
  expect(understand('IMP DATE|PRODUCT CODE|DESCRIPTION|VALUE USD', numbers).questions).toHaveLength(1);
});

it('no number is taken for a value that is no product of others', () => {
  const rows = goods((row) => [`${quantity(row)}`, `${price(row)}`, `${1000 - 3 * row}`]);
  expect(understand(`${GOODS}|QUANTITY|PORT CODE NUMBER|ADDITIONAL CODE`, rows).questions).toEqual([]);
});

it('of more than five questions the ones that change the most are asked, and the others as one', () => {
  const header = 'AAA|BBB|CCC|DDD|EEE|FFF|GGG|HHH|III|JJJ|KKK';
  const rows = Array.from({ length: 40 }, (_, row) => [
    `2025-03-${10 + (row % 18)}`,
    ['851713', '690721', '090111'][row % 3] ?? '',
    `GOODS OF KIND ${row}`,
    `ACME ${row} LTD`,
    ['KGS', 'PCS'][row % 2] ?? '',
    `${quantity(row)}`,
    ['CHINA', 'ITALY'][row % 2] ?? '',
    ['CHINA', 'SPAIN'][row % 2] ?? '',
    `BOLT ${row} GMBH`,
    `${1000 - 3 * row}.25`,
    ['EUR', 'USD', 'JPY'][row % 3] ?? '',
  ]);
  const { questions } = understand(header, rows);
  expect(questions).toHaveLength(5);
  expect(questions.map(({ text }) => text).join('\n')).toMatch(/"BBB"[\s\S]*"FFF"/);
  expect(questions.at(-1)?.text).toMatch(/"DDD" .*; "GGG" or "HHH"/);
  // Who has answered some is asked so many fewer.
  const set = ['BBB=hs_code', 'FFF=quantity', 'JJJ=-', 'KKK=-'];
  expect(understand(header, rows, { set }).questions).toHaveLength(1);
});

it('numbers of papers and persons are not offered as HS codes', () => {
  const rows = Array.from({ length: 40 }, (_, row) => [
    `2025-03-${String((row % 28) + 1).padStart(2, '0')}`,
    String(401500 + row),
    String(1_091_156_784 + row * 1000),
    'WOVEN COTTON SHIRTS',
    String(100 + row),
  ]);
  const { questions } = understand('IMP DATE|SGD NUMBER|IMPORTER TIN|DESCRIPTION|TOTAL VALUE USD', rows);
  expect(questions.flatMap(({ answers }) => answers).filter((answer) => answer.includes('hs_code'))).toEqual([]);
});
