import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fencesOf } from './unit-prices.js';

it('prices of which a quarter are zero, or less, have fences too', () => {
  expect(fencesOf({ quartile1: 0, quartile3: 10 })).toEqual({ low: -15, high: 25 });
  expect(fencesOf({ quartile1: -2, quartile3: 2 })).toEqual({ low: -8, high: 8 });
  expect(fencesOf({ quartile1: 2, quartile3: 8 })).toEqual({ low: 0.25, high: 64 });
});

it('half of the prices always lie within the fences', () => {
  const price = fc.double({ min: -1e6, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(price, price, (one, other) => {
      const [quartile1, quartile3] = [Math.min(one, other), Math.max(one, other)];
      const { low, high } = fencesOf({ quartile1, quartile3 });
      expect(low).toBeLessThanOrEqual(quartile1);
      expect(high).toBeGreaterThanOrEqual(quartile3);
    }),
  );
});
