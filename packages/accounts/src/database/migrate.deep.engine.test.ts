/** What the migrations make: the tables that the code declares. Tables that they did not make are refused. */
import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { startEngine } from '@tidewaiter/testing/databases';
import { folderOfTest } from '@tidewaiter/testing/folder';
import { POSTGRES } from '@tidewaiter/testing/postgres';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import pg from 'pg';
import { expect, it } from 'vitest';
import { migrateTo, migrationsNow, openDatabase } from './database.js';
import * as schema from './schema.js';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);

const read = (name: string) => readFile(new URL(name, MIGRATIONS), 'utf8');
const migration = async (name: string) => (await read(`${name}.sql`)).split('--> statement-breakpoint');

/** The migrations in their order, as the migrator reads it. */
const journal = async (): Promise<string[]> =>
  JSON.parse(await read('meta/_journal.json')).entries.map(({ tag }: { tag: string }) => tag);

/** Accounts as they were before a migration, in which statements have put something; what comes of them is asked of the database. */
async function changedBy(migrationName: string, before: string) {
  const database = await PGlite.create({ extensions: { pg_trgm } });
  await database.exec('create extension if not exists pg_trgm');
  const names = await journal();
  const change = names.findIndex((name) => name.endsWith(migrationName));
  for (const name of names.slice(0, change)) for (const one of await migration(name)) await database.exec(one);
  await database.exec(before);
  for (const one of await migration(names[change] ?? '')) await database.exec(one);
  return database;
}

/** The columns, constraints and indexes that statements make, as Postgres itself tells them. */
async function tablesMadeBy(statements: string[]): Promise<unknown[]> {
  const database = await PGlite.create({ extensions: { pg_trgm } });
  await database.exec('create extension if not exists pg_trgm');
  for (const statement of statements) await database.exec(statement);
  const { rows } = await database.query(`
    select table_name as of, column_name as name,
        concat_ws(' ', data_type, udt_name, is_nullable, column_default, is_identity) as is
      from information_schema.columns where table_schema = 'public'
    union all select tablename, indexname, indexdef from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass::text, conname, pg_get_constraintdef(oid)
      from pg_constraint where connamespace = 'public'::regnamespace
    order by 1, 2, 3`);
  await database.close();
  return rows;
}

it('the migrations make the tables that the code declares', async () => {
  const migrations = (await Promise.all((await journal()).map(migration))).flat();
  const declared = await generateMigration(generateDrizzleJson({}), generateDrizzleJson(schema));
  expect(await tablesMadeBy(migrations)).toEqual(await tablesMadeBy(declared));
});

it('who signed in with a firm is still known to its provider after the change of its number', async () => {
  const database = await changedBy(
    '_sign_on_of_installation',
    `insert into users (id, email, firstname, lastname, mobile, company_name) overriding system value
      values (7, 'a@x.example', '', '', '', ''), (9, 'b@x.example', '', '', '', '');
    insert into sign_ons (owner_id, issuer, client_id, enforced, trusts_addresses, created_at)
      values (9, 'https://b.example', 'x', true, false, now()), (7, 'https://a.example', 'x', false, false, now());
    insert into sign_on_domains values ('x.example', 7), ('y.example', 9);
    insert into sign_on_links values (7, 7, 'https://a.example', 's', now());`,
  );
  const { rows } = await database.query(`
    select d.domain, o.owner_id, l.subject from sign_on_domains d join sign_ons o on o.id = d.sign_on_id
      left join sign_on_links l on l.sign_on_id = o.id order by 1`);
  expect(rows).toEqual([
    { domain: 'x.example', owner_id: 7, subject: 's' },
    { domain: 'y.example', owner_id: 9, subject: null },
  ]);
  await database.close();
});

