import { describe, expect, it } from 'vitest';
import { amountAt, amountScale, placeOf } from './amount-scale.js';

const scale = amountScale([
  { decade: -0.5, records: 2 },
  { decade: 0, records: 8 },
  { decade: 1.25, records: 4 },
]);
if (!scale) throw new Error('no scale');

describe('the scale of an amount', () => {
  it('has a bar for every size between the least and the most', () => {
    expect(scale.bars).toEqual([0.25, 0, 1, 0, 0, 0, 0, 0.5]);
    expect(scale).toMatchObject({ first: -0.5, last: 40 });
    expect(amountScale([])).toBeNull();
  });

  it('says amounts to two figures, decimals too, without an exponent', () => {
    expect([1, 10, 12, 30, 40].map((place) => amountAt(scale, place))).toEqual(['0.35', '1', '1.3', '10', '32']);
    expect(amountAt({ first: -7, last: 5, bars: [1] }, 1)).toBe('0.00000011');
    expect(amountAt({ first: 17, last: 5, bars: [1] }, 3)).toBe('140000000000000000');
  });

  it('finds the place of an amount, and of one off its ends', () => {
    for (let place = 0; place <= scale.last; place += 1) {
      expect(Math.abs(placeOf(scale, amountAt(scale, place)) - place)).toBeLessThanOrEqual(1);
    }
    expect(['0', '0.00001', '99999999999999999999'].map((amount) => placeOf(scale, amount))).toEqual([0, 0, 40]);
  });
});
