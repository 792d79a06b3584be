import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const pathIn = (dataFolder: string) => join(dataFolder, 'last-backup.json');

const moment = z.iso.datetime();

/** What a data folder knows of the backups of its portal. */
const backupNotes = z.object({
  /** When the newest was made, and where it is. */
  at: moment.optional(),
  where: z.string().optional(),
  /** Why older ones were not let go beside it, where that failed. */
  notRemoved: z.string().optional(),
  /** The newest try, where it made none. */
  failed: z.object({ at: moment, where: z.string(), why: z.string() }).optional(),
});
type BackupNotes = z.output<typeof backupNotes>;

/** A backup that was made. */
interface NotedBackup {
  at: string;
  where: string;
  notRemoved?: string;
}

/** Notes that cannot be read are none: they keep no backup from being made. */
async function notesIn(dataFolder: string): Promise<BackupNotes> {
  const text = await readFile(pathIn(dataFolder), 'utf8').catch(() => '{}');
  try {
    return backupNotes.parse(JSON.parse(text));
  } catch {
    return {};
  }
}

async function note(dataFolder: string, notes: BackupNotes): Promise<void> {
  const path = pathIn(dataFolder);
  await writeFile(`${path}.new`, JSON.stringify(notes), { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** The newest backup that was made of a data folder's portal, by itself or by a command there; undefined where none was. */
export async function lastBackup(dataFolder: string): Promise<NotedBackup | undefined> {
  const { at, where, notRemoved } = await notesIn(dataFolder);
  return at === undefined || where === undefined ? undefined : { at, where, ...(notRemoved && { notRemoved }) };
}

/** Why the newest try made no backup; undefined where it made one. */
export async function failedBackup(dataFolder: string): Promise<BackupNotes['failed']> {
  return (await notesIn(dataFolder)).failed;
}

export const noteBackup = (dataFolder: string, made: NotedBackup): Promise<void> => note(dataFolder, made);

export async function noteFailedBackup(dataFolder: string, where: string, error: unknown): Promise<void> {
  const why = error instanceof Error ? error.message : String(error);
  const failed = { at: new Date().toISOString(), where, why };
  // A folder that is full or gone has other things to be told of.
  await note(dataFolder, { ...(await notesIn(dataFolder)), failed }).catch(() => {});
}
