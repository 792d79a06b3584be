/** What one of two amounts is, by what is known of the other and the rate. */
import { expect, it } from 'vitest';
import { answerTimes } from '../proposal/answers.js';
import { scaleInNotes, settleScale } from './scale.js';

const value = (times: number, isSaid = false) => ({ target: 'total_value', name: 'Baht', times, isSaid });
const dollars = (times: number, isSaid = false) => ({ target: 'total_value_usd', name: 'US Dollar', times, isSaid });

/** Of 405.3 millions of baht beside 11,417 thousands of dollars. */
const settled = (one: ReturnType<typeof value>, other: ReturnType<typeof dollars>, written = 405.3 / 11_417) =>
  settleScale(one, other, { ratio: (written * one.times) / other.times, rate: 33, currency: 'THB' });

it('the value follows what was said of the dollars, or what their name says', () => {
  for (const known of [dollars(1000, true), dollars(1000)])
    expect(settled(value(1), known)).toEqual({ times: { total_value: 1_000_000 } });
});

it('the dollars follow what was said of the value, or what its name says', () => {
  for (const known of [value(1_000_000, true), value(1_000_000)])
    expect(settled(known, dollars(1))).toEqual({ times: { total_value_usd: 1000 } });
});

it('what fits the rate, and what was said of both, stays as it is', () => {
  expect(settled(value(1_000_000), dollars(1000))).toEqual({ times: {} });
  expect(settled(value(1, true), dollars(1000, true))).toEqual({ times: {} });
});

it('where neither is known, or what follows is no scale, it is asked', () => {
  const asked = (found: ReturnType<typeof settled>) => [found.times, found.question?.answers];
  expect(asked(settled(value(1), dollars(1)))).toEqual([
    {},
    ['--set "US Dollar=total_value_usd*1"', '--set "US Dollar=total_value_usd*1000"'],
  ]);
  expect(asked(settled(value(1), dollars(1, true), 33_000))).toEqual([
    {},
    ['--set "Baht=total_value*1"', '--set "Baht=total_value*1000"'],
  ]);
});

it.each([
  ["Values are in TZS '000", 1000],
  ['Montants en millions de FCFA', 1_000_000],
  ['(Rs. in Lakhs)', 100_000],
])('another sheet that says %s is asked about', (note, scale) => {
  const { answers = [] } = scaleInNotes(['Contents', note], value(1)) ?? {};
  expect(answers).toEqual([scale, 1].map((times) => answerTimes('Baht', 'total_value', times)));
  expect(scaleInNotes(['All values in USD', 'Two thousand lorries'], value(1))).toBeUndefined();
});
