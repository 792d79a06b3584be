import type { Country } from '@tidewaiter/contract';
import { expect, it } from 'vitest';
import { exampleSearches, firstThatFinds } from './example-search.js';

const country = (name: string, records: number) =>
  ({
    ...{ name, shortcode: name.slice(0, 3).toUpperCase(), records },
    ...{ importFrom: '2020-01-01', importUpto: '2026-10-31', exportFrom: '2021-01-01', exportUpto: '2026-09-30' },
  }) as Country;

it('examples are of the countries with most records of their trade, over their last year', () => {
  const found = exampleSearches({
    IMPORT: [country('Mexico', 5), country('Chile', 1), country('Vietnam', 9), country('Kenya', 2), country('Peru', 0)],
    EXPORT: [country('Brazil', 1)],
  });
  expect(found.map((searches) => searches.map(({ label }) => label))).toEqual([
    [
      'Try computers and phones into Vietnam',
      'Try computers and phones into Mexico',
      'Try computers and phones into Kenya',
    ],
    ['Try medicines into Vietnam', 'Try medicines into Mexico', 'Try medicines into Kenya'],
    ['Try T-shirts and jerseys out of Brazil'],
  ]);
  expect(found.map(([first]) => [first?.draft.tradeType, first?.draft.fromDate, first?.draft.toDate])).toEqual([
    ['IMPORT', '2025-11-01', '2026-10-31'],
    ['IMPORT', '2025-11-01', '2026-10-31'],
    ['EXPORT', '2025-10-01', '2026-09-30'],
  ]);
});

it('there are none of a trade without records', () => {
  expect(exampleSearches({ IMPORT: [country('Mexico', 0)], EXPORT: [] }).flat()).toEqual([]);
});

it('an example is the first that finds something by any of its codes, or none', async () => {
  const [searches = []] = exampleSearches({ IMPORT: [country('Mexico', 5), country('Vietnam', 9)], EXPORT: [] });
  const asked: string[] = [];
  const found = (where: string) =>
    firstThatFinds(searches, async ({ countryCode: [code] }, value) => {
      asked.push(`${code} ${value}`);
      return `${code} ${value}` === where;
    });
  expect((await found('MEX 8517'))?.label).toBe('Try computers and phones into Mexico');
  expect(asked).toEqual(['VIE 8471', 'VIE 8517', 'MEX 8471', 'MEX 8517']);
  expect(await found('nowhere')).toBeUndefined();
});
