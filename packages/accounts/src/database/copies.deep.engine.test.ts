import { join } from 'node:path';
import { OperatorError } from '@tidewaiter/contract';
import { account } from '@tidewaiter/testing/account';
import { ENGINES, type Engine, type StartedEngine, startEngine } from '@tidewaiter/testing/databases';
import { sharedFolder } from '@tidewaiter/testing/folder';
import { options } from '@tidewaiter/testing/options';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Accounts, databaseOf, openAccounts } from '../accounts.js';
import { type AccountsPlan, RestoredAccounts } from './copies.js';

const folder = sharedFolder();

const tables = ['users', 'ledger_entries', 'audit_log', 'plans', 'workspaces', 'subscriptions'];
async function contents(accounts: Accounts): Promise<unknown[]> {
  const read = (table: string) => {
    const rows = sql<unknown>`(select jsonb_agg(to_jsonb(t) order by to_jsonb(t)) from ${sql.raw(table)} t)`;
    return databaseOf(accounts).select({ rows }).from(sql`(select 1) as one`);
  };
  return Promise.all(tables.map(read));
}

/** Copies accounts into files, while `meanwhile` happens to them. */
async function copied(accounts: Accounts, name: string, meanwhile: () => Promise<unknown>) {
  const snapshot = await accounts.snapshot(join(folder, `${name}-scratch`));
  await meanwhile();
  const files = new Map<string, string[]>();
  for (const table of snapshot.plan.tables) {
    const paths: string[] = [];
    for (const page of snapshot.pieces(table)) {
      const path = join(folder, `${name}-${table.name}-${page}.br`);
      await snapshot.write(table, page, path);
      paths.push(path);
    }
    files.set(table.name, paths);
  }
  await snapshot.close();
  return { plan: snapshot.plan, files: async (table: string) => files.get(table) ?? [] };
}

async function restore(engine: StartedEngine, plan: AccountsPlan, files: (table: string) => Promise<string[]>) {
  const target = await RestoredAccounts.in(engine.location, plan.migrations);
  try {
    await target.read(plan, files);
  } finally {
    await target.close();
  }
}

const WAYS = ENGINES.flatMap((from) => ENGINES.map((to): [Engine, Engine] => [from, to]));

describe.each(WAYS)('accounts copied from %s to %s', (from, to) => {
  let source: StartedEngine;
  let target: StartedEngine;
  beforeAll(async () => {
    [source, target] = await Promise.all([startEngine(from), startEngine(to)]);
  });
  afterAll(() => Promise.all([source.stop(), target.stop()]));

  it('are those of one moment, go on where they were, and come back once', async () => {
    const accounts = await openAccounts(source.location, options());
    const owner = (await accounts.people.newAccounts.create(account({ firstname: 'Tab\tand\\ "quotes"\nÅ' }))).user;
    await accounts.saved.workspaces.create(owner, 'One');
    const before = await contents(accounts);
    const { plan, files } = await copied(accounts, `${from}-${to}`, () =>
      accounts.people.newAccounts.create(account()),
    );
    await accounts.close();

    await restore(target, plan, files);
    const back = await openAccounts(target.location, options());
    expect(await contents(back)).toEqual(before);
    const next = (await back.people.newAccounts.create(account())).user;
    expect(next.id).toBe(owner.id + 1);
    await expect(
      databaseOf(back).execute(sql`update ledger_entries set amount = amount + 1`),
      'triggers are in force again',
    ).rejects.toThrow();
    await back.close();
    await expect(restore(target, plan, files)).rejects.toBeInstanceOf(OperatorError);
  });

  it('come back whole or not at all', async () => {
    const empty = await startEngine(to);
    const accounts = await openAccounts(source.location, options());
    const { plan, files } = await copied(accounts, `${from}-${to}-again`, async () => {});
    await accounts.close();
    const lacking = async (table: string) => (table === 'users' ? [] : files(table));
    await expect(restore(empty, plan, lacking)).rejects.toThrow();
    await restore(empty, plan, files);
    await empty.stop();
  });
});
