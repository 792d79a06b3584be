import { expect, it } from 'vitest';
import { answerOf, cleaned, FROM_FILES, MOST_BYTES, refusal } from './answer.js';

const about = { cost: { searches: 0, points: 0 }, left: { searches: 1, points: 2 } };

it('takes from values what breaks a line or is not seen, and leaves what scripts are written with', () => {
  expect(cleaned('one\r\n\ttwo\u2028three\u0000')).toBe('one two three ');
  expect(cleaned('pay\u200b\u202e\u{e0041}\u{feff}ed')).toBe('payed');
  expect(cleaned('می\u200cخواهم 東京 😀')).toBe('می\u200cخواهم 東京 😀');
  expect(cleaned(`${'x'.repeat(499)}😀`)).toBe(`${'x'.repeat(499)}…`);
  expect(cleaned({ 'a\nb': ['c\nd', null, 1.5, true] })).toEqual({ 'a b': ['c d', null, 1.5, true] });
});

it('writes whole numbers that would be rounded as texts', () => {
  expect(cleaned([2 ** 53, 2n ** 64n, 2 ** 53 - 1])).toEqual(['9007199254740992', '18446744073709551616', 2 ** 53 - 1]);
});

it('cuts the longest list first, and refuses what cannot be cut', () => {
  const long = Array.from({ length: 4000 }, (_, n) => `value ${n}`);
  const { structuredContent } = answerOf({ few: [1, 2], deep: { many: long } }, about);
  const { [FROM_FILES]: values, left_out } = structuredContent as Record<string, unknown>;
  expect(values).toMatchObject({ few: [1, 2], deep: { many: { length: 2000 } } });
  expect(left_out).toMatchObject([{ list: 'deep.many', shown: 2000, of: 4000 }]);
  const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`name ${n}`, 'x'.repeat(400)]));
  expect(answerOf(wide, about)).toMatchObject({ isError: true });
  expect(MOST_BYTES).toBe(65_536);
});

it.each([
  [{ code: 'too_many_requests', detail: '', status: 429, retry_after: 7 }, 'after 7 seconds'],
  [{ code: 'internal', detail: '', status: 500 }, 'once'],
  [{ code: 'not_yours', detail: '', status: 403 }, 'Do not ask the same again'],
])('says what to do of %j', (problem, words) => {
  expect(JSON.stringify(refusal(problem).content)).toContain(words);
});
