/**
 * How fast a search is answered, and how far from the engine's floor: the best SQL that we can write by hand for the same
 * answer over the same table. Ratios are of one run on one machine; single times mean little elsewhere.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { breakdownQuery, columnsFor, searchQuery } from '@tidewaiter/contract';
import { DIMENSIONS, openRecords, shippedMapping, writeDemoFiles } from '@tidewaiter/records';
import { anything, medianTime } from './measure.mjs';

const ROWS = Number(process.argv.find((argument) => /^\d+$/.test(argument)) ?? 300_000);
const ROUNDS = 15;
const UNTIL = '2026-10-31';
const ENTITLEMENT = { countries: 'ALL', fromDate: null, toDate: null };
const FOLDER = join(fileURLToPath(new URL('.', import.meta.url)), 'data', String(ROWS));

/** One question of each kind; `floor` is its text condition as plain SQL. */
const CLASSES = [
  ['HS heading', { searchBy: 'HS_CODE', matchType: 'L', searchValue: ['6109'] }, "startsWith(hs_code, '6109')"],
  ['HS subheading', { searchBy: 'HS_CODE', matchType: 'L', searchValue: ['850760'] }, "startsWith(hs_code, '850760')"],
  [
    'product word',
    { searchBy: 'PRODUCT', matchType: 'C', searchValue: ['cotton'] },
    "product_description_text LIKE '%cotton%'",
  ],
  [
    'product phrase',
    { searchBy: 'PRODUCT', matchType: 'C', searchValue: ['stainless steel'] },
    "product_description_text LIKE '%stainless steel%'",
  ],
  [
    'not a product',
    { searchBy: 'PRODUCT', matchType: 'D', searchValue: ['cotton'] },
    "NOT product_description_text LIKE '%cotton%'",
  ],
  [
    'part of an importer',
    { searchBy: 'IMPORTER', matchType: 'L', searchValue: ['trading'] },
    "importer_name_text LIKE '%trading%'",
  ],
];

const time = (work) => medianTime(ROUNDS, work);

async function open() {
  const fresh = !existsSync(FOLDER);
  mkdirSync(FOLDER, { recursive: true });
  const records = await openRecords(FOLDER);
  if (!fresh) return records;
  const files = await writeDemoFiles({ directory: FOLDER, rows: ROWS, until: UNTIL });
  const started = performance.now();
  await records.loader.load({
    files: files.map(({ path, tradeType }) => ({ path, trade: tradeType })),
    mapping: await shippedMapping('demo-records'),
  });
  console.log(`loaded ${ROWS} records in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return records;
}

const records = await open();
const countryCode = (await records.coverage.countries())
  .filter(({ tradeType }) => tradeType === 'IMPORT')
  .map(({ country }) => country);
const scope = { tradeType: 'IMPORT', countryCode, fromDate: '2024-01-01', toDate: UNTIL };
const bounds = `trade_type = 'IMPORT' AND record_date BETWEEN '2024-01-01' AND '${UNTIL}'`;
const cells = columnsFor('IMPORT', countryCode)
  .map((column) => column.sql)
  .join(', ');
const raw = (sql) => records.engine.query({ name: 'bench.floor', sql, row: anything });

console.log(
  `${ROWS} records, ${cpus().length} cores, node ${process.versions.node}, median of ${ROUNDS} rounds, in milliseconds\n`,
);
console.log('| question | found | page | floor | ratio | count | floor | ratio |');
console.log('|---|---:|---:|---:|---:|---:|---:|---:|');
for (const [name, asked, condition] of CLASSES) {
  const query = searchQuery.parse({ ...scope, ...asked });
  const { count } = await records.search.count(query, ENTITLEMENT);
  const page = await time(() => records.search.page(query, ENTITLEMENT));
  const pageFloor = await time(() =>
    raw(
      `SELECT hex(id), ${cells} FROM records WHERE ${bounds} AND ${condition} ORDER BY record_date DESC, id DESC LIMIT 20`,
    ),
  );
  const counted = await time(() => records.search.count(query, ENTITLEMENT));
  const countFloor = await time(() => raw(`SELECT count() FROM records WHERE ${bounds} AND ${condition}`));
  const figures = [page, pageFloor, page / pageFloor, counted, countFloor, counted / countFloor];
  console.log(`| ${name} | ${count} | ${figures.map((figure) => figure.toFixed(figure < 10 ? 2 : 1)).join(' | ')} |`);
}
/** The lists as somebody would ask for them one by one, without names, INR or distinct counts. */
const SEPARATE = [
  'importer_name_key',
  'exporter_name_key',
  'destination_port',
  'origin_port',
  'hs_code',
  'left(hs_code, 4)',
  'origin_country',
  "extras['city']",
  'mode_of_transport',
  'std_unit',
  'toStartOfMonth(record_date)',
];
/** Another last day each time: nothing that was kept can answer. */
const dayBefore = (days) => new Date(Date.parse(UNTIL) - days * 86_400_000).toISOString().slice(0, 10);
const listsOf = (query) =>
  Promise.all(DIMENSIONS.map((dimension) => records.breakdowns.list(dimension, query, ENTITLEMENT)));

console.log('\n| question | eleven lists, first | eleven queries | ratio | eleven lists, again |');
console.log('|---|---:|---:|---:|---:|');
for (const [name, asked, condition] of CLASSES) {
  let round = 0;
  const first = await time(() => {
    round += 1;
    return listsOf(breakdownQuery.parse({ ...scope, ...asked, toDate: dayBefore(round) }));
  });
  const separate = await time(async () => {
    for (const column of SEPARATE) {
      await raw(`SELECT ${column} AS name, count(), sum(quantity), sum(total_value_usd) AS usd FROM records
        WHERE ${bounds} AND ${condition} GROUP BY name ORDER BY usd DESC LIMIT 500`);
    }
  });
  const kept = breakdownQuery.parse({ ...scope, ...asked });
  const again = await time(() => listsOf(kept));
  const figures = [first, separate, first / separate, again];
  console.log(`| ${name} | ${figures.map((figure) => figure.toFixed(figure < 10 ? 2 : 1)).join(' | ')} |`);
}
console.log(`\npeak memory of the process: ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`);
await records.close();
