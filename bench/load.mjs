/**
 * `npm run bench -- load [ROWS]`: how fast a CSV file of forty columns is loaded, against the rate at which the engine alone
 * reads the same file into a table of the same types, sort key and indexes, without cleaning anything.
 */
import { statSync } from 'node:fs';
import { cpus } from 'node:os';
import { columnsOfFile, mappingOfFile } from './load/file.mjs';
import { fileOfRows, measure } from './load/own-process.mjs';

const rows = Number(process.argv[2] ?? 5_000_000);
if (!Number.isSafeInteger(rows) || rows < 1) {
  console.error(`ROWS is not a whole number: ${process.argv[2]}`);
  process.exit(2);
}

const path = await fileOfRows(rows);
const [engine, portal] = ['engine', 'portal'].map((how) => measure(how, path, rows));
const perSecond = ({ seconds }) => Math.round(rows / seconds).toLocaleString('en-US');
const width = columnsOfFile(await mappingOfFile()).length;
console.log(
  `${rows.toLocaleString('en-US')} rows of ${width} columns, ${Math.round(statSync(path).size / 1e6)} MB; ${cpus().length} cores\n`,
);
console.log('| by | seconds | records/s | peak MiB |\n|---|---:|---:|---:|');
for (const [name, found] of [
  ['the engine alone', engine],
  ['the portal', portal],
])
  console.log(`| ${name} | ${found.seconds.toFixed(1)} | ${perSecond(found)} | ${Math.round(found.peakMiB)} |`);
console.log(`\nThe portal loads at ${Math.round((100 * engine.seconds) / portal.seconds)} % of the engine's rate.`);
