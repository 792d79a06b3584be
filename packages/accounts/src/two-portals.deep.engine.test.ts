/** Two portals on one database: what one of them knows, the other knows. */
import { account } from '@tidewaiter/testing/account';
import { type StartedEngine, startEngine } from '@tidewaiter/testing/databases';
import { options } from '@tidewaiter/testing/options';
import { POSTGRES } from '@tidewaiter/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { code } from '../testing/refusals.js';
import { type Accounts, openAccounts } from './accounts.js';

describe.runIf(POSTGRES)('two portals on one PostgreSQL', () => {
  let started: StartedEngine;
  let here: Accounts;
  let there: Accounts;
  beforeAll(async () => {
    started = await startEngine('PostgreSQL');
    // Both at once, on an empty database: one of them makes the tables.
    [here, there] = await Promise.all([
      openAccounts(started.location, options()),
      openAccounts(started.location, options()),
    ]);
  });
  afterAll(async () => {
    await here.close();
    await there.close();
    await started.stop();
  });

  it('know the same sessions, and end them for each other', async () => {
    const { user, password } = await here.people.newAccounts.create(account());
    const { signedIn } = await here.access.sessions.login({
      email: user.email,
      password,
      keepLoggedIn: false,
      address: '127.0.0.1',
    });
    expect((await there.access.sessions.resolve(signedIn.token)).user.id).toBe(user.id);
    await there.access.sessions.endAll(user.id);
    expect(await code(here.access.sessions.resolve(signedIn.token))).toBe('SESSION_TIMEOUT');
  });

  it('let a person sign in several times at once', async () => {
    const { user, password } = await here.people.newAccounts.create(account());
    const credentials = { email: user.email, password, keepLoggedIn: false, address: '127.0.0.1' };
    for (let round = 0; round < 5; round += 1)
      await Promise.all([here, there, here, there].map(({ access }) => access.sessions.login(credentials)));
  });

  it('never spend the same point', async () => {
    await here.plans.catalogue.set('Hundred', { termMonths: null, searches: 100 });
    const { user } = await here.people.newAccounts.create(account({ plan: 'Hundred' }));
    await Promise.all([here.plans.subscriptions.active(user), there.plans.subscriptions.active(user)]);
    const holder = { userId: user.id, allowance: 'SEARCHES' } as const;
    const spends = Array.from({ length: 200 }, (_, n) =>
      code((n % 2 ? here : there).plans.ledger.charge(holder, { key: `spend ${n}`, points: 1, cause: 'SEARCH' })),
    );
    const outcomes = await Promise.all(spends);
    expect(outcomes.filter((outcome) => outcome === 'no error')).toHaveLength(100);
    expect(await there.plans.ledger.balance(holder)).toBe(0);
    expect(await here.store.unreconciled()).toEqual([]);
  });

  it('never hand out more records of a paid search together than its plan says', async () => {
    await here.plans.catalogue.set('Hundred records', { termMonths: null, freeRecords: 100 });
    const { user } = await here.people.newAccounts.create(account({ plan: 'Hundred records' }));
    const taken = await Promise.all(
      Array.from({ length: 60 }, (_, n) => {
        const ids = Array.from(
          { length: 5 },
          (__, at) => `${(n * 3 + at).toString(16).padStart(16, 'f')}${'0'.repeat(16)}`,
        );
        return (n % 2 ? here : there).saved.freeReads.take(user.id, 'search of a day', ids);
      }),
    );
    expect(new Set(taken.flatMap(({ free }) => [...free])).size).toBe(100);
  });
});
