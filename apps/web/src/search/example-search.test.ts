import type { Country } from '@tidewaiter/contract';
import { expect, it } from 'vitest';
import { exampleSearches } from './example-search.js';

const country = (name: string, records: number) =>
  ({
    ...{ name, shortcode: name.slice(0, 3).toUpperCase(), records },
    ...{ importFrom: '2020-01-01', importUpto: '2026-10-31', exportFrom: '2021-01-01', exportUpto: '2026-09-30' },
  }) as Country;

it('examples are of the country with most records of their trade, over its last year', () => {
  const found = exampleSearches({
    IMPORT: [country('Mexico', 5), country('Vietnam', 9)],
    EXPORT: [country('Brazil', 1)],
  });
  expect(found.map(({ label }) => label)).toEqual([
    'Try computers and phones into Vietnam',
    'Try medicines into Vietnam',
    'Try T-shirts and jerseys out of Brazil',
  ]);
  expect(found.map(({ draft }) => [draft.tradeType, draft.fromDate, draft.toDate])).toEqual([
    ['IMPORT', '2025-11-01', '2026-10-31'],
    ['IMPORT', '2025-11-01', '2026-10-31'],
    ['EXPORT', '2025-10-01', '2026-09-30'],
  ]);
});

it('there are none of a trade without records', () => {
  expect(exampleSearches({ IMPORT: [country('Mexico', 0)], EXPORT: [] })).toEqual([]);
});
