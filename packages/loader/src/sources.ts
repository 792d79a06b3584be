/** The public sources that ship, as their files in `sources/` say them. */
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type PublicSource, publicSource, wildcardMatcher } from '@tidewaiter/contract';

const SHIPPED = new URL('../sources/', import.meta.url);

let shipped: Promise<PublicSource[]> | undefined;

/** All sources that are known, by their names. */
export function publicSources(): Promise<PublicSource[]> {
  shipped ??= readSources();
  return shipped;
}

async function readSources(): Promise<PublicSource[]> {
  const files = (await readdir(fileURLToPath(SHIPPED))).sort();
  return Promise.all(
    files.map(async (file) => publicSource.parse(JSON.parse(await readFile(new URL(file, SHIPPED), 'utf8')))),
  );
}

/** Whether loads that were read by a mapping are of this source. */
export const isReadBy = ({ files }: PublicSource, name: string) => files.some(({ mapping }) => mapping === name);

/** The mapping by which a source's file is read; undefined where it is none of its files. */
export const mappingOfFile = ({ files }: PublicSource, file: string) =>
  files.find(({ names }) => names.some((name) => wildcardMatcher(name)(file.toLowerCase())))?.mapping;
