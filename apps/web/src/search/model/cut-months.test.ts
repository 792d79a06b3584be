import type { Country } from '@tidewaiter/contract';
import { expect, it } from 'vitest';
import { cutMonths } from './cut-months.js';

const country = (shortcode: string, importFrom: string | null, importUpto: string | null) =>
  ({ shortcode, name: shortcode, importFrom, importUpto, exportFrom: null, exportUpto: null }) as Country;

it('months that the days of a question cut are not whole', () => {
  expect([...cutMonths({ fromDate: '2026-01-15', toDate: '2026-03-30' })]).toEqual([
    ['2026-01', 'the search begins on 15 Jan 2026'],
    ['2026-03', 'the search ends on 30 Mar 2026'],
  ]);
  expect(cutMonths({ fromDate: '2026-01-01', toDate: '2026-02-28' }).size).toBe(0);
});

it('nor are those within which the records of one of its countries begin or end', () => {
  const asked = { fromDate: '2026-01-01', toDate: '2026-06-30', tradeType: 'IMPORT', countryCode: ['A', 'B'] } as const;
  const countries = [
    country('A', '2025-05-05', '2026-05-20'),
    country('B', '2026-02-10', '2026-04-30'),
    country('C', '2026-03-03', '2026-03-04'),
  ];
  expect([...cutMonths({ ...asked, countryCode: [...asked.countryCode] }, countries)]).toEqual([
    ['2026-02', 'records of B begin on 10 Feb 2026'],
    ['2026-05', 'records of A end on 20 May 2026'],
  ]);
  expect(cutMonths({ ...asked, tradeType: 'EXPORT', countryCode: ['A'] }, countries).size).toBe(0);
});
