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

it('watches, scheduled files and what webhooks heard of saved searches are standing questions after the change, each told up to where it was', async () => {
  const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const [watch, muted, place, workspace, hook] = [1, 2, 3, 4, 5].map(id);
  const [first, second, paused, ofMuted, lost, weekly, whole] = [11, 12, 13, 14, 15, 16, 17].map(id);
  const [told, untold, others, removed] = [21, 22, 23, 24].map(id);
  const file = (of: string | undefined, watchId: string | null | undefined, rhythm: string, more: string) =>
    `('${of}', 7, 7, 'File ${of?.slice(-2)}', ${watchId ? `'${watchId}'` : 'null'}, '{"line": "hs:1"}', '{be_date}', 'csv', true, 'LATEST', '${rhythm}', 'UTC', 9, '${place}', ${more})`;
  const saved = (of: string | undefined, by: number, removedAt = 'null') =>
    `('${of}', '${workspace}', ${by}, '${of}', 'Saved ${of?.slice(-2)}', '${of}', '', '{"tradeType": "IMPORT"}', '{}', 0, 1, now(), ${by}, ${removedAt})`;
  const job = (kind: string, key: string, payload: object, state = 'WAITING') =>
    `('${key}', '${kind}', '${state}', '${JSON.stringify(payload)}')`;
  const database = await changedBy(
    '_standing_questions',
    `insert into users (id, email, firstname, lastname, mobile, company_name) overriding system value
      values (7, 'a@x.example', '', '', '', ''), (8, 'b@x.example', '', '', '', '');
    insert into destinations (id, user_id, name, place, secret, created_at) values ('${place}', 7, 'Ours', '{}', '', now());
    insert into watches (id, user_id, owner_id, name, query, signals, strictness, is_muted, told_version, created_at) values
      ('${watch}', 7, 7, 'Phones', '{"line": "hs:2"}', '{NEW_RECORDS}', 'WIDEST', false, 5, now()),
      ('${muted}', 7, 7, 'Muted', '{"line": "hs:3"}', '{PRICE}', 'USUAL', true, 3, now());
    insert into watch_findings (watch_id, user_id, about, finding, query, countries, first_day, last_day, suppression, since_version, data_version, found_at)
      values ('${watch}', 7, 'NEW_RECORDS 5', '{"signal": "NEW_RECORDS", "records": 1}', '{}', '{KOR}', '2021-01-01', '2021-01-01', 0, 4, 5, now());
    insert into watch_mail values (7, 'DAILY', 'UTC', now(), '${hook}');
    insert into scheduled_files (id, user_id, owner_id, name, watch_id, query, column_keys, format, only_new, days, rhythm, time_zone, budget, destination_id, is_paused, made_month, problem, next_at, created_at) values
      ${file(first, watch, 'WATCH', `false, null, null, null, now() - interval '2 days'`)}, ${file(second, watch, 'WATCH', `false, null, 'Dear', null, now() - interval '1 day'`)},
      ${file(paused, watch, 'WATCH', `true, null, null, null, now() - interval '3 days'`)}, ${file(ofMuted, muted, 'WATCH', 'true, null, null, null, now()')},
      ${file(lost, null, 'WATCH', 'false, null, null, null, now()')}, ${file(weekly, watch, 'WEEKLY', `false, null, null, '2026-12-07T08:00:00Z', now()`)},
      ${file(whole, null, 'MONTH_COMPLETE', `false, '2026-10', null, null, now()`)};
    insert into exports (id, owner_id, person_id, key, search_id, question, query, column_keys, format, trace, raw, file_name, agreed_points, rows, points, created_at, scheduled_file_id, scheduled_month) values
      ('${id(31)}', 7, 7, '${id(31)}', '${id(31)}', '', '{}', '{}', 'csv', false, false, 'x', 1, 1, 1, now(), '${first}', null),
      ('${id(32)}', 7, 7, '${id(32)}', '${id(32)}', '', '{}', '{}', 'csv', false, false, 'x', 1, 1, 1, now(), '${whole}', '2026-10');
    insert into workspaces (id, owner_id, name, name_key, created_at) values ('${workspace}', 7, 'W', 'w', now());
    insert into saved_searches (id, workspace_id, owner_id, search_id, name, name_key, description, query, column_keys, total_records, data_version, created_at, created_by, removed_at)
      values ${saved(told, 7)}, ${saved(untold, 7)}, ${saved(others, 8)}, ${saved(removed, 7, 'now()')};
    insert into webhooks (id, user_id, address, events, secret, created_at) values ('${hook}', 7, 'https://x.example', '{search.found}', '', now());
    insert into told_records values (1, 6, 60);
    insert into deliveries (id, webhook_id, event, about, facts, created_at) values
      ('${id(41)}', '${hook}', 'search.found', 'x', '{"saved_search_id": "${told}", "data_version": 6}', now());
    insert into jobs (key, kind, state, payload) values
      ${job('watches', `watches watch ${muted}`, { dataVersion: 4, watchId: muted }, 'FAILED')}, ${job('watches', 'watches 6', { dataVersion: 6 })}, ${job('scheduled-months', 'scheduled-months 6', { dataVersion: 6 })},
      ${job('scheduled-file', `scheduled-file ${first} version 5`, { fileId: first })}, ${job('scheduled-file', `scheduled-file ${weekly} x`, { fileId: weekly, isAsked: true })},
      ${job('new-records', 'new-records 6 7 0', { userId: 7, since: { dataVersion: 5, highestLoad: 50 }, dataVersion: 6, page: 0 })},
      ${job('new-records', 'new-records 6 7 1', { userId: 7, since: { dataVersion: 5, highestLoad: 50 }, dataVersion: 6, page: 1 })};`,
  );
  const read = async (statement: string) => (await database.query(statement)).rows;
  const contents = { columnKeys: ['be_date'], format: 'csv', onlyNew: true, days: 'LATEST', budget: 9 };
  const one = (of: string | undefined, name: string, trigger: string, ways: string, more: object) => ({
    ...{
      id: of,
      name,
      trigger,
      ways,
      signals: '{}',
      paused: false,
      version: 0,
      month: null,
      problem: null,
      next: false,
    },
    ...{ file: ways.includes('FILE') ? contents : null },
    ...more,
  });
  const ALL = { signals: '{NEW_RECORDS}', version: 5 };
  expect(
    await read(`select id, name, trigger, deliveries::text as ways, signals::text as signals, is_paused as paused, told_version as version, told_month as month, file_problem as problem, next_at is not null as next, file
      from standing_questions where deliveries <> '{SEARCH_FOUND}' order by id`),
  ).toEqual([
    one(watch, 'Phones', 'PUBLICATION', '{BADGE,MAIL,WEBHOOK,FILE}', ALL),
    one(muted, 'Muted', 'PUBLICATION', '{BADGE,MAIL,WEBHOOK}', { signals: '{PRICE}', paused: true, version: 3 }),
    one(second, 'File 12', 'PUBLICATION', '{FILE}', { ...ALL, problem: 'Dear' }),
    one(paused, 'File 13', 'PUBLICATION', '{FILE}', { ...ALL, paused: true }),
    one(ofMuted, 'File 14', 'PUBLICATION', '{FILE}', { signals: '{PRICE}', paused: true, version: 3 }),
    one(lost, 'File 15', 'PUBLICATION', '{FILE}', { paused: true, problem: expect.stringContaining('been removed') }),
    one(weekly, 'File 16', 'WEEKLY', '{FILE}', { next: true }),
    one(whole, 'File 17', 'MONTH_COMPLETE', '{FILE}', { month: '2026-10' }),
  ]);
  // Of searches that their own person saved, those that are there: from where the messages, or the job that is under way, leave off.
  expect(
    await read(
      `select saved_search_id, user_id, told_version from standing_questions where deliveries = '{SEARCH_FOUND}' order by 1`,
    ),
  ).toEqual([
    { saved_search_id: told, user_id: 7, told_version: 6 },
    { saved_search_id: untold, user_id: 7, told_version: 5 },
  ]);
  // What the watch had found is old to files that stand by themselves.
  expect(await read('select question_id, mailed_at is not null as mailed from findings order by question_id')).toEqual([
    { question_id: watch, mailed: false },
    { question_id: second, mailed: true },
    { question_id: paused, mailed: true },
  ]);
  expect(await read('select user_id, rhythm from digests')).toEqual([{ user_id: 7, rhythm: 'DAILY' }]);
  expect(await read('select question_id, question_month from exports order by id')).toEqual([
    { question_id: watch, question_month: null },
    { question_id: whole, question_month: '2026-10' },
  ]);
  expect(await read('select kind, key, payload from jobs order by id')).toEqual([
    {
      ...{ kind: 'standing-questions', key: `standing-questions question ${muted}` },
      payload: { dataVersion: 4, questionId: muted },
    },
    { kind: 'scheduled-file', key: `scheduled-file ${first} version 5`, payload: { questionId: watch } },
    {
      ...{ kind: 'scheduled-file', key: `scheduled-file ${weekly} x` },
      payload: { questionId: weekly, isAsked: true },
    },
    { kind: 'new-records', key: 'new-records 6 7 0', payload: expect.objectContaining({ userId: 7 }) },
    { kind: 'standing-questions', key: 'standing-questions 6 migrated', payload: { dataVersion: 6 } },
  ]);
  await database.close();
});

