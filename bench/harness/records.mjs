/** Generated records: their folders, how they are opened and asked, and what a figure about them must be read with. */
import { existsSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { basename, join } from 'node:path';
import { breakdownQuery, searchQuery } from '@tidewaiter/contract';
import { openRecords, PORTAL } from '@tidewaiter/records';
import { run } from '../../scripts/setup.mjs';

/** The last day with records; the first is five years earlier. */
export const UNTIL = '2026-10-31';

export const folderOf = (name) => join(import.meta.dirname, '../data', String(name));

/** Lies in a folder whose records are all there. */
export const markOf = (rows) => join(folderOf(rows), 'generated.json');

/** The folder of so many records. They are made where there are none: by another process, so that the memory of that is nobody's here. */
export function generatedFolder(rows) {
  const program = join(import.meta.dirname, '../generate/generate.mjs');
  if (!existsSync(markOf(rows))) run(process.execPath, [program, String(rows)], { stdio: ['ignore', 2, 2] });
  return folderOf(rows);
}

/** Opens so many records, and prints what the figures must be read with: when, on what, by which command. */
export async function openGenerated(rows, { folder = generatedFolder(rows), ...options } = {}) {
  const records = await openRecords(folder, options);
  console.log(`${await describeRun(records, rows)}\n`);
  return records;
}

export const machine = () =>
  `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB; Node.js ${process.versions.node}`;

/** The command that was given, and the day. */
export const command = () =>
  `\`npm run bench -- ${[basename(process.argv[1], '.mjs'), ...process.argv.slice(2)].join(' ')}\`, ${new Date().toISOString().slice(0, 10)}`;

async function describeRun(records, rows) {
  const [[engine]] = await askEngine(records, 'SELECT version()');
  const [[bytes, parts]] = await askEngine(
    records,
    `SELECT sum(bytes_on_disk), count() FROM system.parts WHERE database = currentDatabase() AND table = 'records' AND active`,
  );
  const megabytes = Math.round(Number(bytes) / 1e6).toLocaleString('en-US');
  return (
    `${command()}. ${machine()}, ClickHouse ${engine} (chDB). ${rows.toLocaleString('en-US')} generated records, ` +
    `${megabytes} MB in ${parts} parts.`
  );
}

export const EVERYTHING = { countries: 'ALL', fromDate: null, toDate: null };

/** A call of nobody's. */
export const AS_PORTAL = { asker: PORTAL };

/** A question as a search asks it, and as a list of it does, with the lists of an account that its line names. */
export const search = (records, payload, lists = []) =>
  records.ask(searchQuery.parse(payload), EVERYTHING, { ...AS_PORTAL, lists });
export const breakdown = (records, payload, lists = []) =>
  records.ask(breakdownQuery.parse(payload), EVERYTHING, { ...AS_PORTAL, lists });

/** Stands where a statement's row schema does: what the engine sends is taken as it is. */
const anything = { parse: (row) => row };

/** Statements of the benches' own, straight to the record engine. */
export const askEngine = ({ staging: { engine } }, sql, settings = {}) =>
  engine.query({ name: 'bench', sql, row: anything, lane: 'load', settings });

export const runEngine = ({ staging: { engine } }, sql, settings = {}) => engine.run({ name: 'bench', sql, settings });

const CACHES = [
  'QUERY CONDITION CACHE',
  'MARK CACHE',
  'UNCOMPRESSED CACHE',
  'INDEX MARK CACHE',
  'INDEX UNCOMPRESSED CACHE',
  'PRIMARY INDEX CACHE',
  'TEXT INDEX CACHES',
  'MMAP CACHE',
];

/**
 * Makes the engine forget what earlier questions have taught it. What the operating system keeps of the files stays.
 * The settings that every statement is sent with are no part of a SYSTEM statement: the comment takes them in.
 */
export async function dropCaches(records) {
  for (const cache of CACHES) await runEngine(records, `SYSTEM DROP ${cache} --`);
}
