/** DuckDB: one file, sorted as it serves searches best, text found by reading it; the faster of two plans for the lists. */
import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf } from '../harness/records.mjs';
import { COLUMNS, signed, withFile } from './copy-of-records.mjs';
import { askedInSql } from './sql.mjs';

const BENCH = join(import.meta.dirname, '..');

const DIALECT = {
  // As a range, it is held against the least and the most of each row group; a colon follows the digits.
  startsWith: (column, digits) => `(${column} >= '${digits}' AND ${column} < '${digits}:')`,
  key: signed,
  contains: (column, text) => `contains(${column}, '${text}')`,
  matches: (column, pattern) => `regexp_matches(${column}, '${pattern}')`,
  materialised: true,
};

/** It is no dependency of the product: it is installed beside the benches, at the versions that are locked there. */
async function library() {
  if (!existsSync(join(BENCH, 'node_modules/@duckdb/node-api'))) {
    console.error('Installing DuckDB, which the product is compared with …');
    const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', BENCH];
    spawnSync('npm', args, { cwd: BENCH, stdio: 'inherit' });
  }
  return import('@duckdb/node-api');
}

/** Opens a file, made where there is none, with so many connections: each answers one question at a time. */
export async function openFile(path, { connections = 1, ...options } = {}) {
  const { DuckDBInstance } = await library();
  const instance = await DuckDBInstance.create(path, { threads: '2', memory_limit: '8GB', ...options });
  const opened = await Promise.all(Array.from({ length: connections }, () => instance.connect()));
  return {
    run: (sql) => opened[0].run(sql),
    rows: async (connection, sql) => (await opened[connection].runAndReadAll(sql)).getRows(),
    close() {
      for (const connection of opened) connection.closeSync();
      instance.closeSync();
    },
  };
}

async function load(path, rows, records) {
  const unfinished = `${path}.unfinished`;
  for (const left of [unfinished, `${unfinished}.wal`]) rmSync(left, { force: true });
  const file = await openFile(unfinished);
  const source = join(folderOf(rows), 'duckdb.parquet');
  await withFile(records, source, 'Parquet', () =>
    file.run(`CREATE TABLE records AS
      SELECT ${COLUMNS.map(({ name, type }) => `CAST(${name} AS ${type}) AS ${name}`).join(', ')}
      FROM read_parquet('${source}') ORDER BY trade_type, hs_code, country, record_date`),
  );
  await file.run('CHECKPOINT');
  file.close();
  renameSync(unfinished, path);
}

export async function open(rows, records) {
  const path = join(folderOf(rows), 'records.duckdb');
  if (!existsSync(path)) await load(path, rows, records);
  const { version } = await library();
  const start = () => openFile(path, { connections: 3, access_mode: 'READ_ONLY' });
  let file = await start();
  return {
    name: `DuckDB ${version().replace(/^v/, '')}`,
    ...askedInSql((connection, sql) => file.rows(connection, sql), DIALECT),
    // Nothing drops what it holds of its file but opening it anew.
    async forget() {
      file.close();
      file = await start();
    },
    close: async () => file.close(),
  };
}
