/** What people keep, as suites write it down. */
import { randomUUID } from 'node:crypto';
import { type ContactFields, savedQuery } from '@tidewaiter/contract';
import type { Engine } from '@tidewaiter/testing/databases';
import type { SearchToSave } from '../src/saved/saved-searches.js';
import { question, startAccounts } from './start.js';

/** Accounts of a plan with four workspaces of three searches each and one sub-user. */
export async function openKeeping(engine: Engine) {
  const started = await startAccounts(engine);
  const { accounts, opened, subUserOf } = started;
  await accounts.plans.catalogue.set('Four', {
    termMonths: null,
    workspaces: 4,
    recordsPerWorkspace: 3,
    subUserCount: 1,
  });
  const open = async () => (await opened('Four')).user;
  async function openWithSubUser() {
    const owner = await open();
    return { owner, subUser: await subUserOf(owner) };
  }
  return { ...started, open, openWithSubUser };
}

export const query = (changes: Parameters<typeof question>[1] = {}) => savedQuery.parse(question('cotton', changes));

export const toSave = (workspaceId: string, changes: Partial<SearchToSave> = {}): SearchToSave => ({
  ...{ workspaceId, searchId: randomUUID(), name: 'Cotton', description: 'What Korea buys', query: query() },
  ...{ columnKeys: [], totalRecords: 4, dataVersion: 1, ...changes },
});

export const company = (companyName: string, changes: Partial<ContactFields> = {}): ContactFields => ({
  ...{ companyName, address: null, mobile: null, email: null, website: null, notes: '', tags: [], ...changes },
});
