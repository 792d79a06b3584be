import { execFile, spawn } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { constants, createBrotliCompress, createBrotliDecompress } from 'node:zlib';

/** Backups of portals of former versions, a folder each: what a version has written, every later one must bring back. */
export const FORMER_PORTALS = fileURLToPath(new URL('../fixtures/backups', import.meta.url));

/** Their data folders, as the engines of those versions left them: what a later version must start on. */
export const FORMER_FOLDERS = fileURLToPath(new URL('../fixtures/folders', import.meta.url));

const archiveOf = (version: string) => join(FORMER_FOLDERS, `${version}.tar.br`);

/** A new database of PostgreSQL has most pages three times: they are found again across a window of this many bits. */
const WINDOW = 27;

/** Packs the data folder of a version, whose portal has stopped. */
export async function packFolder(folder: string, version: string): Promise<void> {
  const { BROTLI_PARAM_LARGE_WINDOW, BROTLI_PARAM_LGWIN } = constants;
  const params = { [BROTLI_PARAM_LARGE_WINDOW]: 1, [BROTLI_PARAM_LGWIN]: WINDOW };
  const files = ['accounts', 'archive', 'records', 'stores.json'];
  const args = ['--create', '--sort=name', '--owner=0', '--group=0', '--directory', folder, ...files];
  const { stdout } = spawn('tar', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await pipeline(stdout, createBrotliCompress({ params }), createWriteStream(archiveOf(version)));
}

/** Puts the data folder of a former version into a folder that is empty. */
export async function unpackFolder(version: string, folder: string): Promise<void> {
  const unpack = createBrotliDecompress({ params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 } });
  // By way of a file: tar closes a pipe at the end of the archive, which may be before the last of its padding was written.
  const archive = `${folder}.tar`;
  await pipeline(createReadStream(archiveOf(version)), unpack, createWriteStream(archive));
  await promisify(execFile)('tar', ['--extract', '--no-same-owner', '--directory', folder, '--file', archive]);
  await rm(archive);
}

/** What such a portal answered when it was backed up, beside its backup. */
export const ANSWERED = 'answered.json';

/** What is told no more: rows of totals are found before a load is written (decision 0100). */
const GONE = ['hasTotalsRow'];

/**
 * What a later version must answer on what a former one has left. The data version is no part of it: where loads are summed up by another
 * rule than before, a start publishes one.
 */
export async function answeredBy(version: string): Promise<object> {
  const text = await readFile(join(FORMER_PORTALS, version, ANSWERED), 'utf8');
  const answered = JSON.parse(text, (key, value) => (GONE.includes(key) ? undefined : value));
  const { dataVersion: _, ...loads } = answered.loads;
  return { ...answered, loads };
}

/** What is asked of it: what does not depend on the day on which it is asked. */
const LISTS = ['loads', 'account', 'plan', 'notice', 'suppress', 'party', 'country', 'weightage', 'audit'];

/** Asks a portal for all that is kept with its backup, by its command. */
export async function answersOf(run: (...args: string[]) => Promise<{ out: string; err: string }>): Promise<unknown> {
  const answers: Record<string, unknown> = {};
  for (const list of LISTS) {
    const { out, err } = await run(list, '--json');
    if (err !== '') throw new Error(`${list}: ${err}`);
    answers[list] = JSON.parse(out);
  }
  return answers;
}
