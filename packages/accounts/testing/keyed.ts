/** Accounts as the suites of keys and connections open them. */
import { randomUUID } from 'node:crypto';
import { type SearchQuery, searchQuery } from '@tidewaiter/contract';
import { account } from '@tidewaiter/testing/account';
import type { Engine } from '@tidewaiter/testing/databases';
import type { User } from '../src/users/user.js';
import { startAccounts } from './start.js';

/** What a program asks. */
export const question = (word: string): SearchQuery =>
  searchQuery.parse({
    ...{ tradeType: 'IMPORT', searchBy: 'PRODUCT', matchType: 'C', searchValue: [word], countryCode: ['KOR'] },
    ...{ fromDate: '2020-01-01', toDate: '2020-12-31' },
  });

/** Accounts whose mail arrives, and people whose programs spend. */
export async function openKeyed(engine: Engine, now: () => Date) {
  const started = await startAccounts(engine, { now });
  const { accounts } = started;
  return {
    ...started,
    async open(): Promise<{ user: User; password: string }> {
      const opened = await accounts.newAccounts.create(account());
      await accounts.subscriptions.active(opened.user);
      return opened;
    },
    async subUserOf(owner: User): Promise<User> {
      const { id } = await accounts.subUsers.create(owner, {
        email: `sub-${randomUUID()}@example.com`,
        ...{ firstname: 'Eva', lastname: 'Bay', mobile: '', downloadLimit: 50 },
      });
      return accounts.subUsers.find(owner, id);
    },
  };
}
