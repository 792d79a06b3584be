import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { OperatorError, TARGET_COLUMNS, TRADE_TYPES } from '@tidewaiter/contract';
import { z } from 'zod';
import { type TextBeside, withCodeFiles } from '../reading/form/code-files.js';
import { fileSection } from '../reading/form/file-form.js';
import { amountFields, GROUPING } from './amount.js';
import { isDateFormat, isTimeZone } from './date-format.js';
import { isPattern, missingHeaders, unusedHeaders } from './headers.js';

const TARGETS = new Set(TARGET_COLUMNS.map((column) => column.name));
const DATES = new Set(TARGET_COLUMNS.filter(({ type }) => type === 'date').map(({ name }) => name));

/** A source column: by its header, by any of the headers that it has had, or by a regular expression that its header matches. */
const headerRef = z.union([
  z.string().min(1),
  z.strictObject({ anyOf: z.array(z.string().min(1)).min(1) }),
  z.strictObject({ pattern: z.string().min(1).refine(isPattern, { error: 'not a regular expression' }) }),
]);

const dateFormat = z.string().refine(isDateFormat, {
  error:
    'a year, a month and at most one day, in any order (YYYY or YY, MM or MMM, DD), YYYY alone, or excel-serial, ISO or ISO-UTC',
});

/** Where a column's value comes from: cells of the file, or the same text for every row. */
const source = z.union([
  z.strictObject({
    from: z
      .union([headerRef, z.array(headerRef).min(1)])
      .describe('The source column; of several, the filled ones are joined in this order'),
    separator: z.string().optional().describe('What stands between joined cells; a space unless said'),
    optional: z.literal(true).optional().describe('Left empty where the file has no such column'),
    as: z
      .enum(['as-written', 'iso2-country'])
      .default('as-written')
      .describe('iso2-country: a two-letter code becomes the country name'),
    codes: z
      .record(z.string(), z.string())
      .default({})
      .describe(
        'What each code stands for; others stay as written. In a file, the path of a JSON file beside the mapping',
      ),
    padTo: z.int().min(1).max(40).optional().describe('Digits get leading zeros up to this length'),
    dateFormat: z
      .union([dateFormat, z.array(dateFormat).min(1)])
      .optional()
      .describe("This column's own, where it differs from the mapping's; of several, the first that fits a cell"),
    ...amountFields,
    clean: z.literal(false).optional().describe('Keeps the text as written where the column would be cleaned'),
  }),
  z
    .strictObject({ year: headerRef, month: headerRef, day: headerRef.optional() })
    .describe('A date in two or three columns; without a day it is the first of the month'),
  z.strictObject({
    fileName: z
      .string()
      .refine((text) => isPattern(text) && text.includes('(?<year'), { error: 'no group named year' })
      .describe("A date from the file's name: groups year, month and day, or year2 … of another alternative"),
  }),
  z.strictObject({ constant: z.string(), dateFormat: dateFormat.optional() }),
]);
export type ColumnSource = z.output<typeof source>;

/** A file that lies beside the one that is loaded and tells more about its rows. */
const joinedFile = z.strictObject({
  file: z.string().regex(/^\w+$/).describe('What stands in its name where the loaded file has the name of `mainFile`'),
  on: z
    .union([
      z.string().min(1),
      z.array(z.union([z.string().min(1), z.tuple([z.string().min(1), z.string().min(1)])])).min(1),
    ])
    .describe(
      'The columns that say together which rows belong to each other; of a pair the second is what the other file calls it',
    ),
  optional: z.literal(true).optional().describe('It need not lie there: its columns are then empty'),
  take: z
    .enum(['first', 'all'])
    .default('first')
    .describe('Of several rows that belong to one: the first, or the different cells of all, joined by "; "'),
});

export type JoinedFile = z.output<typeof joinedFile>;

