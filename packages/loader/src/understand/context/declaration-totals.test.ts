/** Values of a whole declaration that stand on each of its items: their sum counts them several times. */
import { expect, it } from 'vitest';
import { ofGoods } from '../../../testing/understood.js';

const declaration = (row: number) => Math.floor(row / 3);
const quantity = (row: number) => 2 + ((row * 7) % 11);
const price = (row: number) => 3 + (row % 5);
const whole = (row: number) =>
  [0, 1, 2].map((item) => 3 * declaration(row) + item).reduce((sum, at) => sum + quantity(at) * price(at), 0);

const COLUMNS = 'DECLARATION NO|QUANTITY|VALUE USD';
const ASKED = [
  {
    text: expect.stringMatching(/^"VALUE USD" is of the whole declaration/),
    answers: ['--set "VALUE USD=-"', '--set "VALUE USD=total_value_usd"'],
  },
];

it('are asked about where each item of a declaration has the same one, and left out unless somebody takes them', () => {
  const of = (set: string[]) =>
    ofGoods(COLUMNS, (row) => [`D${declaration(row)}`, `${quantity(row)}`, `${whole(row)}`], { set });
  const { questions, mapping } = of([]);
  expect(questions).toMatchObject(ASKED);
  expect(mapping.columns.total_value_usd).toBeUndefined();
  const taken = of(['VALUE USD=total_value_usd']);
  expect(taken).toMatchObject({ unclear: [], mapping: { columns: { total_value_usd: { from: 'VALUE USD' } } } });
});

it('are none where items have their own, or all rows have one', () => {
  for (const value of [(row: number) => `${quantity(row) * price(row)}`, () => '2000.25'])
    expect(ofGoods(COLUMNS, (row) => [`D${declaration(row)}`, `${quantity(row)}`, value(row)]).questions).toEqual([]);
});

it('are asked about under whatever name the declaration goes, as quantities are', () => {
  const of = (cells: (row: number) => number[]) =>
    ofGoods('BAYAN|QUANTITY|VALUE USD', (row) => [`${381_000 + declaration(row) * 17}`, ...cells(row).map(String)]);
  expect(of((row) => [quantity(row), whole(row)]).questions).toMatchObject(ASKED);
  const answers = ['--set QUANTITY=-', '--set QUANTITY=quantity'];
  expect(of((row) => [whole(row), 100 * quantity(row)]).questions).toMatchObject([{ answers }]);
});

it('of weights are no quantities of the items', () => {
  const of = (weight: (row: number) => number) =>
    ofGoods('BAYAN|NET WEIGHT KG|VALUE USD', (row) => [`B${declaration(row)}`, `${weight(row)}`, `${100 + row}`]);
  expect(of(whole).mapping.columns.quantity).toBeUndefined();
  expect(of((row) => 10 + row).mapping.columns.quantity).toEqual({ from: 'NET WEIGHT KG' });
});
