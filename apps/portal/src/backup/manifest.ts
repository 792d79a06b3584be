import { readFile } from 'node:fs/promises';
import { OperatorError } from '@tidewaiter/contract';
import { z } from 'zod';
import type { Repository } from './repository.js';

/** Bytes under the name of their SHA-256, compressed with Brotli. What two backups have in common lies there once. */
const objectName = z.string().regex(/^[0-9a-f]{64}$/);

const count = z.number().int().nonnegative();

/** What a backup is made of, and what its rows must sum to where they arrive. It is written last: without one there is no backup. */
const manifest = z.strictObject({
  /** Of this description. */
  format: z.literal(1),
  /** Of the build that made it. */
  version: z.string(),
  at: z.iso.datetime(),
  /** Which records these are: a place holds the backups of one portal. */
  store: z.uuid(),
  /** Those that were not left as they are, without what is secret. */
  settings: z.record(z.string(), z.string()),
  records: z.strictObject({
    migration: count,
    dataVersion: count,
    tables: z.array(
      z.strictObject({ name: z.string(), columns: z.array(z.strictObject({ name: z.string(), type: z.string() })) }),
    ),
    pieces: z.array(
      z.strictObject({
        table: z.string(),
        part: z.string(),
        identity: z.string().nullable(),
        rows: count,
        sum: z.string(),
        object: objectName,
      }),
    ),
  }),
  accounts: z.strictObject({
    migrations: count,
    highestExport: count,
    sequences: z.array(z.strictObject({ name: z.string(), last: z.string(), called: z.boolean() })),
    tables: z.array(
      z.strictObject({
        name: z.string(),
        columns: z.array(z.string()),
        rows: count,
        sum: z.string(),
        pages: count,
        objects: z.array(objectName),
      }),
    ),
  }),
  /** Tables that hold fewer rows than the backup before, for a reason; the versions that did not look say nothing of it. */
  fewer: z.array(z.string()).optional(),
  /** What its stores lacked that can be seen without another backup, in the words of losses.ts: an operator has accepted it. */
  accepted: z.array(z.string()).optional(),
  /** Who had been erased, by their ids: a restore of an older backup erases them again. */
  erased: z.array(count).optional(),
  /** The files that were loaded: their own SHA-256, and what they lie under. */
  archive: z.array(z.strictObject({ hash: objectName, object: objectName })),
  /** Sizes in bytes. */
  objects: z.record(objectName, count),
});
export type Manifest = z.output<typeof manifest>;

export const OBJECTS = 'objects';
/** Compressed: engines know it by the end of the name. */
export const pathOfObject = (name: string) => `${OBJECTS}/${name}.br`;

export const BACKUPS = 'backups';
/** Backups sort by name as they do by time, and a name fits every file system. */
export const pathOfBackup = (at: string) => `${BACKUPS}/${at.replaceAll(':', '')}.json`;

const timeOf = (path: string) =>
  path.slice(BACKUPS.length + 1, -'.json'.length).replace(/T(\d\d)(\d\d)(.*)$/, 'T$1:$2:$3');

/** The times of all backups in a place, oldest first. */
export async function backupsIn(repository: Repository): Promise<string[]> {
  const found = await repository.list(BACKUPS);
  return [...found.keys()]
    .filter((path) => path.endsWith('.json'))
    .map(timeOf)
    .sort();
}

/** @throws OperatorError where it cannot be read */
export async function readManifest(repository: Repository, at: string): Promise<Manifest> {
  try {
    const { path, done } = await repository.fetch(pathOfBackup(at));
    try {
      return manifest.parse(JSON.parse(await readFile(path, 'utf8')));
    } finally {
      await done();
    }
  } catch (error) {
    throw new OperatorError(`The backup of ${at} cannot be read: it is damaged, or of a newer version.`, [], {
      cause: error,
    });
  }
}

/** The newest that can be read of some backups; undefined where none can. @param times oldest first */
export async function newestReadable(repository: Repository, times: readonly string[]): Promise<Manifest | undefined> {
  for (const at of times.toReversed()) {
    const found = await readManifest(repository, at).catch(() => undefined);
    if (found) return found;
  }
  return undefined;
}

/**
 * The newest backup, or the newest up to a moment.
 *
 * @param asOf a day, which is meant to its end, or a moment
 * @throws OperatorError where there is none
 */
export async function findBackup(repository: Repository, asOf?: string): Promise<Manifest> {
  const times = await backupsIn(repository);
  const until = asOf?.length === 'YYYY-MM-DD'.length ? `${asOf}T24` : asOf;
  const at = times.filter((time) => until === undefined || time <= until).at(-1);
  if (at !== undefined) return readManifest(repository, at);
  const oldest = times[0] === undefined ? 'There is none at all.' : `The oldest is of ${times[0]}.`;
  throw new OperatorError(
    asOf === undefined
      ? `There is no backup in ${repository.where}.`
      : `There is no backup of ${asOf} or before in ${repository.where}. ${oldest}`,
  );
}
