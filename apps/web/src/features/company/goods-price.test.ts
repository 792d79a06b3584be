import { expect, it } from 'vitest';
import type { ShownPart } from './company-calls.js';
import { standing } from './goods-price.js';

const market = { shipments: 40, quartile1: 2, median: 3, quartile3: 5 };

/** Ten units at a price. */
const goodsAt = (price: number, changes: object = {}) =>
  ({
    priced_value_usd: String(price * 10),
    priced_quantity: '10',
    market,
    ...changes,
  }) as ShownPart['goods']['rows'][number];

it('a price is below or above the market only outside of the middle half of its records', () => {
  expect([1.9, 2, 2.5, 3, 4.5, 5, 5.1].map((price) => standing(goodsAt(price)))).toEqual([
    ...['BELOW', 'WITHIN', 'WITHIN', 'WITHIN', 'WITHIN', 'WITHIN', 'ABOVE'],
  ]);
});

it('a price that is not known, or stands alone, is of no side', () => {
  expect(standing(goodsAt(9, { priced_quantity: '0' }))).toBe('WITHIN');
  expect(standing(goodsAt(9, { market: null }))).toBe('WITHIN');
});
