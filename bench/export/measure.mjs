/** `measure.mjs HOW FOLDER ROWS`: writes one file, and prints what it took as JSON. */
import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { RECORD_COLUMNS, searchQuery } from '@tidewaiter/contract';
import { openRecords } from '@tidewaiter/records';
import { inTemporaryFolder, tellUsage } from '../harness/processes.mjs';
import { AS_PORTAL, askEngine, EVERYTHING, UNTIL } from '../harness/records.mjs';

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
const asked = await records.ask({ ...query, fromDate: '2000-01-01' }, EVERYTHING, AS_PORTAL);

const OWNER = { account: 1, key: randomUUID() };

/** All of them, in the order of the screen, for an account that owns nothing yet. */
const CHOICE = { weightages: new Map(), maximum: rows, balance: rows, owner: { ...OWNER, exports: [] } };

/** An export from the moment that its turn comes: its records are kept under a number, then written. */
const ours = (format) => async (path) => {
  const number = Date.now();
  await asked.keepExport(CHOICE, number);
  const file = await asked.exportFile(
    { choice: { ...OWNER, number }, columns: COLUMNS.map(({ key }) => key), format },
    path,
  );
  if (file.rows !== rows) throw new Error(`${file.rows} records, not ${rows}`);
};

/** The least that the same file takes: the engine writes the same records in the same order, and nobody looks at them. */
const engines = (format) => (path) => {
  const sql = `SELECT ${COLUMNS.map(({ sql: value, key }) => `${value} AS ${key}_`).join(', ')} FROM records WHERE trade_type = 'IMPORT'
    ORDER BY record_date DESC, id DESC LIMIT ${rows}`;
  const settings = format === 'Parquet' ? { output_format_parquet_row_group_size: 65_536 } : {};
  return records.staging.engine.writeFile({ name: 'bench', sql, settings }, format, path);
};

async function quote() {
  const { parts } = await asked.exportPlan(CHOICE);
  const found = parts.reduce((sum, part) => sum + part.rows, 0);
  if (found !== rows) throw new Error(`${found} records in the quote, not ${rows}`);
}

const WAYS = {
  'portal xlsx': ours('xlsx'),
  'portal csv': ours('csv'),
  'portal parquet': ours('parquet'),
  'engine CSV': engines('CSV'),
  'engine Parquet': engines('Parquet'),
  'portal quote': quote,
};

await askEngine(records, 'SELECT 1');
await inTemporaryFolder((temporary) =>
  tellUsage(async () => {
    const path = join(temporary, 'file');
    await WAYS[how](path);
    return { bytes: statSync(path, { throwIfNoEntry: false })?.size ?? 0 };
  }),
);
await records.close();
