/** What the suites of accounts begin with. */
import { randomUUID } from 'node:crypto';
import { type SearchPayload, searchQuery } from '@tidewaiter/contract';
import { account } from '@tidewaiter/testing/account';
import { type Engine, startEngine } from '@tidewaiter/testing/databases';
import { options } from '@tidewaiter/testing/options';
import { startSmtp } from '@tidewaiter/testing/smtp';
import { afterAll, expect } from 'vitest';
import { openAccounts } from '../src/accounts.js';
import type { User } from '../src/users/user.js';

/** A password that is hard to guess. */
export const GOOD = 'correct ferry window 42';
export const HERE = '127.0.0.1';
export const FIRST = { number: 0, size: 20 };

/** Somebody who has no account yet. */
export const person = (email = `person-${randomUUID()}@example.com`) => ({
  ...{ email, firstname: 'Ada', lastname: 'Bay', mobile: '+31 20 123456', companyName: 'Acme' },
});

/** Whom an owner invites; the company is the owner's. */
export const invited = (downloadLimit = 0, email?: string) => {
  const { companyName: _, ...rest } = person(email);
  return { ...rest, downloadLimit };
};

/** What a mailed link holds behind its name. */
export const tokenIn = (text = '', name = 'token') => new RegExp(`#${name}=([\\w-]{43})`).exec(text)?.[1] ?? 'none';
export const otpIn = (text = '') => /password is (\d{8})/.exec(text)?.[1] ?? 'none';

/** A search for a word. */
export const question = (word: string, changes: Partial<SearchPayload> = {}) =>
  searchQuery.parse({
    ...{ tradeType: 'IMPORT', searchBy: 'PRODUCT', matchType: 'C', searchValue: [word], countryCode: ['KOR'] },
    ...{ fromDate: '2020-01-01', toDate: '2020-12-31', ...changes },
  });

/**
 * Accounts on a database of their own whose mail arrives, at a time that the suite sets; a suite says only what matters to it. They are
 * closed behind its tests, and add up then.
 */
export async function startAccounts(engine: Engine, changes: Parameters<typeof options>[0] = {}) {
  const clock = { now: new Date('2026-05-10T12:00:00Z') };
  const { location, stop } = await startEngine(engine);
  const smtp = await startSmtp();
  const mail = { smtpUrl: smtp.url, from: 'portal@example.com', outbox: 'none' };
  const open = (more = {}) => openAccounts(location, options({ mail, now: () => clock.now, ...changes, ...more }));
  let accounts = await open();
  afterAll(async () => {
    expect(await accounts.store.unreconciled()).toEqual([]);
    await accounts.close();
    await smtp.stop();
    await stop();
  });
  return {
    ...{ accounts, smtp, location, clock },
    later(ms: number) {
      clock.now = new Date(clock.now.getTime() + ms);
    },
    /** As a restart does; with other options, where some are given. */
    async reopen(more?: Parameters<typeof options>[0], meanwhile?: () => Promise<unknown>) {
      await accounts.close();
      await meanwhile?.();
      accounts = await open(more);
      return accounts;
    },
    /** An account whose first period has begun. */
    async opened(plan = 'Operator') {
      const made = await accounts.people.newAccounts.create(account({ plan }));
      await accounts.plans.subscriptions.active(made.user);
      return made;
    },
    async subUserOf(owner: User, downloadLimit = 0) {
      return accounts.people.subUsers.find(
        owner,
        (await accounts.people.subUsers.create(owner, invited(downloadLimit))).id,
      );
    },
    signIn: (email: string, password: string, more: { keepLoggedIn?: boolean; restoreSecret?: string } = {}) =>
      accounts.access.sessions.login({ email, password, keepLoggedIn: false, address: HERE, ...more }),
    /** What was mailed to an address, the first first. */
    async mailed(to: string) {
      await accounts.mailer.idle();
      return smtp.messages.filter((message) => message.to.includes(to)).map(({ text }) => text);
    },
    eventsOf: async (user: User) => (await accounts.audit.latest(50, { subjectId: user.id })).map(({ event }) => event),
  };
}
