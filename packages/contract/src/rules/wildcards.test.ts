import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wildcardMatcher } from './wildcards.js';

it('tells the texts that a pattern stands for, as a regular expression would', () => {
  const signs = fc.array(fc.constantFrom('a', 'b', '😀', '*', '?'), { maxLength: 7 }).map((some) => some.join(''));
  const texts = fc.array(fc.constantFrom('a', 'b', '😀', '*'), { maxLength: 7 }).map((some) => some.join(''));
  fc.assert(
    fc.property(signs, texts, (pattern, text) => {
      const expression = new RegExp(`^${pattern.replaceAll('?', '.').replaceAll('*', '.*')}$`, 'su');
      expect(wildcardMatcher(pattern)(text)).toBe(expression.test(text));
    }),
    { numRuns: process.env.TIDEWAITER_DEEP === '1' ? 100_000 : 2000 },
  );
});

it('tells of the worst of them at once', () => {
  const isMeant = wildcardMatcher(`${'*a'.repeat(60)}*b`);
  // A matcher that tries every way would not end: it is broken off.
  expect(runInNewContext('work()', { work: () => isMeant('a'.repeat(10_000)) }, { timeout: 20_000 })).toBe(false);
});
