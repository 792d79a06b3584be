import { type SearchPayload, searchQuery } from '@tidewaiter/contract';
import { expect, it } from 'vitest';
import { onlyThis, withoutThis } from './narrow.js';

const query = (changes: Partial<SearchPayload> = {}) =>
  searchQuery.parse({
    tradeType: 'IMPORT',
    searchBy: 'HS_CODE',
    matchType: 'L',
    searchValue: ['6109'],
    countryCode: ['IND'],
    fromDate: '2026-01-01',
    toDate: '2026-06-30',
    ...changes,
  });

it('only one value takes the place of all others of its list, and is no longer left out', () => {
  const asked = query({ importerList: ['ACME', 'BETA'], exceptImporterList: ['GAMMA', 'DELTA'] });
  expect(onlyThis(asked, 'importerList', 'GAMMA')).toEqual({
    importerList: ['GAMMA'],
    exceptImporterList: ['DELTA'],
  });
});

it('a value that is left out joins those that are, and is no longer asked for', () => {
  const asked = query({ importerList: ['ACME', 'BETA'], exceptImporterList: ['GAMMA'] });
  expect(withoutThis(asked, 'importerList', 'ACME')).toEqual({
    importerList: ['BETA'],
    exceptImporterList: ['GAMMA', 'ACME'],
  });
  expect(withoutThis(query({ importerList: ['ACME'] }), 'importerList', 'ACME')).toEqual({
    importerList: undefined,
    exceptImporterList: ['ACME'],
  });
});
