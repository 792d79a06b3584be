import { ALLOWANCES, LEDGER_CAUSES } from '@tidewaiter/contract';
import { expect, it } from 'vitest';
import { ALLOWANCE_WORDS, CAUSE_WORDS, signedCount } from './ledger-words.js';

it('a change of an allowance shows its sign, a true minus, and Indian grouping', () => {
  expect([1, -1, 250_000, -100_000, 0].map(signedCount)).toEqual(['+1', '−1', '+2,50,000', '−1,00,000', '0']);
});

it('every allowance and every cause has words of its own', () => {
  expect(new Set(ALLOWANCES.map((allowance) => ALLOWANCE_WORDS[allowance])).size).toBe(ALLOWANCES.length);
  expect(new Set(LEDGER_CAUSES.map((cause) => CAUSE_WORDS[cause])).size).toBe(LEDGER_CAUSES.length);
});
