import { type Country, searchQuery } from '@tidewaiter/contract';
import { expect, it } from 'vitest';
import { marketCaveat, unevenCountries } from './whole.js';

const country = (shortcode: string, name: string, importFrom: string | null, importUpto: string | null) =>
  ({ shortcode, name, importFrom, importUpto, exportFrom: null, exportUpto: null }) as Country;

const query = (changes: object = {}) =>
  searchQuery.parse({
    ...{
      tradeType: 'IMPORT',
      searchBy: 'PRODUCT',
      matchType: 'C',
      searchValue: ['tile'],
      countryCode: ['KOR', 'VNM', 'IND'],
    },
    ...{ fromDate: '2025-01-01', toDate: '2025-12-31', ...changes },
  });

it('says for which countries a period is not whole', () => {
  const known = [
    country('KOR', 'Korea', '2020-01-01', '2025-10-20'),
    country('VNM', 'Viet Nam', '2020-01-01', '2026-02-01'),
    country('IND', 'India', null, null),
    country('PER', 'Peru', '2020-01-01', '2020-02-01'),
  ];
  const year = { from: '2025-01-01', to: '2025-12-31' };
  expect(unevenCountries(known, query(), year)).toEqual([
    'records of Korea end on 20 Oct 2025',
    'there are no records of India',
  ]);
  expect(unevenCountries(known, query({ countryCode: ['VNM'] }), year)).toEqual([]);
});

it('says where a search that names parties has the shares of these and not of a market', () => {
  expect(marketCaveat(query(), 'importers')).toBeNull();
  expect(marketCaveat(query({ importerList: ['ACME'] }), 'importers')).toContain('among each other');
  expect(marketCaveat(query({ searchBy: 'EXPORTER', matchType: 'L', searchValue: ['Bolt'] }), 'importers')).toContain(
    'of what they trade',
  );
});
