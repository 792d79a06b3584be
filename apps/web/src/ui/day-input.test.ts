import { expect, it } from 'vitest';
import { typedDayProblem } from './day-input.js';

const bounds = { minDate: '2024-01-01', maxDate: '2026-10-31' };

it.each(['31/02/2026', '2026-02-30', 'yesterday', '00.01.2025', '1/13/2025'])('that %s is no day is said', (typed) => {
  expect(typedDayProblem(typed, bounds)).toBe(`There is no day “${typed}”`);
});

it.each(['', '29 Feb 2024', '31/10/2026', '2024-01-01'])('nothing is wrong with “%s”', (typed) => {
  expect(typedDayProblem(typed, bounds)).toBeUndefined();
});

it('a day that cannot be chosen is said, with those that can', () => {
  expect(typedDayProblem('01/11/2026', bounds)).toBe(
    '01 Nov 2026 lies outside of the days from 01 Jan 2024 to 31 Oct 2026',
  );
  expect(typedDayProblem('31/12/2023', { minDate: '2024-01-01' })).toContain('the days from 01 Jan 2024');
});