it('what watches found and webhooks were told is kept without its words after the change', async () => {
  const [watch, hook] = ['5b0f3c9a-2d64-4f0e-8c11-7d2a9e6b4f21', '5b0f3c9a-2d64-4f0e-8c11-7d2a9e6b4f22'];
  const days = 'from=2020-01-01&to=2021-04-06';
  const party = { signal: 'NEW_PARTY', side: 'importers', name: 'Secret Traders', firstDay: '2021-04-05' };
  const share = { signal: 'SHARE', side: 'exporters', name: 'Secret Traders' };
  const finding = (about: string, found: object, link: string, before: string | null) =>
    `('${watch}', 7, '${about}', '${JSON.stringify(found)}', '/list1?${link}&importerList=Secret+Traders', ${before && `'/list1?${before}'`}, '{KOR}', 3, 4, now())`;
  const data = { watch_id: watch, data_version: 4, findings: [{ name: 'Secret Traders' }] };
  const body = { type: 'watch.found', data };
  const database = await changedBy(
    '_told_as_seen',
    `insert into users (id, email, firstname, lastname, mobile, company_name) overriding system value values (7, 'a@x.example', '', '', '', '');
    insert into watches (id, user_id, owner_id, name, query, signals, strictness, told_version, created_at)
      values ('${watch}', 7, 7, 'Buyers', '{"line": "hs:8517"}', '{}', 'USUAL', 4, now());
    insert into watch_findings (watch_id, user_id, about, finding, link, before_link, countries, since_version, data_version, found_at) values
      ${finding('NEW_PARTY importers 42', party, days, null)},
      ${finding('SHARE exporters 43 2021-03-31', share, 'from=2021-01-01&to=2021-03-31', 'from=2020-01-01&to=2020-12-31')};
    update watch_findings set mailed_at = now();
    insert into jobs (key, kind, payload) values ('mail 1', 'mail', '{"message": {"to": "a@x.example", "text": "Secret Traders", "endAt": "https://x.example"}}');
    insert into webhooks (id, user_id, address, events, secret, created_at) values ('${hook}', 7, 'https://x.example', '{}', '', now());
    insert into deliveries (id, webhook_id, event, about, body, created_at) values (gen_random_uuid(), '${hook}', 'watch.found', 'x', '${JSON.stringify(body)}', now()),
      (gen_random_uuid(), '${hook}', 'search.found', 'purged', '{"data": {"saved_search_id": "${watch}", "link": "/list1"}}', now()),
      (gen_random_uuid(), '${hook}', 'data.new', 'y', '{"data": {"sources": [{"country": "KOR", "trade": "import"}]}}', now()),
      (gen_random_uuid(), '${hook}', 'data.new', 'z', '{"data": "\\u0000"}', now());`,
  );
  const { rows } = await database.query(
    'select id, group_key, query, days, before, first_day, last_day, suppression, mailed_at from watch_findings order by id',
  );
  const query = (fromDate: string, toDate: string) => ({ line: 'hs:8517', fromDate, toDate });
  const kept = { suppression: 0, mailed_at: null };
  expect(rows).toEqual([
    {
      ...{ id: 1, group_key: '42', query: query('2020-01-01', '2021-04-06'), days: null, before: null },
      ...{ first_day: '2021-04-05', last_day: '2021-04-06', ...kept },
    },
    {
      ...{ id: 2, group_key: '43', query: query('2020-01-01', '2021-03-31') },
      ...{ days: { from: '2021-01-01', to: '2021-03-31' }, before: { from: '2020-01-01', to: '2020-12-31' } },
      ...{ first_day: '2020-01-01', last_day: '2021-03-31', ...kept },
    },
  ]);
  const told = await database.query<{ facts: object }>('select facts from deliveries order by about');
  expect(told.rows.map(({ facts }) => facts)).toEqual([
    { saved_search_id: watch, link: '/list1' },
    { watch_id: watch, data_version: 4, findings: [1, 2] },
    { suppression: 0, sources: [{ country: 'KOR', trade: 'IMPORT' }] },
    { suppression: 0, sources: [] },
  ]);
  const all = await database.query('select to_jsonb(f) from watch_findings f union all select payload from jobs');
  expect(JSON.stringify(all.rows)).not.toContain('Secret');
  await database.close();
});

it('accounts of another version are refused, and left as they are', async () => {
  const dataFolder = folderOfTest();
  const { database, close } = await openDatabase({ dataFolder });
  await database.execute(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('another', 1795000000000)`,
  );
  await close();
  for (let time = 0; time < 2; time += 1) {
    await expect(openDatabase({ dataFolder })).rejects.toMatchObject({
      name: 'OperatorError',
      message: expect.stringContaining('another version of Tidewaiter'),
    });
  }
});

it('accounts of a newer version are refused, with the way back', async () => {
  const dataFolder = folderOfTest();
  const { database, close } = await openDatabase({ dataFolder });
  await database.execute(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', ${Date.now()})`);
  await close();
  await expect(openDatabase({ dataFolder })).rejects.toMatchObject({
    message: 'These accounts belong to a newer version of Tidewaiter.',
    details: expect.arrayContaining([expect.stringContaining('before-VERSION')]),
  });
});

it.runIf(POSTGRES)('tables of an earlier version on a server are changed once whoever opens them agrees', async () => {
  const { location, stop } = await startEngine('PostgreSQL');
  if (!('databaseUrl' in location)) throw new Error('not on a server');
  const client = new pg.Client({ connectionString: location.databaseUrl });
  await client.connect();
  const applied = async () => (await client.query('select from drizzle.__drizzle_migrations')).rowCount;
  await migrateTo(client, migrationsNow() - 1);
  let asked = 0;
  const beforeMigration = async () => {
    asked += 1;
    if (asked === 1) throw new Error('not without a backup');
  };
  await expect(openDatabase({ ...location, beforeMigration })).rejects.toThrow('not without');
  expect(await applied()).toBe(migrationsNow() - 1);
  for (let time = 0; time < 2; time += 1) await (await openDatabase({ ...location, beforeMigration })).close();
  expect([asked, await applied()]).toEqual([2, migrationsNow()]);
  await client.end();
  await stop();
});
