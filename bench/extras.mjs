/** How to keep some 200 rarely filled columns: as columns, as a Map, or as a JSON column. Decision 0008 quotes it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRecords } from '@tidewaiter/records';
import { anything, medianTime } from './measure.mjs';

const ROWS = Number(process.argv[2] ?? 1_000_000);
const EXTRAS = 210;
const FILLED = 12;
const ROUNDS = 9;

const folder = mkdtempSync(join(tmpdir(), 'tidewaiter-extras-'));
const records = await openRecords(folder);
const { engine } = records.staging;
const run = (sql) => engine.run({ name: 'bench', sql });
const ask = (sql) => engine.query({ name: 'bench', sql, row: anything });

const names = Array.from({ length: EXTRAS }, (_, index) => `extra_${index}`);
/** A row of source s fills the twelve columns of that source. */
const holds = (index) => `intDiv(${index}, ${FILLED}) = number % ${Math.floor(EXTRAS / FILLED)}`;
const value = (index) => `toString(intHash32(number + ${index}) % 5000)`;
const core = "toDate('2024-01-01') + number % 900 AS record_date, leftPad(toString(number % 9000), 6, '0') AS hs_code";
const filled = `mapFromArrays(arrayMap(i -> concat('extra_', toString(number % ${Math.floor(EXTRAS / FILLED)} * ${FILLED} + i)), range(${FILLED})), arrayMap(i -> toString(intHash32(number + i) % 5000), range(${FILLED})))`;

const TABLES = {
  columns: {
    columns: names.map((name) => `${name} String`).join(', '),
    fill: names.map((name, index) => `if(${holds(index)}, ${value(index)}, '') AS ${name}`).join(', '),
    all: names.join(', '),
    one: 'extra_7',
  },
  map: {
    columns: 'extras Map(LowCardinality(String), String)',
    fill: `${filled} AS extras`,
    all: 'extras',
    one: "extras['extra_7']",
  },
  json: {
    columns: 'extras JSON(max_dynamic_paths = 256)',
    fill: `CAST(toJSONString(${filled}), 'JSON(max_dynamic_paths = 256)') AS extras`,
    all: 'extras',
    one: 'extras.extra_7::String',
  },
};

const median = (sql) => medianTime(ROUNDS, () => ask(sql));

console.log(`${ROWS} records, ${EXTRAS} extra columns, ${FILLED} filled in each\n`);
console.log('| kept as | rows/s | MB | page of all ms | facet on one ms |\n|---|---:|---:|---:|---:|');
for (const [name, table] of Object.entries(TABLES)) {
  await run(
    `CREATE TABLE ${name}_t (record_date Date, hs_code String, ${table.columns}) ENGINE = MergeTree ORDER BY (hs_code, record_date)`,
  );
  const started = performance.now();
  await run(`INSERT INTO ${name}_t SELECT ${core}, ${table.fill} FROM numbers(${ROWS})`);
  const rate = ROWS / ((performance.now() - started) / 1000);
  await run(`OPTIMIZE TABLE ${name}_t FINAL`);
  const [[bytes]] = await ask(`SELECT sum(bytes_on_disk) FROM system.parts WHERE table = '${name}_t' AND active`);
  const page = await median(
    `SELECT record_date, hs_code, ${table.all} FROM ${name}_t WHERE startsWith(hs_code, '0012') ORDER BY record_date DESC LIMIT 200`,
  );
  const facet = await median(
    `SELECT ${table.one} AS v, count() FROM ${name}_t WHERE startsWith(hs_code, '001') GROUP BY v ORDER BY count() DESC LIMIT 500`,
  );
  console.log(
    `| ${name} | ${Math.round(rate)} | ${Math.round(Number(bytes) / 1e6)} | ${page.toFixed(1)} | ${facet.toFixed(1)} |`,
  );
}
await records.close();
rmSync(folder, { recursive: true, force: true });
