/**
 * `npm run bench -- export [ROWS]`: how fast records become files, of forty columns each, in the order of the screen; beside it what
 * writers from npm take for the same rows, which they are handed in memory, and what the engine's own writers take for CSV and Parquet.
 * Each in a process of its own. The machine may be busy: what counts is the ratio, and the processor's time beside the clock's.
 */
import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { install as installBeside } from './export/writers.mjs';
import { folderOf, isGenerated } from './records-folder.mjs';

const CHILD = fileURLToPath(new URL('export/measure.mjs', import.meta.url));
const GENERATE = fileURLToPath(new URL('generate/generate.mjs', import.meta.url));

const rows = Number(process.argv[2] ?? 100_000);
if (!Number.isSafeInteger(rows) || rows < 1) {
  console.error(`ROWS is not a whole number: ${process.argv[2]}`);
  process.exit(2);
}

/** Three of five generated records are imports; above two million they come in whole millions. */
const needed = Math.ceil((rows * 1.7) / 100_000) * 100_000;
const generated = needed > 2_000_000 ? Math.ceil(needed / 1_000_000) * 1_000_000 : needed;
if (!isGenerated(generated)) spawnSync(process.execPath, [GENERATE, String(generated)], { stdio: 'inherit' });
installBeside();

/** Writers that hold all their rows, or need minutes, are shown fewer: their rate does not grow with more. */
const FEW = 20_000;

function measure(how, count) {
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--expose-gc', CHILD, how, folderOf(generated), String(count)],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  if (status !== 0) return { how, count, failed: true };
  return { how, count, ...JSON.parse(stdout) };
}

console.log(
  `${cpus().length} cores\n\n| by | rows | seconds | processor seconds | rows/s | rows/processor s | MB | peak above idle, MiB |`,
);
console.log('|---|---:|---:|---:|---:|---:|---:|---:|');
const only = process.argv[3]?.split(',');
for (const [how, count] of [
  ['portal xlsx', rows],
  ['hucre from the engine', Math.min(rows, 100_000)],
  ['hucre', FEW],
  ['@protobi/exceljs', FEW],
  ['xlsx-write-stream', FEW],
  ['wasm-xlsxwriter', FEW],
  ['portal csv', rows],
  ['engine CSV', rows],
  ['portal parquet', rows],
  ['engine Parquet', rows],
  ['portal quote', rows],
]) {
  if (only && !only.some((name) => how.includes(name))) continue;
  const found = measure(how, count);
  if (found.failed) {
    console.log(`| ${how} | ${count} | failed |`);
    continue;
  }
  const { seconds, cpu, bytes, peakMiB } = found;
  const number = (value) => Math.round(value).toLocaleString('en-US');
  console.log(
    `| ${how} | ${number(count)} | ${seconds.toFixed(1)} | ${cpu.toFixed(1)} | ${number(count / seconds)} | ${number(count / cpu)} | ${number(bytes / 1e6)} | ${number(peakMiB)} |`,
  );
}
