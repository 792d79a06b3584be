/** PostgreSQL, where its server is installed: trigram indexes on the texts, B-trees on codes, parties and dates. */
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { folderOf } from '../harness/records.mjs';
import { COLUMNS, signed, withFile } from './copy-of-records.mjs';
import { startServer } from './postgres-server.mjs';
import { askedInSql } from './sql.mjs';

const TIMEOUT_MS = 60_000;
const TIMED_OUT = '57014';

const DIALECT = {
  startsWith: (column, digits) => `${column} LIKE '${digits}%'`,
  key: signed,
  contains: (column, text) => `${column} LIKE '%${text}%'`,
  matches: (column, pattern) => `${column} ~ '${pattern}'`,
  // Only separate groupings run in parallel, and only when each looks for its records itself.
  materialised: false,
};

/** Makes the indexes that searches need. */
export async function makeIndexes(client, columns) {
  for (const column of columns) await client.query(`CREATE INDEX ON records ${column}`);
  await client.query('VACUUM ANALYZE records');
  await client.query('CHECKPOINT');
}

const INDEXES = [
  'USING gin (product_description_text gin_trgm_ops)',
  'USING gin (importer_name_text gin_trgm_ops)',
  'USING gin (exporter_name_text gin_trgm_ops)',
  '(trade_type, hs_code text_pattern_ops, record_date)',
  '(importer_name_key)',
  '(record_date)',
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
  await makeIndexes(client, INDEXES);
  await client.query('CREATE TABLE complete ()');
}

/** @returns null where there is no server on this machine */
export async function open(rows, records) {
  const server = await startServer(join(folderOf(rows), 'postgres'));
  if (!server) return null;
  const clients = ['page', 'count', 'lists'].map(() => new pg.Client(server.connection));
  const close = async () => {
    for (const client of clients) await client.end();
    await server.stop();
  };
  try {
    for (const client of clients) await client.connect();
    await load(clients[0], rows, records);
    for (const client of clients) await client.query(`SET statement_timeout = ${TIMEOUT_MS}`);
    const { rows: version } = await clients[0].query('SHOW server_version');
    const ask = (connection, sql) =>
      clients[connection].query({ text: sql, rowMode: 'array' }).then(
        (answer) => answer.rows,
        (error) => {
          if (error.code !== TIMED_OUT) throw error;
        },
      );
    return {
      name: `PostgreSQL ${version[0].server_version.split(' ')[0]}`,
      ...askedInSql(ask, DIALECT),
      // What it can answer by no index, it reads all of: more of each class would take hours.
      most: 10,
      forget: async () => {},
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
