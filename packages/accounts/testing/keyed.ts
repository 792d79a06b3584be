/** Accounts as the suites of keys and connections open them. */
import { randomUUID } from 'node:crypto';
import { type SearchQuery, searchQuery } from '@tidewaiter/contract';
import { account } from '@tidewaiter/testing/account';
import { type Engine, startEngine } from '@tidewaiter/testing/databases';
import { options } from '@tidewaiter/testing/options';
import { startSmtp } from '@tidewaiter/testing/smtp';
import { expect } from 'vitest';
import { openAccounts } from '../src/accounts.js';
import type { User } from '../src/users/user.js';

/** What a program asks. */
export const question = (word: string): SearchQuery =>
  searchQuery.parse({
    ...{ tradeType: 'IMPORT', searchBy: 'PRODUCT', matchType: 'C', searchValue: [word], countryCode: ['KOR'] },
    ...{ fromDate: '2020-01-01', toDate: '2020-12-31' },
  });

/** Accounts whose mail arrives, and people whose programs spend. */
export async function openKeyed(engine: Engine, now: () => Date) {
  const started = await startEngine(engine);
  const smtp = await startSmtp();
  const mail = { smtpUrl: smtp.url, from: 'portal@example.com', outbox: 'none' };
  const accounts = await openAccounts(started.location, options({ mail, now }));
  return {
    accounts,
    smtp,
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
    async close() {
      expect(await accounts.store.unreconciled()).toEqual([]);
      await accounts.close();
      await smtp.stop();
      await started.stop();
    },
  };
}
