/** What an operator is told where the embedded accounts cannot be opened. */
import { cp, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '@tidewaiter/contract';
import { folderOfTest, sharedFolder } from '@tidewaiter/testing/folder';
import { SmallDisk } from '@tidewaiter/testing/small-disk';
import { beforeAll, expect, it } from 'vitest';
import { AccountStore } from '../site/store.js';
import { AccountsSnapshot } from './copies.js';
import { explainFailure } from './damage.js';
import { type OpenDatabase, openDatabase } from './database.js';

const DAMAGED = { message: 'Files of the accounts are damaged on the disk.' };

const whole = sharedFolder();
beforeAll(async () => {
  await (await openDatabase({ dataFolder: whole })).close();
});

async function refusalOf(dataFolder: string): Promise<OperatorError> {
  const refused = await openDatabase({ dataFolder }).then(
    async ({ close }) => {
      await close();
      return 'opened';
    },
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(OperatorError);
  return refused as OperatorError;
}

it.each<[string, (accounts: string) => Promise<void>]>([
  ['its control file cut off', (accounts) => truncate(join(accounts, 'global/pg_control'), 10)],
  ['its tables gone', (accounts) => rm(join(accounts, 'base'), { recursive: true })],
  ['its log gone', (accounts) => rm(join(accounts, 'pg_wal'), { recursive: true })],
  ['its mark gone', (accounts) => rm(join(accounts, 'PG_VERSION'))],
])('a database with %s is told as damaged, with what to do', async (_, damage) => {
  const dataFolder = await copyOfWhole();
  const accounts = join(dataFolder, 'accounts');
  await damage(accounts);
  const { message, details } = await refusalOf(dataFolder);
  expect(message).toContain(accounts);
  expect(message).toMatch(/damaged|missing/);
  expect(details.join()).toContain('from a backup');
});

it('a full disk is told as such, and over once there is room', async (context) => {
  const disk = new SmallDisk(120);
  try {
    // Mounting asks for an administrator's rights on Linux: elsewhere there is no disk that can be filled.
    if (!disk.isMounted) context.skip('a small disk cannot be mounted here');
    await copyOfWhole(disk.folder);
    const free = disk.fill();
    const { message } = await refusalOf(disk.folder);
    expect(message).toContain(`The disk of ${join(disk.folder, 'accounts')} is full`);
    free();
    const { close } = await openDatabase({ dataFolder: disk.folder });
    await close();
  } finally {
    disk.remove();
  }
});

it('a database that fails at work is started anew, with all that was committed, and heard as before', async (context) => {
  const disk = new SmallDisk(120);
  let opened: OpenDatabase | undefined;
  try {
    if (!disk.isMounted) context.skip('a small disk cannot be mounted here');
    await copyOfWhole(disk.folder);
    opened = await openDatabase({ dataFolder: disk.folder });
    const { engine } = opened;
    if (!engine) return expect.fail('no embedded engine');
    await engine.query('create table kept (n integer)');
    const heard: string[] = [];
    await engine.listen('news', (notice) => heard.push(notice));
    await engine.query('insert into kept values (1)');
    const free = disk.fill();
    // Postgres itself gives up where it cannot write a checkpoint.
    const begun = engine.transaction(async ({ query }) => {
      await query('insert into kept values (2)');
      await query('checkpoint').catch(() => {});
      await query('insert into kept values (3)');
    });
    await expect(begun).rejects.toMatchObject({ code: '57P02' });
    free();
    await expect.poll(() => engine.query('select n from kept').catch(() => null)).toMatchObject({ rows: [{ n: 1 }] });
    await engine.query("select pg_notify('news', 'again')");
    await expect.poll(() => heard).toEqual(['again']);
  } finally {
    await opened?.close();
    disk.remove();
  }
});

it('a table that is cut off is told as damage, with what to do', async () => {
  const dataFolder = await copyOfWhole();
  const { database, close } = await openDatabase({ dataFolder });
  const answer = await database.execute(
    "select pg_relation_filepath(n) as path from (values ('plans'), ('jobs_pkey')) named (n)",
  );
  await close();
  for (const { path } of (answer as { rows: { path: string }[] }).rows)
    await truncate(join(dataFolder, 'accounts', path), 100);
  const opened = await openDatabase({ dataFolder });
  // By its index, which still names the rows.
  await opened.database.execute('set enable_seqscan = off');
  const failure = await opened.database.execute("select * from plans where name = 'SME'").then(
    () => 'nothing',
    (error: unknown) => explainFailure(error),
  );
  const details = [
    expect.stringMatching(/^PostgreSQL says: could not read .*\.$/),
    expect.stringContaining('from a backup'),
  ];
  expect(failure).toMatchObject({ name: 'OperatorError', ...DAMAGED, details });
  const store = new AccountStore(opened);
  expect(await store.unreadable()).toEqual(['jobs_pkey', 'plans', 'jobs']);
  // From then on the database is not ready, whoever met it.
  await expect(store.answers()).rejects.toMatchObject(DAMAGED);
  await opened.close();
});

/** A data folder that is whole, to be damaged. */
async function copyOfWhole(folder = folderOfTest()) {
  await cp(whole, folder, { recursive: true });
  return folder;
}

/** Rows over many pages of a table that every call reads. */
const people = (name: string) => `insert into users (email, firstname, lastname, mobile, company_name)
  select n || '${name}@example.com', 'Ada', 'Bay', repeat('1', 200), 'Acme' from generate_series(1, 200) n`;

it.each([
  ['has lost its last pages', false],
  ['has lost its last pages and was written to since', true],
])('a table that %s is not copied as if what is left were all', async (_, isWrittenTo) => {
  const dataFolder = await copyOfWhole();
  const before = await openDatabase({ dataFolder });
  await before.engine?.query(people('one'));
  const { rows = [] } = (await before.engine?.query("select pg_relation_filepath('users') as path")) ?? {};
  await before.close();
  await truncate(join(dataFolder, 'accounts', (rows[0] as { path: string }).path), 8192);
  const opened = await openDatabase({ dataFolder });
  if (!opened.engine) return expect.fail('no embedded engine');
  // Where others lie in the place of what was lost, every row can be read, and no single one tells it.
  if (isWrittenTo) await opened.engine.query(people('other'));
  else await expect(new AccountStore(opened).answers()).rejects.toMatchObject(DAMAGED);
  await expect(AccountsSnapshot.take(opened.engine, join(dataFolder, 'scratch'))).rejects.toMatchObject({
    ...DAMAGED,
    details: [expect.stringMatching(/^Not every row can be read of: users/), expect.anything()],
  });
  await opened.close();
});
