import type { CopyProgress } from './back-up.js';
import { backupsIn, type Manifest, pathOfObject, readManifest } from './manifest.js';
import { hashOf, type Repository } from './repository.js';

/** What reading all backups of a place back came to. */
export interface CheckedBackups {
  backups: { at: string; isWhole: boolean; problems: string[] }[];
  /** Read, in bytes. */
  bytes: number;
}

/** Reads everything back that the backups of a place need, each thing once, and holds it against its hash. */
export async function checkBackups(repository: Repository, progress: CopyProgress): Promise<CheckedBackups> {
  const found = new Map<string, Manifest | Error>();
  for (const at of await backupsIn(repository))
    found.set(at, await readManifest(repository, at).catch((error: Error) => error));
  const sizes = new Map<string, number>();
  for (const manifest of found.values())
    if (!(manifest instanceof Error))
      for (const [name, size] of Object.entries(manifest.objects)) sizes.set(name, size);
  const wrong = new Map<string, string>();
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  let bytes = 0;
  for (const [name, size] of sizes) {
    progress('reading back', bytes, total);
    const problem = await problemOf(repository, name);
    if (problem !== undefined) wrong.set(name, problem);
    bytes += size;
  }
  const backups = [...found].map(([at, manifest]) => {
    if (manifest instanceof Error) return { at, isWhole: false, problems: [manifest.message] };
    const problems = Object.keys(manifest.objects).flatMap((name) => wrong.get(name) ?? []);
    return { at, isWhole: problems.length === 0, problems };
  });
  return { backups, bytes };
}

async function problemOf(repository: Repository, name: string): Promise<string | undefined> {
  const fetched = await repository.fetch(pathOfObject(name)).catch(() => undefined);
  if (!fetched) return `${pathOfObject(name)} is missing`;
  try {
    return (await hashOf(fetched.path)) === name ? undefined : `${pathOfObject(name)} is damaged`;
  } finally {
    await fetched.done();
  }
}
