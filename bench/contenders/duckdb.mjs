/** DuckDB: one file, sorted as it serves searches best, text found by reading it; the faster of two plans for the lists. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installBeside } from '../harness/processes.mjs';
import { folderOf } from '../harness/records.mjs';
import { condition } from './condition.mjs';
import { COLUMNS, PAGE_COLUMNS, signed, withFile } from './copy-of-records.mjs';
import { DIMENSION_SQL, LIST_LENGTH, listsOf, NAMES, present } from './dimensions.mjs';

const THREADS = '2';
const MEMORY = '8GB';

const DIALECT = {
  // As a range, it is held against the least and the most of each row group; a colon follows the digits.
  startsWith: (column, digits) => `(${column} >= '${digits}' AND ${column} < '${digits}:')`,
  key: signed,
  contains: (column, text) => `contains(${column}, '${text}')`,
  matches: (column, pattern) => `regexp_matches(${column}, '${pattern}')`,
};

const SUMS = 'count(*) AS n, coalesce(sum(quantity), 0) AS q, coalesce(sum(total_value_usd), 0) AS v';

const matching = (where) =>
  `SELECT ${NAMES.map((name) => `${DIMENSION_SQL[name]} AS ${name}`).join(', ')}, quantity, total_value_usd
   FROM records WHERE ${where}`;

/** Eleven lists, as rows of dimension, name, shipments, quantity, value. */
const PLANS = {
  'GROUPING SETS'(where) {
    const which = NAMES.map((name) => `WHEN grouping(${name}) = 0 THEN '${name}'`).join(' ');
    const there = NAMES.map((name) => `(${name} IS NULL OR ${present(name)})`).join(' AND ');
    const text = NAMES.map((name) => `CAST(${name} AS varchar)`).join(', ');
    return `WITH matching AS (${matching(where)}),
      grouped AS (
        SELECT CASE ${which} ELSE 'total' END AS dimension, ${NAMES.join(', ')}, ${SUMS} FROM matching
        GROUP BY GROUPING SETS (${NAMES.map((name) => `(${name})`).join(', ')}, ())
      ),
      ranked AS (
        SELECT *, row_number() OVER (PARTITION BY dimension ORDER BY v DESC) AS place FROM grouped WHERE ${there}
      )
      SELECT dimension, coalesce(${text}, '') AS name, n, q, CAST(v AS varchar) FROM ranked WHERE place <= ${LIST_LENGTH}`;
  },
  'eleven GROUP BYs'(where) {
    const list = (name) =>
      `(SELECT '${name}' AS dimension, CAST(${name} AS varchar) AS name, ${SUMS} FROM matching WHERE ${present(name)}
        GROUP BY ${name} ORDER BY v DESC LIMIT ${LIST_LENGTH})`;
    return `WITH matching AS MATERIALIZED (${matching(where)})
      SELECT dimension, name, n, q, CAST(v AS varchar) FROM (
        ${[...NAMES.map(list), `(SELECT 'total' AS dimension, '' AS name, ${SUMS} FROM matching)`].join(' UNION ALL ')}
      ) AS every_list`;
  },
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
    plans: Object.keys(PLANS),
    async page(question) {
      const where = condition(question, DIALECT);
      const sql = `SELECT ${PAGE_COLUMNS} FROM records WHERE ${where} ORDER BY record_date DESC, id DESC LIMIT 20`;
      return (await ask(0, sql)).length;
    },
    count: async (question) =>
      Number((await ask(1, `SELECT count(*) FROM records WHERE ${condition(question, DIALECT)}`))[0][0]),
    lists: async (question, plan) => listsOf(await ask(2, PLANS[plan](condition(question, DIALECT)))),
    // Nothing drops what it holds of its file but opening it anew.
    async forget() {
      stop();
      await start();
    },
    close: async () => stop(),
  };
}
