/** Allowances: nothing is spent twice, nothing is lost, whatever happens at once or in between; `ledger.deep.engine.test.ts` has more of that. */
import type { Allowance } from '@tidewaiter/contract';
import { account } from '@tidewaiter/testing/account';
import { DRAWN_ENGINES, type StartedEngine, startEngine } from '@tidewaiter/testing/databases';
import { options } from '@tidewaiter/testing/options';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { code } from '../../testing/refusals.js';
import { type Accounts, databaseOf, openAccounts } from '../accounts.js';
import type { User } from '../users/user.js';
import { Ledger } from './ledger.js';

const NEW_SUB_USER = () => ({
  email: `sub-${Math.random().toString(36).slice(2)}@example.com`,
  firstname: 'Eva',
  lastname: 'Bay',
  mobile: '',
  downloadLimit: 0,
});

describe.each(DRAWN_ENGINES)('the ledger on %s holds', (engine) => {
  let started: StartedEngine;
  let accounts: Accounts;
  let now = new Date('2026-05-10T12:00:00Z');

  beforeAll(async () => {
    started = await startEngine(engine);
    accounts = await openAccounts(started.location, options({ now: () => now }));
    await accounts.plans.set('Hundred', {
      termMonths: null,
      period: 'QUARTER',
      searches: 100,
      downloads: 1000,
      workspaces: 4,
    });
    await accounts.plans.set('Small', {
      termMonths: null,
      period: 'MONTH',
      searches: 7,
      downloads: 70,
      workspaces: 2,
    });
  });
  afterAll(async () => {
    expect(await accounts.store.unreconciled()).toEqual([]);
    await accounts.close();
    await started.stop();
  });

  const open = async (plan = 'Hundred'): Promise<User> => {
    const { user } = await accounts.newAccounts.create(account({ plan }));
    await accounts.subscriptions.active(user);
    return user;
  };
  const searchesOf = ({ id }: User) => ({ userId: id, allowance: 'SEARCHES' }) as const;
  const left = (user: User, allowance: Allowance = 'SEARCHES') =>
    accounts.ledger.balance({ userId: user.id, allowance });
  it('tells listeners what was entered once it stands, and nothing of what was taken back', async () => {
    const user = await open();
    const heard: unknown[] = [];
    accounts.ledger.listeners.push(({ allowance, amount, cause }) => heard.push([allowance, amount, cause]));
    await spend(user, 'a', 3);
    await spend(user, 'a', 3);
    await accounts.ledger.release(searchesOf(user), 'a');
    await databaseOf(accounts)
      .transaction(async (transaction) => {
        const act = { ...searchesOf(user), key: 'b', amount: -1, cause: 'SEARCH' } as const;
        await accounts.ledger.enter(transaction, act);
        throw new Error('taken back');
      })
      .catch(() => {});
    accounts.ledger.listeners.pop();
    expect(heard).toEqual([
      ['SEARCHES', -3, 'SEARCH'],
      ['SEARCHES', 3, 'RELEASE'],
    ]);
  });

  const spend = (user: User, key: string, points = 1) =>
    accounts.ledger.charge(searchesOf(user), { key, points, cause: 'SEARCH' });

  it('a charge once, its release once, and the charge again after it', async () => {
    const user = await open();
    expect(await spend(user, 'a', 3)).toBe(true);
    expect(await spend(user, 'a', 3)).toBe(false);
    expect(await left(user)).toBe(97);
    await accounts.ledger.release(searchesOf(user), 'a');
    await accounts.ledger.release(searchesOf(user), 'a');
    await accounts.ledger.release(searchesOf(user), 'never charged');
    expect(await left(user)).toBe(100);
    expect(await spend(user, 'a', 3)).toBe(true);
    expect(await left(user)).toBe(97);
  });

  it('its points when more is asked than there is', async () => {
    const user = await open();
    expect(await code(spend(user, 'a', 101))).toBe('SEARCH_LIMIT_EXHAUSTED');
    expect(await left(user)).toBe(100);
  });

  it('exactly its points against 200 spends at once', async () => {
    const user = await open();
    const outcomes = await Promise.all(Array.from({ length: 200 }, (_, n) => code(spend(user, `spend ${n}`))));
    expect(outcomes.filter((outcome) => outcome === 'no error')).toHaveLength(100);
    expect(outcomes.filter((outcome) => outcome === 'SEARCH_LIMIT_EXHAUSTED')).toHaveLength(100);
    expect(await left(user)).toBe(0);
  });

  it('one charge when the same act arrives many times at once, at several portals: each makes one transaction of it', async () => {
    const user = await open();
    const act = { key: 'same', points: 1, cause: 'SEARCH', actorId: user.id } as const;
    const transactions = vi.spyOn(databaseOf(accounts), 'transaction');
    const portals = Array.from({ length: 5 }, () => new Ledger(databaseOf(accounts), () => now));
    const made = await Promise.all(
      Array.from({ length: 50 }, (_, at) => portals[at % portals.length]?.charge(searchesOf(user), act)),
    );
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(transactions.mock.calls.length).toBeLessThanOrEqual(portals.length);
    transactions.mockRestore();
    expect(await left(user)).toBe(99);
  });

  it('one beginning of a period when many notice it at once, also within transactions', async () => {
    const { user } = await accounts.newAccounts.create(account({ plan: 'Hundred' }));
    const database = databaseOf(accounts);
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        at % 2 === 0
          ? accounts.subscriptions.active(user)
          : database.transaction((transaction) => accounts.subscriptions.active(user, transaction)),
      ),
    );
    expect(await left(user)).toBe(100);
    expect(await left(user, 'DOWNLOADS')).toBe(1000);
    expect(await left(user, 'WORKSPACES')).toBe(4);
  });

  it('its entries: they are added, not changed, and go with their account only', async () => {
    const user = await open();
    for (const statement of [
      sql`update ledger_entries set amount = 1000 where user_id = ${user.id}`,
      sql`delete from ledger_entries where user_id = ${user.id}`,
      sql`update audit_log set event = 'LOGIN'`,
      sql`delete from audit_log`,
    ]) {
      await expect(databaseOf(accounts).execute(statement)).rejects.toThrow();
    }
    await databaseOf(accounts).execute(sql`delete from users where id = ${user.id}`);
    expect((await accounts.ledger.entries(user.id, { number: 0, size: 20 })).total).toBe(0);
  });

  it('a new period with new points; workspaces stay', async () => {
    const user = await open();
    await spend(user, 'a', 40);
    await accounts.ledger.charge(
      { userId: user.id, allowance: 'WORKSPACES' },
      { key: 'workspace 1', points: 1, cause: 'WORKSPACE' },
    );
    now = new Date('2026-08-09T12:00:00Z');
    await accounts.subscriptions.active(user);
    expect(await left(user)).toBe(60);
    now = new Date('2026-08-10T12:00:00Z');
    await accounts.subscriptions.active(user);
    expect(await left(user)).toBe(100);
    expect(await left(user, 'WORKSPACES')).toBe(3);
    const { entries } = await accounts.ledger.entries(user.id, { number: 0, size: 20 });
    expect(entries.map(({ cause, amount }) => `${cause} ${amount}`)).toEqual([
      'PERIOD 1000',
      'LAPSE -1000',
      'PERIOD 100',
      'LAPSE -60',
      'WORKSPACE -1',
      'SEARCH -40',
      'PLAN 4',
      'PERIOD 1000',
      'PERIOD 100',
    ]);
  });

  it('a new period for sub-users with what was last set for them, and nothing for one whom the operator has disabled', async () => {
    await accounts.plans.set('Team', {
      termMonths: null,
      period: 'MONTH',
      searches: 1,
      downloads: 300,
      workspaces: 1,
      subUserCount: 2,
    });
    const owner = await open('Team');
    const [active, disabled] = [
      await accounts.subUsers.create(owner, { ...NEW_SUB_USER(), downloadLimit: 50 }),
      await accounts.subUsers.create(owner, { ...NEW_SUB_USER(), downloadLimit: 80 }),
    ];
    await accounts.users.setDisabled(disabled, true);
    const downloads = () => Promise.all([owner, active, disabled].map((user) => left(user, 'DOWNLOADS')));
    expect(await downloads()).toEqual([170, 50, 80]);
    now = new Date(now.getTime() + 40 * 24 * 60 * 60 * 1000);
    await accounts.subscriptions.active(owner);
    expect(await downloads()).toEqual([250, 50, 0]);
  });

  it('what a smaller plan leaves: no workspace is taken, none may be added', async () => {
    const user = await open();
    const workspaces = { userId: user.id, allowance: 'WORKSPACES' } as const;
    const add = (n: number) =>
      accounts.ledger.charge(workspaces, { key: `workspace ${n}`, points: 1, cause: 'WORKSPACE' });
    for (let n = 0; n < 3; n += 1) await add(n);
    await accounts.subscriptions.subscribe(user.id, { plan: 'Small' });
    await accounts.subscriptions.active(user);
    expect(await left(user)).toBe(7);
    expect(await left(user, 'WORKSPACES')).toBe(-1);
    expect(await code(add(3))).toBe('WORKSPACE_LIMIT_EXHAUSTED');
    await accounts.ledger.release(workspaces, 'workspace 0');
    await accounts.ledger.release(workspaces, 'workspace 1');
    expect(await code(add(3))).toBe('no error');
    expect(await code(add(4))).toBe('WORKSPACE_LIMIT_EXHAUSTED');
  });
});