/** How a source's files become records: a file that an operator can read and edit. */
export const loadMapping = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]+$/, { error: 'lower-case letters, digits and hyphens' }),
  title: z.string(),
  notes: z.string().default(''),
  /** Preset for `--country` and `--trade`; a `country` source instead reads it from each row. */
  country: z.union([z.string(), z.strictObject({ from: headerRef })]).optional(),
  trade: z.enum(TRADE_TYPES).optional(),
  /** What its files are; found out where it is not said. */
  file: fileSection.default({}),
  /** What the loaded file is called in its name (`header` in `ams__header_2018.csv`), where others are joined to it. */
  mainFile: z.string().regex(/^\w+$/).optional(),
  /** Their columns are named `file.column` everywhere else in the mapping. */
  join: z.array(joinedFile).default([]),
  /** Columns of which each filled cell makes a record of its own, with the row's other cells: they become one column, called `into`. */
  unfold: z.strictObject({ from: headerRef, into: z.string().min(1) }).optional(),
  /** Source columns that name a row for good (declaration and item): the record's id comes from them. */
  naturalKey: z.array(headerRef).default([]),
  /** Of rows of one natural key, the one with the greatest text here is the record, and the others are rejected; else the first. Files may lack it. */
  revision: headerRef.optional(),
  /**
   * How the file writes dates: `YYYY-MM-DD`, `DD/MM/YYYY`, `DD-MMM-YY`, `YYYYMMDD`, without a day `YYYY-MM`, `MMM YYYY`, `YYMM`;
   * `excel-serial` for a spreadsheet's day numbers; `ISO` for a time stamp.
   */
  dateFormat: dateFormat.default('YYYY-MM-DD'),
  /** Where the days of `ISO` time stamps begin and end: `UTC+05:30`, `Asia/Kolkata`; each is of the day that it says, unless said. */
  timeZone: z.string().refine(isTimeZone, { error: 'UTC, UTC+05:30, or a name as Asia/Kolkata' }).optional(),
  decimalPoint: z.enum(['.', ',']).default('.'),
  /** Grouping sign inside numbers; none unless said. */
  thousands: z.enum(GROUPING).default(''),
  /** Cells that mean "no value". */
  missing: z.array(z.string()).default(['', '-', 'N/A', 'NULL']),
  /** How many digits the source's HS codes have, two where they are chapters: one that is a digit short gets back the zero it lost. */
  hsDigits: z.union([z.literal(2), z.int().min(4).max(12)]).optional(),
  /** Whether texts are brought to one spelling and what follows from others is computed (decision 0016). */
  clean: z.boolean().default(true),
  columns: z.partialRecord(
    z.string().refine((name) => TARGETS.has(name), { error: 'there is no such record column' }),
    source,
  ),
  /** Rows that are no records, by a cell of theirs: rejected, with that as the reason. */
  leaveOut: z.array(z.strictObject({ from: headerRef, is: z.array(z.string()).min(1) })).default([]),
  /** What becomes of rows that are the sum of the rows before or behind them; where nothing is said of it and there are some, a load stops. */
  subtotals: z.enum(['leave-out', 'as-written']).optional(),
  /**
   * Columns that are written on the first row of a block and are of the rows beneath too, as far as the column `within` says the same. An empty
   * list: the operator was asked, and they are not.
   */
  fillDown: z.array(z.strictObject({ from: headerRef, within: headerRef.optional() })).optional(),
  /** Rows whose cells stand one column aside are moved by this column, whose cells are so many digits; that is told. */
  align: z.strictObject({ on: headerRef, digits: z.tuple([z.int().min(1), z.int().max(40)]) }).optional(),
  /** Source columns that are left out on purpose; any other unused one is named in the report. */
  ignore: z.array(headerRef).default([]),
});
export type LoadMapping = z.output<typeof loadMapping>;

/** A mapping's identity: two loads of one file with the same mapping are the same load. */
export function mappingHash(mapping: LoadMapping): string {
  return createHash('sha256').update(JSON.stringify(mapping)).digest('hex');
}

/**
 * Reads a mapping that names no files.
 *
 * @param origin where it comes from
 * @throws OperatorError naming each wrong field
 */
export function parseMapping(text: string, origin: string): LoadMapping {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new OperatorError(`The mapping ${origin} is not JSON: ${error instanceof Error ? error.message : error}`);
  }
  const parsed = loadMapping.safeParse(json);
  if (!parsed.success) {
    const details = parsed.error.issues.map((issue) => {
      const keys = 'keys' in issue && Array.isArray(issue.keys) ? ` (${issue.keys.join(', ')})` : '';
      return `${issue.path.join('.') || 'mapping'}: ${issue.message}${keys}`;
    });
    throw new OperatorError(`The mapping ${origin} is not valid.`, details);
  }
  const mapping = parsed.data;
  if (mapping.columns.record_date === undefined) {
    throw new OperatorError(`The mapping ${origin} is not valid.`, ['columns.record_date: a record needs its date']);
  }
  for (const [where, source] of [['', {}] as const, ...Object.entries(mapping.columns)]) {
    const { decimalPoint, thousands } = { ...mapping, ...source } as Pick<LoadMapping, 'decimalPoint' | 'thousands'>;
    if (decimalPoint !== thousands) continue;
    const field = where === '' ? 'thousands' : `columns.${where}.thousands`;
    throw new OperatorError(`The mapping ${origin} is not valid.`, [`${field}: the same sign as the decimal point`]);
  }
  const dated = Object.entries(mapping.columns).find(
    ([name, column]) => column && ('year' in column || 'fileName' in column) && !DATES.has(name),
  );
  if (dated) throw new OperatorError(`The mapping ${origin} is not valid.`, [`columns.${dated[0]}: is no date`]);
  return mapping;
}

/** Reads a mapping, and the tables of codes that it names as files. */
export const readMapping = async (text: string, origin: string, textBeside: TextBeside): Promise<LoadMapping> =>
  parseMapping(await withCodeFiles(text, `The mapping ${origin}`, textBeside), origin);

/** Mappings that come with the product, one JSON file each. */
const SHIPPED = fileURLToPath(new URL('../../mappings/', import.meta.url));

const textShipped = (name: string) => readFile(SHIPPED + name, 'utf8');
const shippedIn = async (file: string) => readMapping(await textShipped(file), SHIPPED + file, textShipped);

export async function shippedMappings(): Promise<LoadMapping[]> {
  const files = (await readdir(SHIPPED)).filter((file) => file.endsWith('.json')).sort();
  return Promise.all(files.map(shippedIn));
}

/** Those that join what lies beside a file where it does: the file need not be called theirs. */
export const shippedJoining = async () =>
  (await shippedMappings()).filter(({ join }) => join.length > 0 && join.every(({ optional }) => optional));

/** The shipped mapping of a name. */
export async function shippedMapping(name: string): Promise<LoadMapping | undefined> {
  return (await shippedMappings()).find((mapping) => mapping.name === name);
}

/** Whether a mapping was made for a header: it reads or ignores each of its columns, and misses none. */
export const isFor = (mapping: LoadMapping, header: readonly string[]): boolean =>
  missingHeaders(mapping, header).length === 0 && unusedHeaders(mapping, header).length === 0;

/** The shipped mapping made for a header. */
export const mappingForHeader = (mappings: readonly LoadMapping[], header: readonly string[]) =>
  mappings.find((mapping) => isFor(mapping, header));