it('what people have seen of saved searches is told on from there after the change, and of contacts as before', async () => {
  const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const [workspace, contact] = [1, 2].map(id);
  const [seen, unseen, heard, paused, unlooked] = [11, 12, 13, 14, 15].map(id);
  const saved = (of: string | undefined) =>
    `('${of}', '${workspace}', 7, '${of}', 'Saved ${of?.slice(-2)}', '${of}', '', '{}', '{}', 0, 1, now(), 7)`;
  const look = (user: number, of: string | undefined, version: number, before: number) =>
    `(${user}, '${of}', 4, ${version}, ${before}, '2026-11-01T00:00:00Z')`;
  const row = (of: string | undefined, version: number, isPaused = false) =>
    `(gen_random_uuid(), 7, 7, 'Saved', '${of}', '{}', 'PUBLICATION', 'UTC', '{}', 'USUAL', '{SEARCH_FOUND}', ${isPaused}, ${version}, now())`;
  const before = `insert into users (id, email, firstname, lastname, mobile, company_name) overriding system value
      values (7, 'a@x.example', '', '', '', ''), (8, 'b@x.example', '', '', '', '');
    insert into workspaces (id, owner_id, name, name_key, created_at) values ('${workspace}', 7, 'W', 'w', now());
    insert into contacts (id, owner_id, company_name, company_key, created_at) values ('${contact}', 7, 'Acme', 'acme', now());
    insert into saved_searches (id, workspace_id, owner_id, search_id, name, name_key, description, query, column_keys, total_records, data_version, created_at, created_by)
      values ${[seen, unseen, heard, paused, unlooked].map(saved).join()};
    insert into looks (user_id, thing_id, total_records, data_version, previous_version, looked_at) values
      ${[look(7, seen, 6, 4), look(7, unseen, 3, 2), look(8, unseen, 5, 5), look(7, heard, 4, 3), look(7, paused, 6, 6), look(7, contact, 6, 6)].join()};
    insert into standing_questions (id, user_id, owner_id, name, saved_search_id, query, trigger, time_zone, signals, strictness, deliveries, is_paused, told_version, created_at)
      values ${row(heard, 5)}, ${row(paused, 2, true)};`;
  const told = async (database: PGlite) =>
    (
      await database.query<Record<string, unknown>>(
        `select saved_search_id as of, user_id as by, told_version as told, unseen_since as unseen, seen_since as seen, is_paused as paused
          from standing_questions where deliveries = '{}' order by 1, 2`,
      )
    ).rows.map(({ of, by, told, unseen, seen, paused }) => [of, by, told, unseen, seen, paused]);
  const database = await changedBy('_saved_search_questions', `${before} insert into told_records values (1, 6, 60);`);
  expect(await told(database)).toEqual([
    [seen, 7, 6, null, 4, false],
    [unseen, 7, 6, 3, 2, false],
    [unseen, 8, 6, 5, 5, false],
    // A webhook has heard of it up to another state than the one that its person saw, and is told on from there.
    [heard, 7, 5, 4, 3, false],
    [paused, 7, 6, null, 6, false],
    [unlooked, 7, 6, null, null, false],
  ]);
  const { rows } = await database.query('select thing_id, total_records from looks');
  expect(rows).toEqual([{ thing_id: contact, total_records: 4 }]);
  await database.close();
  // Of a release that told nobody of records as they came.
  const older = await changedBy('_saved_search_questions', before.replace(/insert into standing_questions[^;]*;/, ''));
  expect((await told(older)).map(([, , version, unseen]) => [version, unseen])).toEqual([
    ...[
      [6, null],
      [6, 3],
      [6, 5],
      [6, 4],
      [6, null],
      [6, null],
    ],
  ]);
  await older.close();
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
