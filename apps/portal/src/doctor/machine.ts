/** What the machine gives the portal. */
import { readdir, readFile, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { memoryOfProcess } from '@tidewaiter/records';
import type { Config } from '../app/config.js';
import { bytes } from '../app/sizes.js';
import { type Finding, soon, well, wrong } from './finding.js';

const GB = 1024 ** 3;

/** With less, the engine has no room for a question beside a load. */
const LEAST_MEMORY = 2 * GB;

/** Less than this and an export or a merge may fill it. */
const LEAST_DISK = 2 * GB;

/** Open files beside those of connections (`docs/operator.md`, MAX_CONNECTIONS). */
const OWN_FILES = 500;

/** Bytes of all files in a folder; 0 where there is none. Files that go meanwhile are not counted. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  let sum = 0;
  for (const entry of entries)
    if (entry.isFile()) sum += (await stat(join(entry.parentPath, entry.name)).catch(() => undefined))?.size ?? 0;
  return sum;
}

/** Parts are merged by writing them anew before the old ones go. */
export async function disk({ dataFolder }: Config): Promise<Finding> {
  const { bavail, bsize } = await statfs(dataFolder);
  const [free, records] = [bavail * bsize, await sizeOf(join(dataFolder, 'records'))];
  const found = `${bytes(free)} free; the records take ${bytes(records)}`;
  if (free < LEAST_DISK) return wrong('disk', found, 'Make room, or move the data folder to a larger disk.');
  return free < records
    ? soon('disk', found, 'Keep as much free as the records take: merging writes them anew before the old parts go.')
    : well('disk', found);
}

export function memory(): Finding {
  const found = `${bytes(memoryOfProcess())} for this process`;
  return memoryOfProcess() < LEAST_MEMORY
    ? wrong('memory', found, 'Give the portal 2 GB at least, 8 GB for ten million records (docs/scaling.md).')
    : well('memory', found);
}

/** Linux says it of a process; elsewhere nothing is said. */
export async function openFiles({ connections }: Config): Promise<Finding[]> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const [, text] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
  if (text === undefined) return [];
  const needed = connections.total + OWN_FILES;
  const found = `${text} may be open, ${needed} may be needed`;
  return [
    Number(text) < needed
      ? wrong('open files', found, 'Raise the limit (ulimit -n, LimitNOFILE), or lower MAX_CONNECTIONS.')
      : well('open files', found),
  ];
}

const isTimeZone = (name: string) => {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
};

/** Nothing that the portal keeps or answers depends on them: days are of UTC, and texts are put in order by the engines. */
export function locale({ TZ, LC_ALL, LANG } = process.env): Finding {
  const zone = TZ || Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!isTimeZone(zone))
    return soon(
      'locale',
      `TZ is ${zone}, which names no time zone`,
      'Set TZ to a name like Europe/Amsterdam, or take it away.',
    );
  return Intl.DateTimeFormat.supportedLocalesOf(['de', 'ja']).length === 2
    ? well('locale', `${LC_ALL || LANG || 'C'}, time zone ${zone}; the portal itself works in UTC`)
    : soon('locale', 'this Node.js knows one language only', 'Run one that was built with all of ICU.');
}

export async function folder({ dataFolder }: Config): Promise<Finding> {
  const { mode } = await stat(dataFolder);
  const rights = (mode & 0o777).toString(8);
  return (mode & 0o077) === 0 || process.geteuid === undefined
    ? well('data folder', `${dataFolder}, mode ${rights}`)
    : wrong('data folder', `${dataFolder} is open to others (mode ${rights})`, `chmod 700 ${dataFolder}`);
}
