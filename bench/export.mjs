/**
 * `npm run bench -- export [ROWS] [--only HOW,HOW]`: how fast records become files, of forty columns each, in the order of the screen; beside it
 * what writers from npm take for the same rows, which they are handed in memory, and what the engine's own writers take for CSV and Parquet.
 * Each in a process of its own. The machine may be busy: what counts is the ratio, and the processor's time beside the clock's.
 */
import { number, table } from './harness/measure.mjs';
import { readOptions } from './harness/options.mjs';
import { inOwnProcess, installBeside } from './harness/processes.mjs';
import { command, generatedFolder, machine } from './harness/records.mjs';

const { rows, only } = readOptions({ rows: 100_000 }, { only: [] });

/** Three of five generated records are imports; above two million they come in whole millions. */
const needed = Math.ceil((rows * 1.7) / 100_000) * 100_000;
const folder = generatedFolder(needed > 2_000_000 ? Math.ceil(needed / 1_000_000) * 1_000_000 : needed);
installBeside('wasm-xlsxwriter');

/** Writers that hold all their rows, or need minutes, are shown fewer: their rate does not grow with more. */
const FEW = Math.min(rows, 20_000);

const WAYS = {
  'portal xlsx': rows,
  'hucre from the engine': Math.min(rows, 100_000),
  hucre: FEW,
  '@protobi/exceljs': FEW,
  'xlsx-write-stream': FEW,
  'wasm-xlsxwriter': FEW,
  'portal csv': rows,
  'engine CSV': rows,
  'portal parquet': rows,
  'engine Parquet': rows,
  'portal quote': rows,
};

function lineOf(how, count) {
  const found = inOwnProcess('export/measure.mjs', how, folder, count);
  if (!found) return [how, number(count), 'failed', '', '', '', '', ''];
  const { seconds, processorSeconds, bytes, moreMiB } = found;
  const rates = [count / seconds, count / processorSeconds, bytes / 1e6, moreMiB];
  return [how, number(count), seconds.toFixed(1), processorSeconds.toFixed(1), ...rates.map(number)];
}

const asked = Object.entries(WAYS).filter(([how]) => only.length === 0 || only.some((name) => how.includes(name)));
const header = [
  'by',
  'rows',
  'seconds',
  'processor seconds',
  'rows/s',
  'rows/processor s',
  'MB',
  'peak above idle, MiB',
];
console.log(`${command()}. ${machine()}.\n`);
console.log(
  table(
    header,
    asked.map(([how, count]) => lineOf(how, count)),
  ),
);
