/** Values of a whole declaration that stand on each of its items: their sum counts them several times. */
import { expect, it } from 'vitest';
import { GOODS, goods, understand } from '../../testing/understood.js';

const declaration = (row: number) => Math.floor(row / 3);
const quantity = (row: number) => 2 + ((row * 7) % 11);
const price = (row: number) => 3 + (row % 5);
const whole = (row: number) =>
  [0, 1, 2].map((item) => 3 * declaration(row) + item).reduce((sum, at) => sum + quantity(at) * price(at), 0);

const HEADER = `${GOODS}|DECLARATION NO|QUANTITY|VALUE USD`;
const ASKED = [
  {
    text: expect.stringMatching(/^"VALUE USD" is of the whole declaration/),
    answers: ['--set "VALUE USD=-"', '--set "VALUE USD=total_value_usd"'],
  },
];

it('are asked about where each item of a declaration has the same one, and left out unless somebody takes them', () => {
  const rows = goods((row) => [`D${declaration(row)}`, `${quantity(row)}`, `${whole(row)}`]);
  const { questions, mapping } = understand(HEADER, rows);
  expect(questions).toMatchObject(ASKED);
  expect(mapping.columns.total_value_usd).toBeUndefined();
  const taken = understand(HEADER, rows, { set: ['VALUE USD=total_value_usd'] });
  expect(taken).toMatchObject({ unclear: [], mapping: { columns: { total_value_usd: { from: 'VALUE USD' } } } });
});

it('are asked about where quantity and price make less, whatever names the declaration', () => {
  const rows = goods((row) => [`${quantity(row)}`, `${price(row)}`, `${whole(row)}`]);
  expect(understand(`${GOODS}|QUANTITY|UNIT PRICE USD|VALUE USD`, rows).questions).toMatchObject(ASKED);
});

it('are none where items have their own, or all rows have one', () => {
  const own = goods((row) => [`D${declaration(row)}`, `${quantity(row)}`, `${quantity(row) * price(row)}`]);
  expect(understand(HEADER, own).questions).toEqual([]);
  const same = goods((row) => [`D${declaration(row)}`, `${quantity(row)}`, '2000.25']);
  expect(understand(HEADER, same).questions).toEqual([]);
});

it('are asked about under whatever name the declaration goes, as quantities are', () => {
  const bayan = goods((row) => [`${381_000 + declaration(row) * 17}`, `${quantity(row)}`, `${whole(row)}`]);
  expect(understand(`${GOODS}|BAYAN|QUANTITY|VALUE USD`, bayan).questions).toMatchObject(ASKED);
  const counted = bayan.map((row) => row.with(4, String(row[5])).with(5, `${row[4]}00`));
  expect(understand(`${GOODS}|BAYAN|QUANTITY|VALUE USD`, counted).questions).toMatchObject([
    { answers: ['--set QUANTITY=-', '--set QUANTITY=quantity'] },
  ]);
});

it('of weights are no quantities of the items', () => {
  const rows = goods((row) => [`B${declaration(row)}`, `${whole(row)}`, `${100 + row}`]);
  const header = `${GOODS}|BAYAN|NET WEIGHT KG|VALUE USD`;
  expect(understand(header, rows).mapping.columns.quantity).toBeUndefined();
  const own = rows.map((row, at) => row.with(4, `${10 + at}`));
  expect(understand(header, own).mapping.columns.quantity).toEqual({ from: 'NET WEIGHT KG' });
});

it('are left for the value that each item has of its own', () => {
  const rows = goods((row) => [
    `D${declaration(row)}`,
    `${quantity(row)}`,
    `${whole(row)}`,
    `${quantity(row) * price(row)}`,
  ]);
  const { questions, mapping } = understand(`${HEADER}|ITEM VALUE USD`, rows);
  expect(questions).toEqual([]);
  expect(mapping.columns.total_value_usd).toEqual({ from: 'ITEM VALUE USD' });
  const taken = understand(`${HEADER}|ITEM VALUE USD`, rows, { set: ['VALUE USD=total_value_usd'] });
  expect(taken.mapping.columns.total_value_usd).toEqual({ from: 'VALUE USD' });
});
