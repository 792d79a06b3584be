/** Two accounts that share what was found are told what each would be told alone, of every call. */
import { addDays, type DataAccess } from '@tidewaiter/contract';
import { FROM, UNTIL } from '@tidewaiter/testing/demo-records';
import { cases, SEED } from '@tidewaiter/testing/generated';
import { EVERYTHING, question, seeing, withoutHaste } from '@tidewaiter/testing/records';
import { sharedDemo } from '@tidewaiter/testing/shared-records';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { allOf, answersOf, asAccount, asAlone, suggestionsWithin } from '../../testing/every-answer.js';
import { hostileQuestions } from '../../testing/questions.js';

const demo = sharedDemo();
beforeAll(() => withoutHaste(demo.test.records));

/** Windows that cut months, and countries that others do not have. */
const entitlements: fc.Arbitrary<DataAccess> = fc
  .tuple(
    fc.subarray(['IND', 'BRA', 'VNM', 'USA', 'KOR'], { minLength: 1 }),
    fc.nat(400),
    fc.integer({ min: 5, max: 500 }),
  )
  .map(([countries, from, length]) =>
    seeing({ countries, fromDate: addDays(FROM, from), toDate: addDays(FROM, from + length) }),
  );

it('two accounts are told what each would be told alone', async () => {
  const { records } = demo.test;
  const count = cases(80, 10_000);
  const narrowed = fc.sample(entitlements, { numRuns: count, seed: SEED });
  /** How often each call was asked; which there are depends a little on the question. */
  const asked = new Map<string, number>();
  const callOf = (of: string) => of.replace(/ \d{4}-.*$/, '');
  const times = ([of]: readonly [string, unknown]) => asked.get(callOf(of)) ?? 0;
  let differed = 0;
  for (const [index, query] of hostileQuestions(demo, count, SEED).entries()) {
    const cut = { ...query, fromDate: '2023-02-10', toDate: UNTIL, numberOfRecords: 20 };
    // One call each, of those that were asked least: together the cases have them all, many times over.
    const one = [...answersOf(cut), ...suggestionsWithin(cut)].sort((a, b) => times(a) - times(b)).slice(0, 1);
    const accounts = [narrowed[index] ?? EVERYTHING, EVERYTHING];
    if (index % 2 === 0) accounts.reverse();
    const told: unknown[] = [];
    for (const account of accounts) told.push(await allOf(one, asAccount(records, account)));
    // Who asks second finds what the first has left behind.
    expect(told[1]).toEqual(await allOf(one, asAlone(records, accounts[1] ?? EVERYTHING)));
    for (const call of one) asked.set(callOf(call[0]), times(call) + 1);
    if (JSON.stringify(told[0]) !== JSON.stringify(told[1])) differed += 1;
  }
  expect(asked.size).toBeGreaterThanOrEqual([...answersOf(question()), ...suggestionsWithin(question())].length);
  expect(differed).toBeGreaterThan(count / 10);
});
