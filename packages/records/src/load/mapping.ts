import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { TARGET_COLUMNS, TRADE_TYPES } from '@tidewaiter/contract';
import { z } from 'zod';
import { LoadError } from './load-error.js';
import { fileSection } from './reading/file-form.js';

const TARGETS = new Set(TARGET_COLUMNS.map((column) => column.name));

/** Where a column's value comes from: a cell of the file, or the same text for every row. */
const source = z.union([
  z.strictObject({
    from: z.string().min(1).describe("The source column's header, as the file writes it"),
    as: z
      .enum(['as-written', 'iso2-country'])
      .default('as-written')
      .describe('iso2-country: a two-letter code becomes the country name'),
    codes: z.record(z.string(), z.string()).default({}).describe('What each code stands for; others stay as written'),
  }),
  z.strictObject({ constant: z.string() }),
]);
export type ColumnSource = z.output<typeof source>;

/** How a source's files become records: a file that an operator can read and edit. */
const loadMapping = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]+$/, { error: 'lower-case letters, digits and hyphens' }),
  title: z.string(),
  notes: z.string().default(''),
  /** Preset for `--country` and `--trade`; a `country` source instead reads it from each row. */
  country: z.union([z.string(), z.strictObject({ from: z.string() })]).optional(),
  trade: z.enum(TRADE_TYPES).optional(),
  /** What its files are; found out where it is not said. */
  file: fileSection.optional(),
  /** Source columns that name a row for good (declaration and item): the record's id comes from them. */
  naturalKey: z.array(z.string()).default([]),
  /** Order of year, month and day in the file's dates, with its separators: `YYYY-MM-DD`, `DD/MM/YYYY`, `YYYYMMDD`. */
  dateFormat: z
    .string()
    .regex(/^(?=.*YYYY)(?=.*MM)(?=.*DD)([YMD]{8}|[YMD]{2,4}[./ -][YMD]{2}[./ -][YMD]{2,4})$/, {
      error: 'YYYY, MM and DD, once each, in any order',
    })
    .default('YYYY-MM-DD'),
  decimalPoint: z.enum(['.', ',']).default('.'),
  /** Grouping sign inside numbers; none unless said. */
  thousands: z.enum(['', ',', '.', ' ', "'"]).default(''),
  /** Cells that mean "no value". */
  missing: z.array(z.string()).default(['', '-', 'N/A', 'NULL']),
  columns: z.partialRecord(
    z.string().refine((name) => TARGETS.has(name), { error: 'there is no such record column' }),
    source,
  ),
  /** Source columns that are left out on purpose; any other unused one is named in the report. */
  ignore: z.array(z.string()).default([]),
});
export type LoadMapping = z.output<typeof loadMapping>;

/** A mapping's identity: two loads of one file with the same mapping are the same load. */
export function mappingHash(mapping: LoadMapping): string {
  return createHash('sha256').update(JSON.stringify(mapping)).digest('hex');
}

/** Headers that a mapping reads. */
export function usedHeaders(mapping: LoadMapping): string[] {
  const sources = Object.values(mapping.columns).flatMap((column) => (column && 'from' in column ? [column.from] : []));
  const country = typeof mapping.country === 'object' ? [mapping.country.from] : [];
  return [...new Set([...sources, ...country, ...mapping.naturalKey])];
}

/**
 * Reads a mapping.
 *
 * @throws LoadError naming each wrong field
 */
export function parseMapping(text: string, origin: string): LoadMapping {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new LoadError(`The mapping ${origin} is not JSON: ${error instanceof Error ? error.message : error}`);
  }
  const parsed = loadMapping.safeParse(json);
  if (!parsed.success) {
    const details = parsed.error.issues.map((issue) => {
      const keys = 'keys' in issue && Array.isArray(issue.keys) ? ` (${issue.keys.join(', ')})` : '';
      return `${issue.path.join('.') || 'mapping'}: ${issue.message}${keys}`;
    });
    throw new LoadError(`The mapping ${origin} is not valid.`, details);
  }
  const mapping = parsed.data;
  if (mapping.columns.record_date === undefined) {
    throw new LoadError(`The mapping ${origin} is not valid.`, ['columns.record_date: a record needs its date']);
  }
  if (mapping.thousands === mapping.decimalPoint) {
    throw new LoadError(`The mapping ${origin} is not valid.`, ['thousands: the same sign as the decimal point']);
  }
  return mapping;
}

/** Mappings that come with the product, one JSON file each. */
const SHIPPED = fileURLToPath(new URL('../../mappings/', import.meta.url));

export async function shippedMappings(): Promise<LoadMapping[]> {
  const files = (await readdir(SHIPPED)).filter((file) => file.endsWith('.json')).sort();
  return Promise.all(files.map(async (file) => parseMapping(await readFile(SHIPPED + file, 'utf8'), file)));
}

/** The shipped mapping of a name. */
export async function shippedMapping(name: string): Promise<LoadMapping | undefined> {
  return (await shippedMappings()).find((mapping) => mapping.name === name);
}

/** The shipped mapping made for a header: it reads or ignores each of its columns, and misses none. */
export function mappingForHeader(mappings: readonly LoadMapping[], header: readonly string[]): LoadMapping | undefined {
  const present = [...header].sort().join('\n');
  return mappings.find(
    (mapping) => [...new Set([...usedHeaders(mapping), ...mapping.ignore])].sort().join('\n') === present,
  );
}
