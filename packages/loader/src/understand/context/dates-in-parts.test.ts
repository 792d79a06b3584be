/** Dates in columns of their own parts: a year, a month and, where there is one, a day. */
import { expect, it } from 'vitest';
import { understand } from '../../../testing/understood.js';

const of = (header: string, cells: (row: number) => string[], set: string[] = []) =>
  understand(
    `${header}|HS CODE|TOTAL VALUE USD`,
    Array.from({ length: 60 }, (_, row) => [
      ...[...cells(row), ['85171300', '69072100'][row % 2] ?? '', String(100 + row * 7)],
    ]),
    { set },
  );
const dateOf = ({ questions, mapping }: ReturnType<typeof of>) => [questions, mapping.columns.record_date];
const days = (row: number) => ['2025', String((row % 3) + 2), String(((row * 11) % 28) + 1)];

it.each([
  ['YEAR|MONTH|DAY', ['YEAR', 'MONTH', 'DAY']],
  ['ANNEE|MOIS|JOUR', ['ANNEE', 'MOIS', 'JOUR']],
  ['AÑO|MES|DIA', ['AÑO', 'MES', 'DIA']],
  ['REG_YEAR|REG_MONTH|REG_DAY', ['REG_YEAR', 'REG_MONTH', 'REG_DAY']],
])('%s are the date all together', (header, [year, month, day]) => {
  const found = of(header, days);
  expect(dateOf(found)).toEqual([[], { year, month, day }]);
  expect(found.columns.slice(0, 3).map(({ target }) => target)).toEqual(Array(3).fill('record_date'));
});

it('the day stands where it may in a row, or nowhere', () => {
  const reversed = of('DAY|MONTH|YEAR', (row) => days(row).toReversed());
  expect(reversed.mapping.columns.record_date).toEqual({ year: 'YEAR', month: 'MONTH', day: 'DAY' });
  expect(dateOf(of('YEAR|MONTH', (row) => days(row).slice(0, 2)))).toEqual([[], { year: 'YEAR', month: 'MONTH' }]);
});

it('what is called a day and holds none is asked about, and a day that no name says may be said', () => {
  const ofYear = of('YEAR|MONTH|DAY', (row) => [...days(row).slice(0, 2), String(40 + row)]);
  expect(ofYear.questions).toMatchObject([{ text: expect.stringContaining('"DAY"'), answers: ['--set DAY=-'] }]);
  expect(ofYear.mapping.columns.record_date).toEqual({ year: 'YEAR', month: 'MONTH' });
  expect(of('YEAR|MONTH|XQ', days, ['XQ=record_date']).questions).toEqual([]);
  expect(dateOf(of('YEAR|MONTH|XQ', days, ['XQ=-']))).toEqual([[], { year: 'YEAR', month: 'MONTH' }]);
});

it('a month that holds days is asked about, and proposed the other way round', () => {
  const swapped = (row: number) => [days(row)[0] ?? '', days(row)[2] ?? '', days(row)[1] ?? ''];
  const { questions, mapping } = of('YEAR|MONTH|DAY', swapped);
  expect(questions).toMatchObject([{ answers: ['--set MONTH=record_date', '--set MONTH=-'] }]);
  expect(mapping.columns.record_date).toEqual({ year: 'YEAR', month: 'DAY', day: 'MONTH' });
  expect(dateOf(of('YEAR|MONTH|DAY', swapped, ['MONTH=record_date']))).toEqual([[], mapping.columns.record_date]);
});

it('a day that hardly changes beside a month that does may be the month', () => {
  const { questions } = of('YEAR|MONTH|DAY', (row) => ['2025', String((row % 12) + 1), '3']);
  expect(questions).toMatchObject([{ answers: ['--set DAY=record_date', '--set MONTH=record_date'] }]);
});

it('of two such dates, that of the declaration is taken, and of two that are alike it is asked', () => {
  const two = (row: number) => [...days(row), ...days(row + 9)];
  const known = of('ETA YEAR|ETA MONTH|ETA DAY|REGISTRATION YEAR|REGISTRATION MONTH|REGISTRATION DAY', two);
  const registered = { year: 'REGISTRATION YEAR', month: 'REGISTRATION MONTH', day: 'REGISTRATION DAY' };
  expect(dateOf(known)).toEqual([[], registered]);
  const alike = of('YEAR|MONTH|DAY|YEAR (2)|MONTH (2)|DAY (2)', two);
  expect(alike.questions).toMatchObject([{ answers: ['--set DAY=record_date', '--set "DAY (2)=record_date"'] }]);
  const said = of('YEAR|MONTH|DAY|YEAR (2)|MONTH (2)|DAY (2)', two, ['DAY (2)=record_date']);
  expect(dateOf(said)).toEqual([[], { year: 'YEAR (2)', month: 'MONTH (2)', day: 'DAY (2)' }]);
});

it('parts under a name that is not known are asked about', () => {
  const { questions, mapping } = of('QWERTZ YEAR|QWERTZ MONTH|QWERTZ DAY', days);
  expect(questions).toMatchObject([{ answers: ['--set "QWERTZ DAY=record_date"', '--set "QWERTZ DAY=-"'] }]);
  expect(mapping.columns.record_date).toMatchObject({ day: 'QWERTZ DAY' });
});

it('days beside months in one column are not lost in silence', () => {
  const { questions } = of('PERIOD|DAY', (row) => [`2025-0${(row % 3) + 2}`, String((row % 28) + 1)]);
  expect(questions).toMatchObject([{ text: expect.stringContaining('"DAY"'), answers: ['--set DAY=-'] }]);
});

it('a whole date is the date, whatever its parts are written beside it', () => {
  const whole = of('DATE|YEAR|MONTH|DAY', (row) => [days(row).join('-'), ...days(row)]);
  expect(dateOf(whole)).toEqual([[], { from: 'DATE' }]);
});
