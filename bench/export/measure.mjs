/** `measure.mjs HOW FOLDER ROWS`: writes one file, and prints what it took as JSON. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { RECORD_COLUMNS, searchQuery } from '@tidewaiter/contract';
import { openRecords } from '@tidewaiter/records';
import { AS_PORTAL } from '../asked-by.mjs';
import { askEngine } from '../engine.mjs';
import { anything } from '../measure.mjs';
import { UNTIL } from '../records-folder.mjs';
import { WRITERS } from './writers.mjs';

const [how, folder, count] = process.argv.slice(2);
const rows = Number(count);
const COLUMNS = RECORD_COLUMNS.IMPORT.filter(({ extra }) => !extra).slice(0, 40);
const records = await openRecords(folder);
const countries = (await askEngine(records, 'SELECT DISTINCT country FROM records')).flat();
const query = searchQuery.parse({
  tradeType: 'IMPORT',
  searchBy: 'PRODUCT',
  matchType: 'D',
  searchValue: ['no such thing'],
  countryCode: countries,
  fromDate: '2024-10-31',
  toDate: UNTIL,
});
// All that is there: more years than a screen asks for.
const asked = await records.ask(
  { ...query, fromDate: '2000-01-01' },
  { countries: 'ALL', fromDate: null, toDate: null },
  AS_PORTAL,
);
const temporary = mkdtempSync(join(tmpdir(), 'tidewaiter-export-'));
const path = join(temporary, 'file');

const residentMiB = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024;

/** The records as values of a program: days as dates, decimals as numbers. */
async function inMemory() {
  const found = [];
  await records.staging.engine.stream(
    {
      name: 'bench',
      sql: `SELECT ${COLUMNS.map(({ sql }) => sql).join(', ')} FROM records WHERE trade_type = 'IMPORT' LIMIT ${rows}`,
      row: anything,
      lane: 'load',
    },
    (chunk) => {
      for (const row of chunk) found.push(row.map(cellValue));
    },
  );
  return found;
}

function cellValue(cell, index) {
  if (cell === null || cell === '') return null;
  const { type } = COLUMNS[index];
  if (type === 'date') return new Date(cell);
  return type === 'decimal' ? Number(cell) : cell;
}

const OWNER = { account: 1, key: randomUUID() };

/** All of them, in the order of the screen, for an account that owns nothing yet. */
const CHOICE = { weightages: new Map(), maximum: rows, balance: rows, owner: { ...OWNER, exports: [] } };

/** An export from the moment that its turn comes: its records are kept under a number, then written. */
const ours = (format) => async () => {
  const number = Date.now();
  await asked.keepExport(CHOICE, number);
  const file = await asked.exportFile(
    { choice: { ...OWNER, number }, columns: COLUMNS.map(({ key }) => key), format },
    path,
  );
  if (file.rows !== rows) throw new Error(`${file.rows} records, not ${rows}`);
};

/** The least that the same file takes: the engine writes the same records in the same order, and nobody looks at them. */
const engines = (format) => async () => {
  const sql = `SELECT ${COLUMNS.map(({ sql: value, key }) => `${value} AS ${key}_`).join(', ')} FROM records WHERE trade_type = 'IMPORT'
    ORDER BY record_date DESC, id DESC LIMIT ${rows}`;
  const output = { name: 'bench', sql };
  if (format === 'Parquet')
    return records.staging.engine.writeFile(
      { ...output, settings: { output_format_parquet_row_group_size: 65_536 } },
      format,
      path,
    );
  return records.staging.engine.writeFile(output, format, path);
};

async function quote() {
  const { parts } = await asked.exportPlan(CHOICE);
  const found = parts.reduce((sum, part) => sum + part.rows, 0);
  if (found !== rows) throw new Error(`${found} records in the quote, not ${rows}`);
}

/** What the best of the writers takes end to end: the same records in the same order, from the engine through this process. */
async function hucreFromEngine() {
  const given = new PassThrough({ objectMode: true, highWaterMark: 4096 });
  const writing = WRITERS.hucre(
    given,
    COLUMNS.map(({ label }) => label),
    path,
  );
  await records.staging.engine.stream(
    {
      name: 'bench',
      sql: `SELECT ${COLUMNS.map(({ sql }) => sql).join(', ')} FROM records WHERE trade_type = 'IMPORT'
        AND id IN (SELECT id FROM records WHERE trade_type = 'IMPORT' ORDER BY record_date DESC, id DESC LIMIT ${rows})
        ORDER BY record_date DESC, id DESC LIMIT ${rows}`,
      row: anything,
      lane: 'export',
    },
    async (chunk) => {
      for (const row of chunk) if (!given.write(row.map(cellValue))) await once(given, 'drain');
    },
  );
  given.end();
  await writing;
}

const WAYS = {
  'portal xlsx': ours('xlsx'),
  'portal csv': ours('csv'),
  'portal parquet': ours('parquet'),
  'engine CSV': engines('CSV'),
  'engine Parquet': engines('Parquet'),
  'portal quote': quote,
  'hucre from the engine': hucreFromEngine,
};

const values = how in WAYS ? null : await inMemory();
await askEngine(records, 'SELECT 1');
globalThis.gc?.();
const idle = residentMiB();
let peak = idle;
const watch = setInterval(() => {
  peak = Math.max(peak, residentMiB());
}, 20);
const [started, before] = [performance.now(), process.cpuUsage()];
if (values)
  await WRITERS[how](
    values,
    COLUMNS.map(({ label }) => label),
    path,
  );
else await WAYS[how]();
const seconds = (performance.now() - started) / 1000;
const { user, system } = process.cpuUsage(before);
clearInterval(watch);
const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
await records.close();
rmSync(temporary, { recursive: true, force: true });
console.log(JSON.stringify({ seconds, cpu: (user + system) / 1e6, bytes, peakMiB: peak - idle }));
