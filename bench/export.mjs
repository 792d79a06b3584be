/**
 * `npm run bench -- export [ROWS] [--only HOW,HOW]`: how fast records become files, of forty columns each, in the order of the screen; beside it
 * what the engine's own writers take for CSV and Parquet, which is the least that the same file takes.
 * Each in a process of its own. The machine may be busy: what counts is the ratio, and the processor's time beside the clock's.
 */
import { number, table } from './harness/measure.mjs';
import { readOptions } from './harness/options.mjs';
import { inOwnProcess } from './harness/processes.mjs';
import { command, generatedFolder, machine } from './harness/records.mjs';

const { rows, only } = readOptions({ rows: 100_000 }, { only: [] });

/** Three of five generated records are imports; above two million they come in whole millions. */
const needed = Math.ceil((rows * 1.7) / 100_000) * 100_000;
const folder = generatedFolder(needed > 2_000_000 ? Math.ceil(needed / 1_000_000) * 1_000_000 : needed);

const WAYS = ['portal xlsx', 'portal csv', 'engine CSV', 'portal parquet', 'engine Parquet', 'portal quote'];

function lineOf(how) {
  const found = inOwnProcess('export/measure.mjs', how, folder, rows);
  if (!found) return [how, number(rows), 'failed', '', '', '', '', ''];
  const { seconds, processorSeconds, bytes, moreMiB } = found;
  const rates = [rows / seconds, rows / processorSeconds, bytes / 1e6, moreMiB];
  return [how, number(rows), seconds.toFixed(1), processorSeconds.toFixed(1), ...rates.map(number)];
}

const asked = WAYS.filter((how) => only.length === 0 || only.some((name) => how.includes(name)));
const header = [
  ...['by', 'rows', 'seconds', 'processor seconds'],
  ...['rows/s', 'rows/processor s', 'MB', 'peak above idle, MiB'],
];
console.log(`${command()}. ${machine()}.\n`);
console.log(table(header, asked.map(lineOf)));
