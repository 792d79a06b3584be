/** What programs ask of the records themselves, in a form of their own: the answers of SPEC 7 are made for tables on a screen. */
import { z } from 'zod';
import { COLUMNS } from '../columns/catalogue.js';
import type { ColumnType } from '../columns/column.js';
import { LISTED_DIMENSIONS } from '../columns/dimensions.js';
import { countryCodes, isoDate } from '../query/search-query.js';
import { TOO_MUCH } from '../rules/errors.js';
import { LIMITS } from '../rules/limits.js';
import { MESSAGES } from '../rules/messages.js';
import { apiCall } from './call.js';
import { plainName } from './plain.js';
import { COLUMN_NAMES, fields, question, shortcodeOf, trades } from './question.js';

const count = z.number().int();
const decimal = z.string().describe('An exact decimal');

const paid = ['NO_SUBSCRIPTION', 'SEARCH_LIMIT_EXHAUSTED', 'KEY_LIMIT', ...TOO_MUCH] as const;

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

const columns = z.array(z.enum(COLUMN_NAMES as [string, ...string[]], { error: MESSAGES.unknownColumn }));

export const record = z.object({
  id: z.string().describe('128 bits, hexadecimal; stays when the file is loaded again'),
  usd_derived: z.boolean().describe('True when USD values were converted from the local currency by a monthly rate'),
  hs_derived: z.boolean().describe('True when hs_description is that of the HS nomenclature'),
  owned: z.boolean().describe('True when the account has exported it'),
  source: z.object({ file: z.string(), line: count }).describe('Where its source says it'),
  as_written: z
    .record(z.string(), z.string())
    .describe('By column, what the source wrote where a cell says something else'),
  ...Object.fromEntries(
    COLUMNS.filter(({ alias }) => !alias).map(({ name, type, label }) => [
      name,
      CELLS[type].optional().describe(labelOf(label)),
    ]),
  ),
});

export const EXAMPLE_QUESTION = {
  trade: 'import',
  countries: ['KR'],
  from: '2020-01-01',
  to: '2020-12-31',
  where: [{ field: 'hs_code', values: ['6907'] }],
};

/** How many records of a paid search are left to be read for nothing. */
const freeRecordsLeft = count.describe(
  'How many more records of the search may be read today without points, by whatever question within it, filter or order; those that were read stay free',
);

/** Records of one answer, at most. */
export const API_PAGE = { usual: 100, most: 1000 };

export const searchCall = apiCall('POST /search', {
  name: 'search',
  summary:
    'Records that a question finds, page by page through all of them. Beyond those that the plan gives of a search they cost points, like an export',
  scope: 'search',
  rate: 'SEARCH',
  request: z.strictObject({
    question,
    limit: count.min(1).max(API_PAGE.most).default(API_PAGE.usual),
    cursor: z.string().max(400).optional().describe('`next_cursor` of the page before'),
    columns: columns.min(1).optional().describe('Columns to answer with; all that have a value without it'),
    max_points: count
      .min(0)
      .default(0)
      .describe(
        'What may be spent on the block of records that the page lies in, where no more of the search are free. `/cost` says what all of them cost',
      ),
  }),
  data: z.object({
    records: z.array(record),
    next_cursor: z.string().nullable().describe('Null on the last page'),
    free_records_left: freeRecordsLeft,
  }),
  errors: [...paid, 'CURSOR_REFUSED', 'CURSOR_STALE', 'POINTS_NEEDED', 'DOWNLOAD_LIMIT_EXHAUSTED', 'EXPORTS_WAITING'],
  example: {
    question: EXAMPLE_QUESTION,
    limit: 2,
    columns: ['record_date', 'hs_code', 'origin_country', 'total_value_usd'],
  },
});

export const countCall = apiCall('POST /count', {
  name: 'count',
  summary: 'How many records a question finds, exactly',
  scope: 'search',
  rate: 'SEARCH',
  request: z.strictObject({ question }),
  data: z.object({ count }),
  errors: paid,
  example: { question: EXAMPLE_QUESTION },
});

