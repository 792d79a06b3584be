/**
 * `npm run bench -- load [ROWS]`: how fast a CSV file of forty columns is loaded, against the rate at which the engine alone
 * reads the same file into a table of the same types, sort key and indexes, without cleaning anything; and how fast a workbook is
 * loaded, against the time that its reader takes alone.
 */
import { statSync } from 'node:fs';
import { cpus } from 'node:os';
import { columnsOfFile, mappingOfFile } from './load/file.mjs';
import { fileOfRows, measure } from './load/own-process.mjs';
import { workbookOf } from './load/workbook.mjs';

const rows = Number(process.argv[2] ?? 5_000_000);
if (!Number.isSafeInteger(rows) || rows < 1) {
  console.error(`ROWS is not a whole number: ${process.argv[2]}`);
  process.exit(2);
}

/** Rows of the workbook: its making holds them all in memory. */
const OF_WORKBOOK = Math.min(rows, 100_000);

const path = await fileOfRows(rows);
const [engine, portal] = ['engine', 'portal'].map((how) => measure(how, path, rows));
const width = columnsOfFile(await mappingOfFile()).length;
console.log(
  `${rows.toLocaleString('en-US')} rows of ${width} columns, ${Math.round(statSync(path).size / 1e6)} MB; ${cpus().length} cores\n`,
);
function table(count, found) {
  console.log('| by | seconds | records/s | peak MiB |\n|---|---:|---:|---:|');
  for (const [name, { seconds, peakMiB }] of found) {
    const perSecond = Math.round(count / seconds).toLocaleString('en-US');
    console.log(`| ${name} | ${seconds.toFixed(1)} | ${perSecond} | ${Math.round(peakMiB)} |`);
  }
}
table(rows, [
  ['the engine alone', engine],
  ['the portal', portal],
]);
console.log(`\nThe portal loads at ${Math.round((100 * engine.seconds) / portal.seconds)} % of the engine's rate.`);

const workbook = await workbookOf(await fileOfRows(OF_WORKBOOK));
const [reader, loaded] = ['reader', 'portal'].map((how) => measure(how, workbook, OF_WORKBOOK));
console.log(
  `\n${OF_WORKBOOK.toLocaleString('en-US')} rows of ${width} columns in a workbook, ${Math.round(statSync(workbook).size / 1e6)} MB\n`,
);
table(OF_WORKBOOK, [
  ['the reader (hucre) alone', reader],
  ['the portal', loaded],
]);
console.log(`\nThe portal takes ${(loaded.seconds / reader.seconds).toFixed(2)} times as long as its reader.`);
