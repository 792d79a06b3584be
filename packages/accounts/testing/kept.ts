/** What people keep, as suites write it down. */
import { randomUUID } from 'node:crypto';
import { type ContactFields, type SearchPayload, savedQuery, searchQuery } from '@tidewaiter/contract';
import type { SearchToSave } from '../src/saved/saved-searches.js';

export const query = (changes: Partial<SearchPayload> = {}) =>
  savedQuery.parse(
    searchQuery.parse({
      tradeType: 'IMPORT',
      searchBy: 'PRODUCT',
      matchType: 'C',
      searchValue: ['cotton'],
      countryCode: ['KOR'],
      fromDate: '2020-01-01',
      toDate: '2020-12-31',
      ...changes,
    }),
  );

export const toSave = (workspaceId: string, changes: Partial<SearchToSave> = {}): SearchToSave => ({
  workspaceId,
  searchId: randomUUID(),
  name: 'Cotton',
  description: 'What Korea buys',
  query: query(),
  columnKeys: [],
  totalRecords: 4,
  dataVersion: 1,
  ...changes,
});

export const company = (companyName: string, changes: Partial<ContactFields> = {}): ContactFields => ({
  companyName,
  address: null,
  mobile: null,
  email: null,
  website: null,
  notes: '',
  tags: [],
  ...changes,
});

export const FIRST = { number: 0, size: 20 };
