/** Records for programs: page by page through all that a question finds, under names that both trade types share, and what they cost. */
import { z } from 'zod';
import { COLUMNS } from '../columns/catalogue.js';
import type { ColumnType } from '../columns/column.js';
import { searchQuery } from '../query/search-query.js';
import { TOO_MUCH } from '../rules/errors.js';
import { MESSAGES } from '../rules/messages.js';
import { endpoint } from './endpoint.js';

const count = z.number().int();

const CELLS: Record<ColumnType, z.ZodType> = {
  text: z.string().nullable(),
  label: z.string().nullable(),
  code: z.string().nullable(),
  date: z.string().nullable(),
  decimal: z.string().nullable(),
  integer: z.number().int().nullable(),
};

const labelOf = (label: (typeof COLUMNS)[number]['label']) =>
  typeof label === 'string' ? label : [...new Set(Object.values(label))].join(' / ');

/** Columns by the names that their table has, one for both trade types. */
const NAMED_COLUMNS = COLUMNS.filter(({ alias }) => !alias);
export const COLUMN_NAMES = NAMED_COLUMNS.map(({ name }) => name) as [string, ...string[]];

export const namedRecord = z.object({
  id: z.string().describe('128 bits, hexadecimal; stays when the file is loaded again'),
  usd_derived: z.boolean().describe('True when USD values were converted from the local currency by a monthly rate'),
  hs_derived: z.boolean().describe('True when hs_description is that of the HS nomenclature'),
  owned: z.boolean().describe('True when the account has exported it'),
  source: z.object({ file: z.string(), line: count }).describe('Where its source says it'),
  as_written: z
    .record(z.string(), z.string())
    .describe('By column, what the source wrote where a cell says something else'),
  ...Object.fromEntries(
    NAMED_COLUMNS.map(({ name, type, label }) => [name, CELLS[type].optional().describe(labelOf(label))]),
  ),
});

/** How many records of a paid search are left to be read for nothing. */
const freeRecordsLeft = count.describe(
  'How many more records of the search may be read today without points, by whatever question within it, filter or order; those that were read stay free',
);

/** Records of one answer, at most. */
export const RECORDS_READ = { usual: 100, most: 1000 };

export const readRecords = endpoint('POST /search-management/records', {
  summary:
    'Records that a question finds, page by page through all of them. Beyond those that the plan gives of a search they cost points, like an export',
  owner: 'CALLER',
  rate: 'SEARCH',
  request: z.strictObject({
    query: searchQuery,
    limit: count.min(1).max(RECORDS_READ.most).default(RECORDS_READ.usual),
    cursor: z.string().max(400).optional().describe('The next cursor of the page before'),
    columns: z
      .array(z.enum(COLUMN_NAMES, { error: MESSAGES.unknownColumn }))
      .min(1)
      .optional()
      .describe('Columns to answer with; all that have a value without it'),
    maxPoints: count
      .min(0)
      .default(0)
      .describe(
        'What may be spent on the block of records that the page lies in, where no more of the search are free',
      ),
  }),
  response: z.object({
    records: z.array(namedRecord),
    nextCursor: z.string().nullable().describe('Null on the last page'),
    freeRecordsLeft,
    found: count.describe('How many records the question finds, exactly'),
    points: count.describe('What this page has spent'),
    pointsLeft: count.describe('Download points that the person has left'),
  }),
  errors: [
    ...(['NO_SUBSCRIPTION', 'SEARCH_LIMIT_EXHAUSTED', 'KEY_LIMIT', ...TOO_MUCH] as const),
    ...(['CURSOR_REFUSED', 'CURSOR_STALE', 'POINTS_NEEDED', 'DOWNLOAD_LIMIT_EXHAUSTED', 'EXPORTS_WAITING'] as const),
  ],
});

export const readingCost = endpoint('POST /search-management/readingcost', {
  summary: 'What a question would cost now, and reading so many of its records; it spends nothing',
  owner: 'CALLER',
  rate: 'LISTS',
  request: z.strictObject({
    query: searchQuery,
    records: count.min(1).optional().describe('How many are to be read; all without it'),
  }),
  response: z.object({
    searches: count,
    records: count
      .nullable()
      .describe('That would be read; null where the question is not paid for yet, and so not counted'),
    points: count.nullable().describe('For those that are not free, at most: what is owned, or was read today, is'),
    freeRecordsLeft,
  }),
  errors: ['NO_SUBSCRIPTION', ...TOO_MUCH],
});
