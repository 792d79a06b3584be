import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const pathIn = (dataFolder: string) => join(dataFolder, 'last-backup.json');

const lastBackupMark = z.object({ at: z.iso.datetime(), where: z.string() });
type LastBackup = z.output<typeof lastBackupMark>;

/** The newest backup that was made of a data folder's portal, by itself or by a command there; undefined where none was. */
export async function lastBackup(dataFolder: string): Promise<LastBackup | undefined> {
  const text = await readFile(pathIn(dataFolder), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : lastBackupMark.parse(JSON.parse(text));
}

export async function noteBackup(dataFolder: string, made: LastBackup): Promise<void> {
  await writeFile(pathIn(dataFolder), JSON.stringify(made), { mode: 0o600 });
}
