/** DuckDB: one file, sorted as it serves searches best, text found by reading it; the faster of two plans for the lists. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installBeside } from '../harness/processes.mjs';
import { folderOf } from '../harness/records.mjs';
import { COLUMNS, signed, withFile } from './copy-of-records.mjs';
import { askedInSql, groupingSets, separate } from './sql-lists.mjs';

const THREADS = '2';
const MEMORY = '8GB';

const DIALECT = {
  // As a range, it is held against the least and the most of each row group; a colon follows the digits.
  startsWith: (column, digits) => `(${column} >= '${digits}' AND ${column} < '${digits}:')`,
  key: signed,
  contains: (column, text) => `contains(${column}, '${text}')`,
  matches: (column, pattern) => `regexp_matches(${column}, '${pattern}')`,
};

const PLANS = {
  'GROUPING SETS': groupingSets,
  'eleven GROUP BYs': (where) => separate(where, { materialised: true }),
};

async function load(DuckDBInstance, path, rows, records) {
  const unfinished = `${path}.unfinished`;
  for (const left of [unfinished, `${unfinished}.wal`]) rmSync(left, { force: true });
  const instance = await DuckDBInstance.create(unfinished, { threads: THREADS, memory_limit: MEMORY });
  const connection = await instance.connect();
  const source = join(folderOf(rows), 'duckdb.parquet');
  await withFile(records, source, 'Parquet', () =>
    connection.run(`CREATE TABLE records AS
      SELECT ${COLUMNS.map(({ name, type }) => `CAST(${name} AS ${type}) AS ${name}`).join(', ')}
      FROM read_parquet('${source}') ORDER BY trade_type, hs_code, country, record_date`),
  );
  await connection.run('CHECKPOINT');
  connection.closeSync();
  instance.closeSync();
  renameSync(unfinished, path);
}

export async function open(rows, records) {
  installBeside('@duckdb/node-api');
  const { DuckDBInstance, version } = await import('@duckdb/node-api');
  const path = join(folderOf(rows), 'records.duckdb');
  if (!existsSync(path)) await load(DuckDBInstance, path, rows, records);
  // A connection answers one question at a time.
  let instance;
  let connections = [];
  const start = async () => {
    instance = await DuckDBInstance.create(path, { threads: THREADS, memory_limit: MEMORY, access_mode: 'READ_ONLY' });
    connections = [await instance.connect(), await instance.connect(), await instance.connect()];
  };
  const stop = () => {
    for (const connection of connections) connection.closeSync();
    instance.closeSync();
  };
  await start();
  const ask = async (connection, sql) => (await connections[connection].runAndReadAll(sql)).getRows();
  return {
    name: `DuckDB ${version().replace(/^v/, '')}`,
    ...askedInSql(ask, DIALECT, PLANS),
    // Nothing drops what it holds of its file but opening it anew.
    async forget() {
      stop();
      await start();
    },
    close: async () => stop(),
  };
}
