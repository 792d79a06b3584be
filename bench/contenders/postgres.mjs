/** PostgreSQL, where its server is installed: trigram indexes on the texts, B-trees on codes, parties and dates. */
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { folderOf } from '../harness/records.mjs';
import { COLUMNS, signed, withFile } from './copy-of-records.mjs';
import { serverPrograms, startServer } from './postgres-server.mjs';
import { askedInSql, groupingSets, separate } from './sql-lists.mjs';

export const TIMEOUT_MS = 60_000;
const TIMED_OUT = '57014';

const DIALECT = {
  startsWith: (column, digits) => `${column} LIKE '${digits}%'`,
  key: signed,
  contains: (column, text) => `${column} LIKE '%${text}%'`,
  matches: (column, pattern) => `${column} ~ '${pattern}'`,
};

/** Only separate groupings run in parallel, and only when each looks for its records itself. */
const PLANS = {
  'GROUPING SETS': groupingSets,
  'eleven GROUP BYs': (where) => separate(where, { materialised: false }),
};

export const INDEXES = [
  'CREATE INDEX ON records USING gin (product_description_text gin_trgm_ops)',
  'CREATE INDEX ON records USING gin (importer_name_text gin_trgm_ops)',
  'CREATE INDEX ON records USING gin (exporter_name_text gin_trgm_ops)',
  'CREATE INDEX ON records (trade_type, hs_code text_pattern_ops, record_date)',
  'CREATE INDEX ON records (importer_name_key)',
  'CREATE INDEX ON records (record_date)',
];

/** All or nothing: the mark that it is there is made last. */
async function load(client, rows, records) {
  const { rows: done } = await client.query("SELECT 1 FROM pg_class WHERE relname = 'complete'");
  if (done.length > 0) return;
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
  await client.query('DROP TABLE IF EXISTS records');
  await client.query('BEGIN');
  await client.query(`CREATE TABLE records (${COLUMNS.map(({ name, type }) => `${name} ${type}`).join(', ')})`);
  const source = join(folderOf(rows), 'postgres.csv');
  await withFile(records, source, 'CSV', async () => {
    chmodSync(source, 0o644);
    await client.query(`COPY records FROM '${source}' (FORMAT csv, NULL '\\N')`);
  });
  await client.query('COMMIT');
  for (const index of INDEXES) await client.query(index);
  await client.query('VACUUM ANALYZE records');
  await client.query('CHECKPOINT');
  await client.query('CREATE TABLE complete ()');
}

/** @returns null where there is no server on this machine */
export async function open(rows, records) {
  const programs = serverPrograms();
  if (!programs) return null;
  const server = await startServer(programs, join(folderOf(rows), 'postgres'));
  const clients = [];
  const close = async () => {
    for (const client of clients) await client.end();
    await server.stop();
  };
  try {
    for (const _ of ['page', 'count', 'lists']) {
      const client = new pg.Client(server.connection);
      await client.connect();
      clients.push(client);
    }
    const [first] = clients;
    await load(first, rows, records);
    for (const client of clients) await client.query(`SET statement_timeout = ${TIMEOUT_MS}`);
    const { rows: version } = await first.query('SHOW server_version');
    /** Undefined where the time was up. */
    const ask = async (connection, sql) => {
      try {
        return (await clients[connection].query({ text: sql, rowMode: 'array' })).rows;
      } catch (error) {
        if (error.code === TIMED_OUT) return undefined;
        throw error;
      }
    };
    return {
      name: `PostgreSQL ${version[0].server_version.split(' ')[0]}`,
      ...askedInSql(ask, DIALECT, PLANS),
      forget: async () => {},
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
