/** Two stores that do not belong together are refused, and so is a command that would work on others than its folder's portal. */

import { cp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseOf } from '@tidewaiter/accounts/database';
import { OperatorError } from '@tidewaiter/contract';
import { folderOfTest, sharedFolder } from '@tidewaiter/testing/folder';
import { POSTGRES, startPostgres, type TemporaryPostgres } from '@tidewaiter/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payload } from '../../testing/calls.js';
import { ended, start, wanted } from '../../testing/exporting.js';
import { startPortal, type TestPortal } from '../../testing/portal.js';
import { startBackgroundWork } from '../jobs/housekeeping.js';
import { readConfig } from './config.js';
import { openRecordServices, openServices, type Services } from './services.js';

/** What a portal left behind whose first account has exported: before that, and after. */
const before = sharedFolder();
let after: string;
let exported: number;

const copy = (from: string, to: string) => cp(from, to, { recursive: true, verbatimSymlinks: true });

async function stopped({ app, services }: TestPortal): Promise<void> {
  await app.close();
  await services.close();
}

/** Exports all records of a question. */
async function exportAll(portal: TestPortal): Promise<number> {
  const background = await startBackgroundWork(portal.services, portal.config, portal.app.log);
  const { client } = await portal.signIn();
  await client.search(payload());
  const { rows } = await ended(portal, client, await start(client, wanted()));
  background.stop();
  return rows;
}

beforeAll(async () => {
  const first = await startPortal();
  after = first.services.dataFolder;
  await stopped(first);
  await copy(after, before);
  const second = await startPortal({ TIDEWAITER_DATA_DIR: after });
  exported = await exportAll(second);
  await stopped(second);
});
afterAll(() => rm(after, { recursive: true, force: true }));

const over = (dataFolder: string, more: NodeJS.ProcessEnv = {}) =>
  readConfig({ TIDEWAITER_DATA_DIR: dataFolder, LOG_LEVEL: 'silent', ...more }, tmpdir());

/** What opening both stores of a folder comes to: what it is refused with, or nothing. */
async function refusal(dataFolder: string, more?: NodeJS.ProcessEnv): Promise<string | null> {
  return openServices(over(dataFolder, more), 'test').then(
    async (services) => {
      await services.close();
      return null;
    },
    (error: unknown) => {
      if (!(error instanceof OperatorError)) throw error;
      return [error.message, ...error.details].join('\n');
    },
  );
}

/** A folder with the records of one and the accounts of another. */
async function mixed(records: string, accounts: string | 'new'): Promise<string> {
  const folder = folderOfTest();
  await copy(join(records, 'records'), join(folder, 'records'));
  if (accounts !== 'new') await copy(join(accounts, 'accounts'), join(folder, 'accounts'));
  return folder;
}

/** How many records the first account of a portal owns. */
async function owned({ records, accounts }: Services): Promise<number> {
  return countOf(records, await accounts.exports.owned(1));
}

const countOf = async (records: Services['records'], owner: Parameters<Services['records']['exported']['page']>[0]) =>
  (await records.exported.page(owner, { number: 0, size: 1 }, { asker: { person: '1', account: '1' } })).total;

