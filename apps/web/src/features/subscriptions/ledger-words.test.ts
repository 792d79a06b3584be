import { expect, it } from 'vitest';
import { signedCount } from './ledger-words.js';

it('a change of an allowance shows its sign, a true minus, and Indian grouping', () => {
  expect([1, -1, 250_000, -100_000, 0].map(signedCount)).toEqual(['+1', '−1', '+2,50,000', '−1,00,000', '0']);
});
