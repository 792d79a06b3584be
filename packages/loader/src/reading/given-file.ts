import { createHash } from 'node:crypto';
import { basename } from 'node:path';

/** A file as the operator gave it, of which rows were read. */
export interface GivenFile {
  path: string;
  /** It is SHA-256 in hexadecimal digits. */
  hash: string;
  bytes: number;
  /** The table of it that was read, where it holds several: a file of a zip archive, a sheet that was named. */
  member: string | null;
}

/** What a load of it is called: `june.csv`, `2026.zip: june.csv`. */
export function nameOfFile({ path, member }: Pick<GivenFile, 'path' | 'member'>): string {
  return member === null ? basename(path) : `${basename(path)}: ${member}`;
}

/** What tells whether the same was loaded before: of a single file its own hash. */
export function hashOfFiles(given: readonly GivenFile[]): string {
  const [first, ...others] = given;
  if (first?.member === null && others.length === 0) return first.hash;
  return createHash('sha256')
    .update(given.map(({ hash, member }) => `${hash} ${member ?? ''}\n`).join(''))
    .digest('hex');
}

/** How much was given, a zip archive counted once. */
export function totalBytes(given: readonly GivenFile[]): number {
  return [...new Map(given.map(({ hash, bytes }) => [hash, bytes])).values()].reduce((sum, bytes) => sum + bytes, 0);
}
