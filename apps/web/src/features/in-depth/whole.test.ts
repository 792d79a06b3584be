import type { Country } from '@tidewaiter/contract';
import { expect, it } from 'vitest';
import { question } from '../../../testing/question.js';
import { isCutSpan, marketCaveat, unevenCountries } from './whole.js';

const country = (shortcode: string, name: string, importFrom: string | null, importUpto: string | null) =>
  ({ shortcode, name, importFrom, importUpto, exportFrom: null, exportUpto: null }) as Country;

const query = (changes: object = {}) =>
  question({
    ...{ searchBy: 'PRODUCT', matchType: 'C', searchValue: ['tile'], countryCode: ['KOR', 'VNM', 'IND'] },
    ...{ fromDate: '2025-01-01', toDate: '2025-12-31', ...changes },
  });

it('says for which countries a period is not whole', () => {
  const known = [
    country('KOR', 'Korea', '2020-01-01', '2025-10-20'),
    country('VNM', 'Viet Nam', '2020-01-01', '2026-02-01'),
    country('IND', 'India', null, null),
    country('PER', 'Peru', '2020-01-01', '2020-02-01'),
    country('MEX', 'Mexico', '2025-01-01', '2025-12-31'),
    country('TUR', 'Turkey', '2025-01-02', '2025-12-30'),
  ];
  const year = { from: '2025-01-01', to: '2025-12-31' };
  expect(unevenCountries(known, query(), year)).toEqual([
    'records of Korea end on 20 Oct 2025',
    'there are no records of India',
  ]);
  expect(unevenCountries(known, query({ countryCode: ['VNM', 'MEX'] }), year)).toEqual([]);
  expect(unevenCountries(known, query({ countryCode: ['TUR'] }), year)).toEqual([
    'records of Turkey begin on 02 Jan 2025 and end on 30 Dec 2025',
  ]);
});

it('says where a search that names parties has the shares of these and not of a market', () => {
  expect(marketCaveat(query(), 'importers')).toBeNull();
  expect(marketCaveat(query({ importerList: ['ACME'] }), 'importers')).toContain('among each other');
  expect(marketCaveat(query({ searchBy: 'EXPORTER', matchType: 'L', searchValue: ['Bolt'] }), 'importers')).toContain(
    'of what they trade',
  );
  const row = (relation: string) => ({
    queryBuilder: [{ relation, searchBy: 'IMPORTER', matchType: 'L', searchValue: ['Acme'] }],
  });
  expect(marketCaveat(query(row('AND')), 'importers')).toContain('among each other');
  // A market without one of its parties is nearly whole, and one with more than a party's records is no party's.
  expect(marketCaveat(query(row('NOT')), 'importers')).toBeNull();
  expect(marketCaveat(query(row('OR')), 'importers')).toBeNull();
});

it.each([
  ['2025-10', true],
  ['2025-11', false],
  ['2026-10', false],
  ['2026-11', true],
  ['2025-Q4', true],
  ['2026-Q1', false],
  ['2026-Q4', true],
  ['2025', true],
  ['2026', true],
])('of %s days from November to October leave some out: %s', (span, isCut) => {
  expect(isCutSpan(span, { from: '2025-11-01', to: '2026-10-31' })).toBe(isCut);
});
