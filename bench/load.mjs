/**
 * `npm run bench -- load [ROWS]`: how fast a CSV file of forty columns is loaded, against the rate at which the engine alone
 * reads the same file into a table of the same types, sort key and indexes, without cleaning anything; and how fast a workbook is
 * loaded, against the time that its reader takes alone.
 */
import { statSync } from 'node:fs';
import { number, table } from './harness/measure.mjs';
import { readOptions } from './harness/options.mjs';
import { command, machine } from './harness/records.mjs';
import { columnsOfFile, fileOfRows, load, mappingOfFile } from './load/file.mjs';
import { workbookOf } from './load/workbook.mjs';

const { rows } = readOptions({ rows: 5_000_000 });

/** Rows of the workbook: its making holds them all in memory. */
const OF_WORKBOOK = Math.min(rows, 100_000);

const width = columnsOfFile(await mappingOfFile()).length;

/** Loads a file without the product and with it. @returns how many times as long the product takes */
function compare(path, count, [how, name]) {
  const [alone, portal] = [load(how, path, count), load('portal', path, count)];
  const row = (by, { seconds, processorSeconds, peakMiB }) => [
    ...[by, seconds.toFixed(1), processorSeconds.toFixed(1)],
    ...[number(count / seconds), number(peakMiB)],
  ];
  console.log(`\n${number(count)} rows of ${width} columns, ${number(statSync(path).size / 1e6)} MB\n`);
  console.log(
    table(
      ['by', 'seconds', 'processor seconds', 'records/s', 'peak MiB'],
      [row(name, alone), row('the portal', portal)],
    ),
  );
  return portal.seconds / alone.seconds;
}

console.log(`${command()}. ${machine()}.`);
const times = compare(await fileOfRows(rows), rows, ['engine', 'the engine alone']);
console.log(`\nThe portal loads at ${Math.round(100 / times)} % of the engine's rate.`);
const ofReader = compare(await workbookOf(await fileOfRows(OF_WORKBOOK)), OF_WORKBOOK, [
  'reader',
  'the reader (hucre) of a workbook alone',
]);
console.log(`\nThe portal takes ${ofReader.toFixed(2)} times as long as its reader.`);
