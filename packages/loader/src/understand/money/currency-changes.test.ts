/** Whose money amounts are in that is a country's own: by what the file says, and by the years of its rows. */
import { sourceCountriesWith } from '@tidewaiter/contract';
import { describe, expect, it } from 'vitest';
import { understand } from '../../../testing/understood.js';
import { isStillMoney } from './currencies.js';

const HEADER = 'IMP DATE|HS CODE|DESCRIPTION|ORIGIN|';
const ORIGINS = ['CHINA', 'ITALY', 'BRAZIL'];
const rowsOf = (days: readonly string[], cell: (row: number) => string) =>
  Array.from({ length: 30 }, (_, row) => [
    ...[days[row % days.length] ?? '', ['85171300', '69072100', '09011100'][row % 3] ?? ''],
    ...['WOVEN COTTON SHIRTS', ORIGINS[row % 3] ?? '', cell(row)],
  ]);
const sources = sourceCountriesWith(['CUW', 'HRV', 'BMU', 'SLE', 'JAM']);
const ask = (country: string | undefined, value: string, days: readonly string[], more = {}) =>
  understand(
    HEADER + value,
    rowsOf(days, (row) => `${1000 + 7 * row}`),
    { country, sources, ...more },
  );
const currencyOf = (...of: Parameters<typeof ask>) => ask(...of).mapping.columns.currency;
const said = (texts: readonly { text: string; answers: readonly string[] }[]) =>
  texts.filter(({ text }) => text.startsWith('which currency'));

describe('money that another has replaced', () => {
  it.each([
    ['CUW', 'CIF VALUE (NAf.)', ['05-11-2024', '21-11-2024'], 'ANG'],
    ['CUW', 'CIF VALUE (NAf.)', ['05-11-2026', '21-11-2026'], 'XCG'],
    ['HRV', 'STATISTICAL VALUE (local currency)', ['2022-11-05', '2022-12-31'], 'HRK'],
    ['HRV', 'STATISTICAL VALUE (local currency)', ['2023-01-01', '2023-02-05'], 'EUR'],
    ['HRV', 'STATISTICAL VALUE (kuna)', ['2022-11-05', '2022-12-31'], 'HRK'],
    ['SLE', 'CIF VALUE (leones)', ['2021-03-05', '2021-04-05'], 'SLL'],
    ['SLE', 'CIF VALUE (leones)', ['2024-03-05', '2024-04-05'], 'SLE'],
  ])('%s, %s, of %s is %s', (country, value, days, code) => {
    const { mapping, questions } = ask(country, value, days);
    expect(mapping.columns.currency).toEqual({ constant: code });
    expect(said(questions)).toEqual([]);
  });

  it('is asked about where the years lie on both sides', () => {
    const { questions, mapping } = ask('HRV', 'STATISTICAL VALUE (local currency)', ['2022-12-30', '2023-01-02']);
    expect(said(questions)).toMatchObject([{ answers: ['--set currency=HRK', '--set currency=EUR'] }]);
    expect(mapping.columns.currency).toBeUndefined();
  });

  it('is not what an earlier file of other days was read in', () => {
    const said = { currency: { constant: 'ANG' }, total_value: { from: 'VALUE' } };
    const { money } = ask('CUW', 'CIF VALUE (NAf.)', ['05-11-2026', '21-11-2026']);
    expect(money).toEqual(['XCG']);
    const now = [money, ['ANG'], ['ANG', 'XCG']].map((days) => isStillMoney(said, 'CUW', days));
    expect(now).toEqual([false, true, false]);
    expect(isStillMoney({ currency: { constant: 'USD' } }, 'CUW', money)).toBe(true);
    expect(isStillMoney({ currency: { constant: 'KES' } }, 'KEN', ['KES'])).toBe(true);
  });
});

describe('a dollar', () => {
  const days = ['2025-03-05', '2025-03-21'];
  const signed = (titles: string[]) =>
    understand(
      `${HEADER}VALUE`,
      rowsOf(days, (row) => `$${1000 + 7 * row}.50`),
      { country: 'BMU', sources, titles },
    );

  it('is of the country that the words before it name', () => {
    expect(signed(['All values in Bermuda dollars']).questions).toEqual([]);
    for (const [title, constant] of Object.entries({
      ...{
        'All values in Bermuda dollars': 'BMD',
        'Values in Bermuda dollars ($)': 'BMD',
        'Values in US dollars': 'USD',
      },
    }))
      expect(signed([title]).mapping.columns.currency).toEqual({ constant });
    expect(currencyOf('JAM', 'VALUE (Jamaican dollars)', days)).toEqual({ constant: 'JMD' });
    expect(currencyOf('JAM', 'VALUE (New Zealand dollars)', days)).toEqual({ constant: 'NZD' });
    expect(said(signed(['Values in euros and $']).questions)).toHaveLength(1);
  });

  it.each([[[]], [['All values in dollars']]])('of nobody is asked about where the country has one: %s', (titles) => {
    const { mapping, questions } = signed(titles);
    expect(said(questions)).toMatchObject([{ answers: ['--set currency=BMD', '--set currency=USD'] }]);
    expect(mapping.columns.currency).toEqual({ constant: 'BMD' });
  });
});
