/** Allowances: nothing is spent twice, nothing is lost, whatever happens at once or in between. */
import { type Allowance, DAY_MS } from '@tidewaiter/contract';
import { account } from '@tidewaiter/testing/account';
import { DRAWN_ENGINES } from '@tidewaiter/testing/databases';
import { cases, SEED } from '@tidewaiter/testing/generated';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { type Act, CAUSES, MODEL_PLAN, Model, POTS, type Pot } from '../../testing/ledger-model.js';
import { code } from '../../testing/refusals.js';
import { FIRST, question, startAccounts } from '../../testing/start.js';
import { databaseOf } from '../accounts.js';
import { Searches } from '../saved/searches.js';
import type { User } from '../users/user.js';
import { type Holder, Ledger } from './ledger.js';

describe.each(DRAWN_ENGINES)('the ledger on %s holds', async (engine) => {
  const { accounts, clock, later, opened, subUserOf } = await startAccounts(engine);
  const { ledger, catalogue: plans, subscriptions } = accounts.plans;
  const hundred = { period: 'QUARTER', searches: 100, downloads: 1000, workspaces: 4 } as const;
  await plans.set('Hundred', { termMonths: null, ...hundred });
  await plans.set('Small', { termMonths: null, period: 'MONTH', searches: 7, downloads: 70, workspaces: 2 });

  const open = async (plan = 'Hundred') => (await opened(plan)).user;
  const searchesOf = ({ id }: User) => ({ userId: id, allowance: 'SEARCHES' }) as const;
  const left = (user: User, allowance: Allowance = 'SEARCHES') => ledger.balance({ userId: user.id, allowance });
  const spend = (user: User, key: string, points = 1) =>
    ledger.charge(searchesOf(user), { key, points, cause: 'SEARCH' });
  const addWorkspace = ({ id }: User, n: number) =>
    ledger.charge({ userId: id, allowance: 'WORKSPACES' }, { key: `workspace ${n}`, points: 1, cause: 'WORKSPACE' });

  it('what a model of it says, after any sequence of acts on all of an account', async () => {
    const points = (min: number, max: number) => fc.integer({ min, max });
    const pot = fc.constantFrom(...POTS);
    const key = fc.constantFrom('a', 'b', 'c');
    const act = fc.oneof(
      { weight: 5, arbitrary: fc.record({ act: fc.constant('charge' as const), pot, key, points: points(1, 60) }) },
      { weight: 2, arbitrary: fc.record({ act: fc.constant('release' as const), pot, key }) },
      { weight: 2, arbitrary: fc.record({ act: fc.constant('grant' as const), pot, points: points(-40, 40) }) },
      { weight: 2, arbitrary: fc.record({ act: fc.constant('limit' as const), points: points(0, 150) }) },
      { weight: 1, arbitrary: fc.record({ act: fc.constant('period' as const) }) },
    );
    await plans.set('Model', { termMonths: null, ...MODEL_PLAN, subUserCount: 1 });
    const run = async (acts: Act[]) => {
      const owner = await open('Model');
      const subUser = await subUserOf(owner);
      const holders: Record<Pot, Holder> = {
        searches: { userId: owner.id, allowance: 'SEARCHES' },
        workspaces: { userId: owner.id, allowance: 'WORKSPACES' },
        downloads: { userId: owner.id, allowance: 'DOWNLOADS' },
        subUsers: { userId: subUser.id, allowance: 'DOWNLOADS' },
      };
      const perform = async (step: Act) => {
        if (step.act === 'charge')
          await ledger.charge(holders[step.pot], { key: step.key, points: step.points, cause: CAUSES[step.pot] });
        else if (step.act === 'release') await ledger.release(holders[step.pot], step.key);
        else if (step.act === 'limit') await accounts.people.subUsers.setDownloadLimit(owner, subUser.id, step.points);
        else if (step.act === 'grant') {
          const { userId, allowance } = holders[step.pot];
          await accounts.plans.grants.give(userId === owner.id ? owner : subUser, allowance, step.points, 'test');
        } else {
          later(93 * DAY_MS);
          await subscriptions.active(owner);
        }
      };
      const model = new Model();
      for (const step of acts) {
        const expected = model.apply(step);
        expect(await code(perform(step))).toBe(expected);
        for (const name of POTS)
          expect(await ledger.balance(holders[name]), `${name} after ${JSON.stringify(step)}`).toBe(
            model.balances[name],
          );
      }
    };
    const before = clock.now;
    await fc.assert(fc.asyncProperty(fc.array(act, { maxLength: 15 }), run), { numRuns: cases(8, 200), seed: SEED });
    expect(await accounts.store.unreconciled()).toEqual([]);
    clock.now = before;
  });

  it('tells listeners what was entered once it stands, and nothing of what was taken back', async () => {
    const user = await open();
    const heard: unknown[] = [];
    ledger.listeners.push(({ allowance, amount, cause }) => heard.push([allowance, amount, cause]));
    expect([await spend(user, 'a', 3), await spend(user, 'a', 3)]).toEqual([true, false]);
    await ledger.release(searchesOf(user), 'a');
    const takenBack = databaseOf(accounts).transaction(async (transaction) => {
      await ledger.enter(transaction, { ...searchesOf(user), key: 'b', amount: -1, cause: 'SEARCH' });
      throw new Error('taken back');
    });
    await expect(takenBack).rejects.toThrow('taken back');
    ledger.listeners.pop();
    expect(heard).toEqual([
      ['SEARCHES', -3, 'SEARCH'],
      ['SEARCHES', 3, 'RELEASE'],
    ]);
  });

  it('exactly its points against 200 spends at once', async () => {
    const user = await open();
    const outcomes = await Promise.all(Array.from({ length: 200 }, (_, n) => code(spend(user, `spend ${n}`))));
    expect(outcomes.filter((outcome) => outcome === 'no error')).toHaveLength(100);
    expect(outcomes.filter((outcome) => outcome === 'SEARCH_LIMIT_EXHAUSTED')).toHaveLength(100);
    expect(await left(user)).toBe(0);
  });

  it('one charge when the same search arrives many times at once, at several portals: each makes one transaction of it', async () => {
    const user = await open();
    const transactions = vi.spyOn(databaseOf(accounts), 'transaction');
    const now = () => clock.now;
    const portals = Array.from({ length: 5 }, () => {
      const database = databaseOf(accounts);
      return new Searches(database, new Ledger(database, now), now);
    });
    const made = await Promise.all(
      Array.from({ length: 50 }, (_, at) => portals[at % portals.length]?.charge({ user }, question('same'), [])),
    );
    expect(made.filter((one) => one?.charge?.isOwn)).toHaveLength(1);
    expect(new Set(made.map((one) => one?.search)).size).toBe(1);
    expect(transactions.mock.calls.length).toBeLessThanOrEqual(portals.length);
    transactions.mockRestore();
    expect(await left(user)).toBe(99);
  });

  it('one beginning of a period when many notice it at once, also within transactions', async () => {
    const { user } = await accounts.people.newAccounts.create(account({ plan: 'Hundred' }));
    const within = () => databaseOf(accounts).transaction((transaction) => subscriptions.active(user, transaction));
    await Promise.all(Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? subscriptions.active(user) : within())));
    const balances = [await left(user), await left(user, 'DOWNLOADS'), await left(user, 'WORKSPACES')];
    expect(balances).toEqual([100, 1000, 4]);
  });

  it('its entries: they are added, not changed, and go with their account only', async () => {
    const user = await open();
    for (const statement of [
      sql`update ledger_entries set amount = 1000 where user_id = ${user.id}`,
      sql`delete from ledger_entries where user_id = ${user.id}`,
      sql`update audit_log set event = 'LOGIN'`,
      sql`delete from audit_log`,
    ])
      await expect(databaseOf(accounts).execute(statement)).rejects.toThrow();
    await databaseOf(accounts).execute(sql`delete from users where id = ${user.id}`);
    expect((await ledger.entries(user.id, FIRST)).total).toBe(0);
  });

  it('a new period with new points, a calendar quarter after the one before; workspaces stay', async () => {
    const before = clock.now;
    const user = await open();
    await spend(user, 'a', 40);
    await addWorkspace(user, 1);
    const searches: number[] = [];
    for (const day of ['2026-08-09', '2026-08-10']) {
      clock.now = new Date(`${day}T12:00:00Z`);
      await subscriptions.active(user);
      searches.push(await left(user));
    }
    expect([searches, await left(user, 'WORKSPACES')]).toEqual([[60, 100], 3]);
    const { entries } = await ledger.entries(user.id, FIRST);
    expect(entries.map(({ cause, amount }) => `${cause} ${amount}`)).toEqual([
      ...['PERIOD 1000', 'LAPSE -1000', 'PERIOD 100', 'LAPSE -60', 'WORKSPACE -1', 'SEARCH -40'],
      ...['PLAN 4', 'PERIOD 1000', 'PERIOD 100'],
    ]);
    clock.now = before;
  });

  it('a new period for sub-users with what was last set for them, and nothing for one whom the operator has disabled', async () => {
    const team = { searches: 1, downloads: 300, workspaces: 1, subUserCount: 2 };
    await plans.set('Team', { termMonths: null, period: 'MONTH', ...team });
    const owner = await open('Team');
    const [active, disabled] = [await subUserOf(owner, 50), await subUserOf(owner, 80)];
    await accounts.people.users.setDisabled(disabled, true);
    const downloads = () => Promise.all([owner, active, disabled].map((user) => left(user, 'DOWNLOADS')));
    expect(await downloads()).toEqual([170, 50, 80]);
    later(40 * DAY_MS);
    await subscriptions.active(owner);
    expect(await downloads()).toEqual([250, 50, 0]);
  });

  it('all that a plan gives where it is put back on the day on which another took its place, as often as that is', async () => {
    await plans.set('Put back', { termMonths: null, searches: 100, downloads: 300, workspaces: 4, subUserCount: 1 });
    const owner = await open('Put back');
    const subUser = await subUserOf(owner, 50);
    for (let time = 0; time < 2; time += 1) {
      for (const plan of ['Small', 'Put back']) {
        await subscriptions.subscribe(owner.id, { plan });
        await subscriptions.active(owner);
      }
      const pots = await Promise.all([
        left(owner),
        left(owner, 'WORKSPACES'),
        left(owner, 'DOWNLOADS'),
        left(subUser, 'DOWNLOADS'),
      ]);
      expect(pots).toEqual([100, 4, 250, 50]);
      // The same again gives nothing more.
      await subscriptions.subscribe(owner.id, { plan: 'Put back' });
      expect((await subscriptions.state(owner))?.searchesLeft).toBe(100);
    }
  });

  it('what a smaller plan leaves: no workspace is taken, none may be added', async () => {
    const user = await open();
    for (let n = 0; n < 3; n += 1) await addWorkspace(user, n);
    await subscriptions.subscribe(user.id, { plan: 'Small' });
    await subscriptions.active(user);
    expect([await left(user), await left(user, 'WORKSPACES')]).toEqual([7, -1]);
    expect(await code(addWorkspace(user, 3))).toBe('WORKSPACE_LIMIT_EXHAUSTED');
    for (const n of [0, 1]) await ledger.release({ userId: user.id, allowance: 'WORKSPACES' }, `workspace ${n}`);
    expect(await code(addWorkspace(user, 3))).toBe('no error');
    expect(await code(addWorkspace(user, 4))).toBe('WORKSPACE_LIMIT_EXHAUSTED');
  });
});
