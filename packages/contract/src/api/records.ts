/** What programs ask of the records themselves, in a form of their own: the answers of SPEC 7 are made for tables on a screen. */
import { z } from 'zod';
import { LISTED_DIMENSIONS } from '../columns/dimensions.js';
import { COLUMN_NAMES } from '../endpoints/read-records.js';
import { countryCodes, isoDate } from '../query/search-query.js';
import { LIMITS } from '../rules/limits.js';
import { MESSAGES } from '../rules/messages.js';
import { apiCall } from './call.js';
import { plainName } from './plain.js';
import { fields, question, shortcodeOf, trades } from './question.js';

const count = z.number().int();
const decimal = z.string().describe('An exact decimal');

export const EXAMPLE_QUESTION = {
  trade: 'import',
  countries: ['KR'],
  from: '2020-01-01',
  to: '2020-12-31',
  where: [{ field: 'hs_code', values: ['6907'] }],
};

export const countCall = apiCall('POST /count', {
  name: 'count',
  scope: 'search',
  rate: 'SEARCH',
  request: z.strictObject({ question }),
  data: z.object({ count }),
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
  example: { question: EXAMPLE_QUESTION, by: 'importers', limit: 10 },
});

export const valuesCall = apiCall('POST /values', {
  name: 'values',
  scope: 'search',
  request: z.strictObject({
    question,
    column: z.enum(COLUMN_NAMES, { error: MESSAGES.unknownColumn }),
    contains: z.string().max(LIMITS.searchValueMaxLength).default(''),
    page: count.min(0).max(LIMITS.listPages, { error: MESSAGES.noSuchPage }).default(0),
    limit: count.min(1).max(LIMITS.breakdownItems).default(LIMITS.breakdownItems),
  }),
  data: z.object({
    values: z.array(z.object({ value: z.string(), records: count, description: z.string().optional() })),
    values_count: count,
  }),
  example: { question: EXAMPLE_QUESTION, column: 'origin_country' },
});

export const suggestCall = apiCall('POST /suggest', {
  name: 'suggest',
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
  example: { trade: 'import', field: 'hs_code', text: 'tiles', from: '2020-01-01', to: '2020-12-31' },
});
