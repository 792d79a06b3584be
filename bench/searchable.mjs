/**
 * `npm run bench -- searchable [ROWS]`: how long it takes from a CSV file to records that are searched at speed: by the product, and by
 * what somebody would build of PostgreSQL (COPY, then the indexes that its searches need) and of DuckDB (the file read in order, then an index of words).
 */
import { chmodSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { STORED_COLUMNS } from '@tidewaiter/contract';
import pg from 'pg';
import { INDEXES } from './contenders/postgres.mjs';
import { serverPrograms, startServer } from './contenders/postgres-server.mjs';
import { number, table } from './harness/measure.mjs';
import { readOptions } from './harness/options.mjs';
import { installBeside, inTemporaryFolder } from './harness/processes.mjs';
import { command, machine } from './harness/records.mjs';
import { columnsOfFile, fileOfRows, load, mappingOfFile } from './load/file.mjs';

const { rows } = readOptions({ rows: 1_000_000 });

const TEXTS = ['product_description', 'importer_name', 'exporter_name'];
const TYPES = { date: 'DATE', decimal: 'DECIMAL(38, 18)', integer: 'BIGINT' };
const typeOf = (name) => TYPES[STORED_COLUMNS.find((column) => column.name === name)?.type] ?? 'VARCHAR';
const columns = columnsOfFile(await mappingOfFile());

/** Times named pieces of work, one after another. @returns seconds by name */
async function inTurn(pieces) {
  const seconds = {};
  for (const [name, work] of Object.entries(pieces)) {
    const started = performance.now();
    await work();
    seconds[name] = (performance.now() - started) / 1000;
  }
  return seconds;
}

/** The same indexes as the searches of the bench have; texts are searched in small letters, and a party is found by its name. */
const INDEXES_OF_FILE = [
  ...INDEXES.filter((index) => !/_text gin|_key\)|trade_type/.test(index)),
  ...TEXTS.map((name) => `CREATE INDEX ON records USING gin (lower(${name}) gin_trgm_ops)`),
  'CREATE INDEX ON records (hs_code text_pattern_ops, record_date)',
  'CREATE INDEX ON records (importer_name)',
];

async function byPostgres(path, folder) {
  const programs = serverPrograms();
  if (!programs) return null;
  // Whom the server runs as may enter no folder of ours.
  chmodSync(folder, 0o755);
  const server = await startServer(programs, join(folder, 'postgres'));
  const client = new pg.Client(server.connection);
  await client.connect();
  const readable = join(server.connection.host, 'records.csv');
  copyFileSync(path, readable);
  chmodSync(readable, 0o644);
  try {
    await client.query('CREATE EXTENSION pg_trgm');
    return await inTurn({
      async copy() {
        await client.query('BEGIN');
        await client.query(`CREATE TABLE records (${columns.map((name) => `"${name}" ${typeOf(name)}`).join(', ')})`);
        await client.query(
          `COPY records FROM '${readable}' (FORMAT csv, HEADER, FORCE_NULL (${columns.map((name) => `"${name}"`).join(', ')}))`,
        );
        await client.query('COMMIT');
      },
      async indexes() {
        for (const index of INDEXES_OF_FILE) await client.query(index);
        await client.query('VACUUM ANALYZE records');
        await client.query('CHECKPOINT');
      },
    });
  } finally {
    await client.end();
    await server.stop();
  }
}

async function byDuckDb(path, folder) {
  installBeside('@duckdb/node-api');
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(join(folder, 'records.duckdb'), { threads: '2', memory_limit: '8GB' });
  const connection = await instance.connect();
  const types = columns.map((name) => `'${name}': '${typeOf(name)}'`).join(', ');
  const words = (name) =>
    `SELECT unnest(string_split_regex(lower(${name}), '[^\\pL\\pN]+')) AS word, '${name}' AS field, rowid AS place FROM records`;
  try {
    return await inTurn({
      import: () =>
        connection.run(`CREATE TABLE records AS SELECT * FROM read_csv('${path}', header = true, columns = {${types}})
          ORDER BY hs_code, country, record_date`),
      // Its own full-text extension is fetched from elsewhere: what it keeps of a text is the places of its words, in order.
      async words() {
        await connection.run(
          `CREATE TABLE words AS SELECT DISTINCT * FROM (${TEXTS.map(words).join(' UNION ALL ')}) ORDER BY word, field, place`,
        );
        await connection.run('CHECKPOINT');
      },
    });
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

const sum = (seconds) => Object.values(seconds).reduce((all, one) => all + one, 0);
const path = await fileOfRows(rows);
console.log(`${command()}. ${machine()}.\n`);
const { seconds: ours } = load('portal', path, rows);
const others = {
  PostgreSQL: await inTemporaryFolder((folder) => byPostgres(path, folder)),
  DuckDB: await inTemporaryFolder((folder) => byDuckDb(path, folder)),
};
const lines = Object.entries(others).map(([name, took]) => {
  if (took === null) return [name, 'not installed here', '', ''];
  const parts = Object.entries(took).map(([part, seconds]) => `${part} ${seconds.toFixed(1)}`);
  return [name, parts.join(', '), sum(took).toFixed(1), (sum(took) / ours).toFixed(2)];
});
console.log(
  `${number(rows)} rows of ${columns.length} columns, from a file to what is searched at speed, in seconds:\n`,
);
console.log(table(['by', 'parts', 'seconds', '× ours'], [['the portal', '', ours.toFixed(1), '1.00'], ...lines]));
