/** The ledger against a model of it, and through a kill. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { DAY_MS } from '@tidewaiter/contract';
import { account } from '@tidewaiter/testing/account';
import { ENGINES, type StartedEngine, startEngine } from '@tidewaiter/testing/databases';
import { cases, SEED } from '@tidewaiter/testing/generated';
import { options } from '@tidewaiter/testing/options';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Act, CAUSES, MODEL_PLAN, Model, POTS, type Pot } from '../../testing/ledger-model.js';
import { code } from '../../testing/refusals.js';
import { type Accounts, openAccounts } from '../accounts.js';
import type { User } from '../users/user.js';
import type { Holder } from './ledger.js';

/** Built from `packages/testing/src/spender.ts`. */
const SPENDER = fileURLToPath(new URL('../../../testing/dist/spender.js', import.meta.url));

const SUB_USER = { firstname: 'Eva', lastname: 'Bay', mobile: '', downloadLimit: 0 };

describe.each(ENGINES)('the ledger on %s holds', (engine) => {
  let started: StartedEngine;
  let accounts: Accounts;
  let now = new Date('2026-05-10T12:00:00Z');

  beforeAll(async () => {
    started = await startEngine(engine);
    accounts = await openAccounts(started.location, options({ now: () => now }));
  });
  afterAll(async () => {
    expect(await accounts.store.unreconciled()).toEqual([]);
    await accounts.close();
    await started.stop();
  });

  const open = async (plan: string): Promise<User> => {
    const { user } = await accounts.newAccounts.create(account({ plan }));
    await accounts.subscriptions.active(user);
    return user;
  };

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
    await accounts.plans.set('Model', { termMonths: null, ...MODEL_PLAN, subUserCount: 1 });
    const run = async (acts: Act[]) => {
      const owner = await open('Model');
      const subUser = await accounts.subUsers.create(owner, { ...SUB_USER, email: `sub-of-${owner.id}@example.com` });
      const holders = {
        searches: { userId: owner.id, allowance: 'SEARCHES' },
        workspaces: { userId: owner.id, allowance: 'WORKSPACES' },
        downloads: { userId: owner.id, allowance: 'DOWNLOADS' },
        subUsers: { userId: subUser.id, allowance: 'DOWNLOADS' },
      } as const;
      const model = new Model();
      for (const step of acts) {
        const expected = model.apply(step);
        expect(await code(perform(step, owner, subUser, holders))).toBe(expected);
        for (const name of POTS) {
          expect(await accounts.ledger.balance(holders[name]), `${name} after ${JSON.stringify(step)}`).toBe(
            model.balances[name],
          );
        }
      }
    };
    const perform = async (step: Act, owner: User, subUser: User, holders: Record<Pot, Holder>) => {
      if (step.act === 'charge') {
        const cause = CAUSES[step.pot];
        await accounts.ledger.charge(holders[step.pot], { key: step.key, points: step.points, cause });
      } else if (step.act === 'release') {
        await accounts.ledger.release(holders[step.pot], step.key);
      } else if (step.act === 'grant') {
        const { userId, allowance } = holders[step.pot];
        await accounts.grants.give(userId === owner.id ? owner : subUser, allowance, step.points, 'test');
      } else if (step.act === 'limit') {
        await accounts.subUsers.setDownloadLimit(owner, subUser.id, step.points);
      } else {
        now = new Date(now.getTime() + 93 * DAY_MS);
        await accounts.subscriptions.active(owner);
      }
    };
    await fc.assert(fc.asyncProperty(fc.array(act, { maxLength: 15 }), run), { numRuns: cases(25, 200), seed: SEED });
    expect(await accounts.store.unreconciled()).toEqual([]);
  });

  it('exactly its points when the process is killed in the middle of 200 spends', async () => {
    await accounts.plans.set('Hundred', {
      termMonths: null,
      period: 'QUARTER',
      searches: 100,
      downloads: 1000,
      workspaces: 4,
    });
    const user = await open('Hundred');
    // The embedded database is one process's at a time.
    await accounts.close();
    const spender = (...when: [] | [killAfter: number]) =>
      new Promise<string[]>((resolve, reject) => {
        const args = [SPENDER, JSON.stringify(started.location), String(user.id), '200', ...when.map(String)];
        const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
        let said = '';
        child.stdout.on('data', (chunk: Buffer) => {
          said += chunk.toString();
        });
        child.once('error', reject);
        child.once('close', () => resolve(said.split('\n').filter(Boolean)));
      });
    const before = await spender(20);
    const after = await spender();
    accounts = await openAccounts(started.location, options({ now: () => now }));
    const made = before.filter((outcome) => outcome === 'charged').length;
    expect(made).toBeGreaterThan(0);
    expect(before.length).toBeLessThan(200);
    expect(after).toHaveLength(200);
    // What was charged before the kill stands, also where nobody was told; the rest is charged now; 100 are refused.
    expect(after.filter((outcome) => outcome === 'stood').length).toBeGreaterThanOrEqual(made);
    expect(after.filter((outcome) => outcome === 'SEARCH_LIMIT_EXHAUSTED')).toHaveLength(100);
    expect(await accounts.ledger.balance({ userId: user.id, allowance: 'SEARCHES' })).toBe(0);
  });
});