describe('two stores', () => {
  it('that belong together open, again and again, wherever the folder lies', async () => {
    const folder = folderOfTest();
    await copy(after, folder);
    expect(await refusal(folder)).toBeNull();
    const services = await openServices(over(folder), 'test');
    expect(await owned(services)).toBe(exported);
    await services.close();
  });

  it('are refused where the accounts are new beside records that others own', async () => {
    const folder = await mixed(after, 'new');
    const said = await refusal(folder);
    expect(said).toContain('do not belong together');
    expect(said).toContain('npx tidewaiter stores join');
    // Nothing was changed: with their own accounts the records open.
    await rm(join(folder, 'accounts'), { recursive: true });
    await copy(join(after, 'accounts'), join(folder, 'accounts'));
    expect(await refusal(folder)).toBeNull();
  });

  it('are refused where one is older than the other', async () => {
    expect(await refusal(await mixed(after, before))).toContain('The accounts are older than the records');
    expect(await refusal(await mixed(before, after))).toContain('The records are older than the accounts');
  });

  it('give nothing to an account of the same serial number once they are joined on purpose', async () => {
    const folder = await mixed(after, 'new');
    const joined = await openServices(over(folder), 'test', undefined, { join: true });
    const person = { firstname: 'Ada', lastname: 'Bay', companyName: 'Acme', plan: 'Operator', countries: null };
    const { user } = await joined.accounts.people.newAccounts.create({ ...person, email: 'first@example.com' });
    expect(user.id).toBe(1);
    const next = await joined.accounts.store.exportTrail();
    expect(next.given).toBeGreaterThanOrEqual(await joined.records.store.highestExport());
    const { key } = await joined.accounts.exports.owned(1);
    const everyNumber = { account: 1, key, exports: Array.from({ length: 20 }, (_, number) => number) };
    expect(await countOf(joined.records, everyNumber)).toBe(0);
    await joined.close();
    expect(await refusal(folder)).toBeNull();
  });

  it('of before they had ids go on: what an account owns by its serial number it keeps', async () => {
    const folder = folderOfTest();
    await copy(after, folder);
    const opened = await openServices(over(folder), 'test');
    const { engine } = opened.records.staging;
    const nobody = "owner = toUUID('00000000-0000-0000-0000-000000000000')";
    const settings = { mutations_sync: 2 };
    await engine.run({ name: 'test', sql: `ALTER TABLE exported_records UPDATE ${nobody} WHERE true`, settings });
    await engine.run({ name: 'test', sql: 'TRUNCATE TABLE store_identity' });
    await databaseOf(opened.accounts).execute('delete from store_identity');
    expect(await owned(opened)).toBe(0);
    await opened.close();
    await rm(join(folder, 'stores.json'), { force: true });
    const services = await openServices(over(folder), 'test');
    expect(await owned(services)).toBe(exported);
    expect((await services.records.store.identity()).partner).toBe((await services.accounts.store.identity()).id);
    await services.close();
  });
});

describe('a data folder', () => {
  it('that has lost the books of its records is refused, and not taken for an empty one', async () => {
    const folder = folderOfTest();
    await copy(after, folder);
    await rm(join(folder, 'records'), { recursive: true });
    const refused = openRecordServices(over(folder), 'test').then((services) => services.close());
    await expect(refused).rejects.toThrow('are not those that this data folder has worked with');
  });

  it('refuses records elsewhere than where they were, naming both, before anything is opened', async () => {
    const elsewhere = { CLICKHOUSE_URL: 'http://portal:Secret1@127.0.0.1:9/tidewaiter' };
    const said = await refusal(after, elsewhere);
    expect(said).toContain('records in this folder');
    expect(said).toContain('http://127.0.0.1:9/tidewaiter');
    expect(said).not.toContain('Secret1');
    expect(said).toContain('npx tidewaiter stores join');
  });

  describe.skipIf(POSTGRES === undefined)('of a portal on PostgreSQL', () => {
    let server: TemporaryPostgres;
    beforeAll(async () => {
      server = await startPostgres(POSTGRES ?? '');
    });
    afterAll(() => server.stop());

    it('refuses a command without its environment, and keeps no password', async () => {
      const folder = folderOfTest();
      const url = new URL(server.url);
      url.password = 'Secret2';
      expect(await refusal(folder, { DATABASE_URL: url.href })).toBeNull();
      const remembered = await readFile(join(folder, 'stores.json'), 'utf8');
      expect(remembered).toContain(url.host);
      expect(remembered).not.toContain('Secret2');
      const said = await refusal(folder);
      expect(said).toContain(`postgres://${url.host}/postgres`);
      expect(said).toContain('DATABASE_URL');
      // Also one that works on records alone: it is not the portal's shell.
      await expect(openRecordServices(over(folder), 'test')).rejects.toThrow(url.host);
      expect(await refusal(folder, { DATABASE_URL: url.href })).toBeNull();
    });
  });
});
