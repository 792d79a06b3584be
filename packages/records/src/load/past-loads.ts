/** What a load was made of, for making it again. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Archive } from './archive.js';
import { LoadError } from './load-error.js';
import type { LoadRegister, LoadSummary } from './load-register.js';
import { type LoadMapping, parseMapping } from './mapping.js';

/**
 * The mappings by which loads were read, by their numbers.
 *
 * @throws LoadError naming every load that cannot be made again
 */
export async function mappingsOf(
  loads: readonly LoadSummary[],
  register: LoadRegister,
  archive: Archive,
): Promise<Map<number, LoadMapping>> {
  const mappings = new Map<number, LoadMapping>();
  const missing: string[] = [];
  for (const { loadId, file, hash } of loads) {
    const { mapping } = await register.originOf(loadId);
    if (mapping === '' || !(await archive.holds(hash))) missing.push(`load ${loadId} (${file})`);
    else mappings.set(loadId, parseMapping(mapping, `of load ${loadId}`));
  }
  if (missing.length === 0) return mappings;
  throw new LoadError(`These loads have no archived file in ${archive.folder}. Nothing has changed.`, missing);
}

/** Works on a load's file as it was given, under the name that it had, in a folder that is gone afterwards. */
export async function unpacked(
  { file, hash }: LoadSummary,
  archive: Archive,
  within: string,
  work: (path: string) => Promise<void>,
): Promise<void> {
  await mkdir(within, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(within, 'archived-'));
  try {
    const path = join(folder, file);
    await archive.restore(hash, path);
    await work(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
