/** Which sort key serves searches best: the same records in tables that differ in it alone. Decision 0003 quotes it. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openRecords } from '@tidewaiter/records';
import { anything, medianTime } from './measure.mjs';

const ROWS = process.argv[2] ?? '2000000';
const ROUNDS = 9;
const KEYS = {
  'hs_code, country, record_date': '(hs_code, country, record_date, id)',
  'country, hs_code, record_date': '(country, hs_code, record_date, id)',
  'country, record_date': '(country, record_date, id)',
  record_date: '(record_date, id)',
};
const BOUNDS = "trade_type = 'IMPORT' AND record_date BETWEEN '2024-01-01' AND '2026-10-31'";
const QUESTIONS = {
  'HS heading, all countries': `${BOUNDS} AND startsWith(hs_code, '6109')`,
  'HS heading, one country': `${BOUNDS} AND country = 'IND' AND startsWith(hs_code, '6109')`,
  'product word, all countries': `${BOUNDS} AND product_description_text LIKE '%cotton%'`,
  'product word, one country': `${BOUNDS} AND country = 'IND' AND product_description_text LIKE '%cotton%'`,
  'part of an importer': `${BOUNDS} AND importer_name_text LIKE '%trading%'`,
};

const records = await openRecords(join(fileURLToPath(new URL('.', import.meta.url)), 'data', ROWS));
const { engine } = records.staging;
const run = (sql) => engine.run({ name: 'bench', sql });
const ask = (sql) => engine.query({ name: 'bench', sql, row: anything });

const median = (sql) => medianTime(ROUNDS, () => ask(sql));

const [[create]] = await ask(
  "SELECT create_table_query FROM system.tables WHERE name = 'records' AND database = currentDatabase()",
);
console.log('| sort key | MB | build s | question | page ms | count ms |\n|---|---:|---:|---|---:|---:|');
for (const [name, key] of Object.entries(KEYS)) {
  await run('DROP TABLE IF EXISTS sorted SYNC');
  await run(create.replace(/TABLE \S+ /, 'TABLE sorted ').replace(/ORDER BY \([^)]*\)/, `ORDER BY ${key}`));
  const started = performance.now();
  await run('INSERT INTO sorted SELECT * FROM records');
  await run('OPTIMIZE TABLE sorted FINAL');
  const built = (performance.now() - started) / 1000;
  const [[bytes]] = await ask("SELECT sum(bytes_on_disk) FROM system.parts WHERE table = 'sorted' AND active");
  for (const [question, where] of Object.entries(QUESTIONS)) {
    const page = await median(`SELECT * FROM sorted WHERE ${where} ORDER BY record_date DESC, id DESC LIMIT 20`);
    const count = await median(`SELECT count() FROM sorted WHERE ${where}`);
    console.log(
      `| ${name} | ${Math.round(Number(bytes) / 1e6)} | ${built.toFixed(0)} | ${question} | ${page.toFixed(1)} | ${count.toFixed(1)} |`,
    );
  }
}
await run('DROP TABLE sorted SYNC');
await records.close();
