/** Where customs files are published: what each source lets be done with them, how they are read, and what they lack. */
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { wildcardMatcher } from '@tidewaiter/contract';
import { z } from 'zod';

/** Whether something may be done with a source's data, as far as is known. */
const leave = z.enum(['yes', 'no', 'unsure']);

/** A source, as its file in `sources/` says it. */
const publicSource = z.strictObject({
  name: z.string(),
  title: z.string(),
  publisher: z.string(),
  /** Whose records it has; none where it has those of many. */
  countries: z.array(z.string()),
  licence: z.strictObject({
    terms: z.string(),
    show: leave,
    sell: leave,
    passOn: leave,
    /** By which law or text. */
    basis: z.string(),
    /** The day as of which all of this was known. */
    asOf: z.iso.date(),
  }),
  where: z.string().default(''),
  rhythm: z.string().default(''),
  /** How long a file stays where it is published. */
  stays: z.string().default(''),
  /** What its files are called, in small letters (`*` stands for any part), and the shipped mapping that reads them. None of a source that is only warned of. */
  files: z.array(z.strictObject({ names: z.array(z.string()), mapping: z.string() })).default([]),
  key: z.string().default(''),
  lacks: z.array(z.string()).default([]),
  traps: z.array(z.string()).default([]),
  /** What is done with its files before they can be loaded. */
  unpack: z.string().default(''),
});
export type PublicSource = z.output<typeof publicSource>;

const SHIPPED = new URL('../sources/', import.meta.url);

/** All sources that are known, by their names. */
export async function publicSources(): Promise<PublicSource[]> {
  const files = (await readdir(fileURLToPath(SHIPPED))).sort();
  return Promise.all(
    files.map(async (file) => publicSource.parse(JSON.parse(await readFile(new URL(file, SHIPPED), 'utf8')))),
  );
}

/** Whether its records may be shown at all. */
export const mayBeShown = ({ licence }: PublicSource) => licence.show !== 'no';

/** The mapping by which a source's file is read; undefined where it is none of its files. */
export const mappingOfFile = ({ files }: PublicSource, file: string) =>
  files.find(({ names }) => names.some((name) => wildcardMatcher(name)(file.toLowerCase())))?.mapping;
