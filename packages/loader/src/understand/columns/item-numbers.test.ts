/** Numbers of items are no quantities. */
import { expect, it } from 'vitest';
import { GOODS, goods, ofGoods, understand } from '../../../testing/understood.js';

/** Declarations of one to four items. */
const ITEMS = [1, 1, 2, 1, 2, 3, 4, 1, 2, 1, 2, 3];
const item = (row: number) => String(ITEMS[row % ITEMS.length] ?? 1);
const value = (row: number) => `${100 + row * 7}`;

it.each(['goodsItemNumber', 'Item No', 'Line', 'Preces Nr.', 'Pos', 'Seq', 'Sl No', 'Product number'])(
  'no quantity is proposed of %s, which begins at 1 in each declaration',
  (header) => {
    const { mapping, questions } = ofGoods(`${header}|VALUE USD`, (row) => [item(row), value(row)]);
    expect(mapping.columns.quantity).toBeUndefined();
    expect(questions.filter(({ answers }) => answers.some((answer) => answer.includes('quantity')))).toEqual([]);
  },
);

it('nor beside a column of units, and where rows were taken out here and there', () => {
  const rows = goods((row) => [item(row * 5 + 3), ['KG', 'PCS'][row % 2] ?? '', value(row)], 60);
  const { mapping } = understand(`${GOODS}|Item number|UNIT|VALUE USD`, rows);
  expect(mapping.columns.quantity).toBeUndefined();
});

it('what is called a quantity is one, whatever it counts', () => {
  const { mapping, questions } = ofGoods('QUANTITY|VALUE USD', (row) => [item(row), value(row)]);
  expect([mapping.columns.quantity, questions]).toEqual([{ from: 'QUANTITY' }, []]);
});
