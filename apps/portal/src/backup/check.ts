import { createReadStream } from 'node:fs';
import { createBrotliDecompress } from 'node:zlib';
import type { CopyProgress } from './back-up.js';
import { unseenLosses } from './losses.js';
import { backupsIn, type Manifest, newestReadable, pathOfObject, readManifest } from './manifest.js';
import { hashOf, type Repository } from './repository.js';

/** What reading all backups of a place back came to. */
export interface CheckedBackups {
  backups: { at: string; isWhole: boolean; problems: string[] }[];
  /** Read, in bytes. */
  bytes: number;
}

/**
 * Reads everything back that the backups of a place need, each thing once, and holds it against its hash, the rows of accounts against how
 * many each table had, and a backup whose version did not look against the one before it.
 */
export async function checkBackups(repository: Repository, progress: CopyProgress): Promise<CheckedBackups> {
  const found = new Map<string, Manifest | Error>();
  for (const at of await backupsIn(repository))
    found.set(at, await readManifest(repository, at).catch((error: Error) => error));
  const sizes = new Map<string, number>();
  const rows = new Map<string, number>();
  for (const manifest of found.values()) {
    if (manifest instanceof Error) continue;
    for (const [name, size] of Object.entries(manifest.objects)) sizes.set(name, size);
    for (const { objects } of manifest.accounts.tables) for (const name of objects) rows.set(name, 0);
  }
  const wrong = new Map<string, string>();
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  let bytes = 0;
  for (const [name, size] of sizes) {
    progress('reading back', bytes, total);
    const problem = await problemOf(repository, name, rows);
    if (problem !== undefined) wrong.set(name, problem);
    bytes += size;
  }
  let before: Manifest | undefined;
  const backups = [...found].map(([at, manifest]) => {
    if (manifest instanceof Error) return { at, isWhole: false, problems: [manifest.message] };
    const damaged = Object.keys(manifest.objects).flatMap((name) => wrong.get(name) ?? []);
    const problems = damaged.length > 0 ? damaged : [...lackingRows(manifest, rows), ...unseenLosses(before, manifest)];
    before = manifest;
    return { at, isWhole: problems.length === 0, problems };
  });
  return { backups, bytes };
}

/** What a backup lacks of the one before it that can be read, where its version did not look. */
export async function lackOf(repository: Repository, manifest: Manifest): Promise<string[]> {
  const before = (await backupsIn(repository)).filter((at) => at < manifest.at);
  return unseenLosses(await newestReadable(repository, before), manifest);
}

/** Tables of the accounts whose pieces do not hold the rows that the table had. */
function lackingRows({ accounts }: Manifest, rows: ReadonlyMap<string, number>): string[] {
  return accounts.tables.flatMap((table) => {
    const held = table.objects.reduce((sum, name) => sum + (rows.get(name) ?? 0), 0);
    return held === table.rows ? [] : [`${table.name}: ${table.rows} rows were copied, ${held} are here`];
  });
}

/** @param rows takes in how many rows of accounts there are, of what it names */
async function problemOf(repository: Repository, name: string, rows: Map<string, number>): Promise<string | undefined> {
  const fetched = await repository.fetch(pathOfObject(name)).catch(() => undefined);
  if (!fetched) return `${pathOfObject(name)} is missing`;
  try {
    if ((await hashOf(fetched.path)) !== name) return `${pathOfObject(name)} is damaged`;
    if (rows.has(name)) rows.set(name, await linesOf(fetched.path));
    return undefined;
  } finally {
    await fetched.done();
  }
}

/** Lines of a compressed text: of a table that is copied as text, its rows. */
async function linesOf(path: string): Promise<number> {
  let lines = 0;
  for await (const chunk of createReadStream(path).pipe(createBrotliDecompress()))
    for (const byte of chunk as Buffer) if (byte === 0x0a) lines += 1;
  return lines;
}
