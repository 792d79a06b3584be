/** What people keep, as suites write it down. */
import { randomUUID } from 'node:crypto';
import { type ContactFields, type SearchPayload, savedQuery, searchQuery } from '@tidewaiter/contract';
import { account } from '@tidewaiter/testing/account';
import type { Engine } from '@tidewaiter/testing/databases';
import type { SearchToSave } from '../src/saved/saved-searches.js';
import { startAccounts } from './start.js';

/** Accounts of a plan with four workspaces of three searches each and one sub-user, at the suite's own time. */
export async function openKeeping(engine: Engine, now: () => Date) {
  const { accounts, close } = await startAccounts(engine, { now });
  await accounts.plans.set('Four', { termMonths: null, workspaces: 4, recordsPerWorkspace: 3, subUserCount: 1 });
  const open = async () => (await accounts.newAccounts.create(account({ plan: 'Four' }))).user;
  return {
    accounts,
    open,
    async openWithSubUser() {
      const owner = await open();
      const email = `sub-${randomUUID()}@example.com`;
      const person = { email, firstname: 'Eva', lastname: 'Bay', mobile: '', downloadLimit: 0 };
      return { owner, subUser: await accounts.subUsers.create(owner, person) };
    },
    close,
  };
}

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
