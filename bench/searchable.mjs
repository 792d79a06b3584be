/**
 * `npm run bench -- searchable [ROWS]`: how long it takes from a CSV file to records that are searched at speed: by the product, and by
 * what somebody would build of PostgreSQL (COPY, then the indexes that its searches need) and of DuckDB (the file read in order, then an index of words).
 */
import { chmodSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { STORED_COLUMNS } from '@tidewaiter/contract';
import pg from 'pg';
import { SQL_TYPE } from './contenders/copy-of-records.mjs';
import { openFile } from './contenders/duckdb.mjs';
import { makeIndexes } from './contenders/postgres.mjs';
import { startServer } from './contenders/postgres-server.mjs';
import { number, table } from './harness/measure.mjs';
import { readOptions } from './harness/options.mjs';
import { inTemporaryFolder } from './harness/processes.mjs';
import { command, machine } from './harness/records.mjs';
import { columnsOfFile, fileOfRows, load, mappingOfFile } from './load/file.mjs';

const { rows } = readOptions({ rows: 1_000_000 });

const TEXTS = ['product_description', 'importer_name', 'exporter_name'];
const typeOf = (name) => SQL_TYPE[STORED_COLUMNS.find((column) => column.name === name)?.type] ?? 'VARCHAR';
const columns = columnsOfFile(await mappingOfFile());

/** Those of the searches' bench, with texts that are searched in small letters, and parties that are found by their names. */
const INDEXES = [
  ...TEXTS.map((name) => `USING gin (lower(${name}) gin_trgm_ops)`),
  '(hs_code text_pattern_ops, record_date)',
  '(importer_name)',
  '(record_date)',
];

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

async function byPostgres(path, folder) {
  // Whom the server runs as may enter no folder of ours.
  chmodSync(folder, 0o755);
  const server = await startServer(join(folder, 'postgres'));
  if (!server) return null;
  const client = new pg.Client(server.connection);
  try {
    await client.connect();
    const readable = join(server.connection.host, 'records.csv');
    copyFileSync(path, readable);
    chmodSync(readable, 0o644);
    await client.query('CREATE EXTENSION pg_trgm');
    return await inTurn({
      async copy() {
        const quoted = columns.map((name) => `"${name}"`);
        await client.query('BEGIN');
        await client.query(`CREATE TABLE records (${columns.map((name) => `"${name}" ${typeOf(name)}`).join(', ')})`);
        await client.query(`COPY records FROM '${readable}' (FORMAT csv, HEADER, FORCE_NULL (${quoted.join(', ')}))`);
        await client.query('COMMIT');
      },
      indexes: () => makeIndexes(client, INDEXES),
    });
  } finally {
    await client.end();
    await server.stop();
  }
}

async function byDuckDb(path, folder) {
  const file = await openFile(join(folder, 'records.duckdb'));
  const types = columns.map((name) => `'${name}': '${typeOf(name)}'`).join(', ');
  const words = (name) =>
    `SELECT unnest(string_split_regex(lower(${name}), '[^\\pL\\pN]+')) AS word, '${name}' AS field, rowid AS place FROM records`;
  try {
    return await inTurn({
      import: () =>
        file.run(`CREATE TABLE records AS SELECT * FROM read_csv('${path}', header = true, columns = {${types}})
          ORDER BY hs_code, country, record_date`),
      // Its own full-text extension is fetched from elsewhere: what it keeps of a text is the places of its words, in order.
      async words() {
        await file.run(
          `CREATE TABLE words AS SELECT DISTINCT * FROM (${TEXTS.map(words).join(' UNION ALL ')}) ORDER BY word, field, place`,
        );
        await file.run('CHECKPOINT');
      },
    });
  } finally {
    file.close();
  }
}

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
  const all = Object.values(took).reduce((sum, seconds) => sum + seconds, 0);
  return [name, parts.join(', '), all.toFixed(1), (all / ours).toFixed(2)];
});
console.log(
  `${number(rows)} rows of ${columns.length} columns, from a file to what is searched at speed, in seconds:\n`,
);
console.log(table(['by', 'parts', 'seconds', '× ours'], [['the portal', '', ours.toFixed(1), '1.00'], ...lines]));