export const costCall = apiCall('POST /cost', {
  name: 'cost',
  summary: 'What a question would cost now, and reading so many of its records; it spends nothing',
  scope: 'search',
  request: z.strictObject({
    question,
    records: count.min(1).optional().describe('How many are to be read; all without it'),
  }),
  data: z.object({
    searches: count,
    records: count
      .nullable()
      .describe('That would be read; null where the question is not paid for yet, and so not counted'),
    points: count.nullable().describe('For those that are not free, at most: what is owned, or was read today, is'),
    free_records_left: freeRecordsLeft,
  }),
  errors: ['NO_SUBSCRIPTION', ...TOO_MUCH],
  example: { question: EXAMPLE_QUESTION },
});

const dimensions = LISTED_DIMENSIONS.map((name): [string, typeof name] => [plainName(name), name]);
/** Dimensions that have a list, by their plain names. */
export const BREAKDOWNS = new Map(dimensions);

const quantities = z
  .array(z.object({ unit: z.string(), quantity: decimal, shipments: count, value_usd: decimal }))
  .describe('By unit, never added; shipments that are in none of them have no quantity');
const sums = {
  shipments: count,
  valued: count.describe('Shipments that have a value in USD: the sum is of these'),
  value_usd: decimal,
  value_inr: decimal.nullable(),
  quantities,
};

export const breakdownCall = apiCall('POST /breakdown', {
  name: 'breakdown',
  summary: 'A question broken down by who, what, where or when: exact sums of each, the largest first',
  scope: 'search',
  request: z.strictObject({
    question,
    by: z.enum(dimensions.map(([name]) => name) as [string, ...string[]]),
    contains: z.string().max(LIMITS.searchValueMaxLength).default('').describe('A text that the names must contain'),
    page: count.min(0).max(LIMITS.listPages, { error: MESSAGES.noSuchPage }).default(0),
    limit: count.min(1).max(LIMITS.breakdownItems).default(LIMITS.breakdownItems),
  }),
  data: z.object({
    items: z.array(
      z.object({
        name: z.string(),
        description: z.string().optional().describe('What the HS nomenclature calls a code'),
        ...sums,
        share: z.string().describe('Percent of the value of everything that the question finds'),
      }),
    ),
    items_count: count.describe('How many the whole list has'),
    total: z.object(sums),
    not_stated: z.object(sums).describe('Of the records that do not say it'),
  }),
  errors: paid,
  example: { question: EXAMPLE_QUESTION, by: 'importers', limit: 10 },
});

export const valuesCall = apiCall('POST /values', {
  name: 'values',
  summary: 'The values of one column among the records of a question, largest first: what filters are chosen from',
  scope: 'search',
  request: z.strictObject({
    question,
    column: z.enum(COLUMN_NAMES as [string, ...string[]], { error: MESSAGES.unknownColumn }),
    contains: z.string().max(LIMITS.searchValueMaxLength).default(''),
    page: count.min(0).max(LIMITS.listPages, { error: MESSAGES.noSuchPage }).default(0),
    limit: count.min(1).max(LIMITS.breakdownItems).default(LIMITS.breakdownItems),
  }),
  data: z.object({
    values: z.array(z.object({ value: z.string(), records: count, description: z.string().optional() })),
    values_count: count,
  }),
  errors: paid,
  example: { question: EXAMPLE_QUESTION, column: 'origin_country' },
});

export const suggestCall = apiCall('POST /suggest', {
  name: 'suggest',
  summary: 'What a text may stand for: HS codes by words of what they are, parties, products; free',
  scope: 'search',
  rate: 'SUGGESTIONS',
  request: z.strictObject({
    trade: trades.schema.transform(trades.wire),
    field: fields.schema.transform(fields.wire),
    text: z.string().describe('Two letters or more'),
    countries: z.array(z.string().transform(shortcodeOf)).pipe(countryCodes).optional(),
    from: isoDate,
    to: isoDate,
  }),
  data: z.object({
    suggestions: z.array(
      z.object({
        value: z.string().describe('Goes into `values` as it is; of a party into `picked` too'),
        shipments: count.describe('Of the trade type, countries and months; at least, for a phrase of several words'),
        description: z.string().optional(),
      }),
    ),
  }),
  errors: ['NO_SUBSCRIPTION', ...TOO_MUCH],
  example: { trade: 'import', field: 'hs_code', text: 'tiles', from: '2020-01-01', to: '2020-12-31' },
});
