/**
 * `node bench/generate/generate.mjs ROWS`: makes the records of a size, once. Up to two million go through the product's own
 * loader; more are a million of those, multiplied inside the engine (`copies.mjs`). A process of its own, so that the memory it
 * takes is not counted as a search's.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { openRecords } from '@tidewaiter/records';
import { say } from '../harness/measure.mjs';
import { readOptions } from '../harness/options.mjs';
import { askEngine, folderOf, markOf, runEngine } from '../harness/records.mjs';
import { loadBase } from './base.mjs';
import { addCopies } from './copies.mjs';

/** The loader takes some 50,000 records a second: two million are a minute's wait. */
const LOADED_AT_MOST = 2_000_000;
const BASE = 1_000_000;

const { rows } = readOptions({ rows: 300_000 });
if (rows > LOADED_AT_MOST && rows % BASE !== 0) {
  console.error(`Above ${LOADED_AT_MOST}, records come in whole millions.`);
  process.exit(2);
}

/** One part per partition, as merges leave a table that nobody has loaded into for a while. */
async function mergeParts(records) {
  const partitions = await askEngine(
    records,
    `SELECT partition_id, any(partition), sum(rows), count() FROM system.parts
     WHERE database = currentDatabase() AND table = 'records' AND active GROUP BY partition_id ORDER BY partition_id`,
  );
  for (const [id, name, found, parts] of partitions) {
    if (Number(parts) === 1) continue;
    const started = performance.now();
    await runEngine(records, `OPTIMIZE TABLE records PARTITION ID '${id}' FINAL`);
    say(`merged ${name} from ${parts} parts`, Number(found), started);
  }
}

if (!existsSync(markOf(rows))) {
  const started = performance.now();
  mkdirSync(folderOf(rows), { recursive: true });
  const resumed = existsSync(`${folderOf(rows)}/records`);
  const records = await openRecords(folderOf(rows));
  const base = Math.min(rows, rows > LOADED_AT_MOST ? BASE : rows);
  const facts = { base: await loadBase(records, folderOf(rows), base) };
  await addCopies(records, rows / base - 1);
  await mergeParts(records);
  const [[count]] = await askEngine(records, 'SELECT count() FROM records');
  await records.close();
  if (Number(count) !== rows) throw new Error(`${count} records were generated, not ${rows}`);
  const seconds = resumed ? null : (performance.now() - started) / 1000;
  writeFileSync(markOf(rows), `${JSON.stringify({ ...facts, rows, seconds })}\n`);
  say('generated', rows, started);
}
