import { z } from 'zod';
import { DIMENSIONS, dimensionOf, LISTED_DIMENSIONS, type ListedDimension } from '../columns/dimensions.js';
import { breakdownQuery, topListsQuery } from '../query/search-query.js';
import { TOO_MUCH } from '../rules/errors.js';
import { endpoint } from './endpoint.js';

/** Quantities by unit, the unit of the largest value first: by the rule of quantities (`rules/quantities.ts`), never added. */
const quantities = z
  .array(z.object({ unit: z.string(), quantity: z.string(), shipment_count: z.number().int(), value_usd: z.string() }))
  .describe('By unit; shipments that are in none of them have no quantity');

/** One of these, as SPEC 3 has one quantity for a group. */
const quantity = z
  .string()
  .nullable()
  .describe('In the unit that the answer names (quantityUnit); null where no record has a quantity in it');

/** Sums of a group of records, exact: decimals are strings. INR by the rate of each record's month; null where one lacks. */
const sums = {
  quantity,
  quantities,
  shipment_count: z.number().int(),
  valued: z.number().int().describe('The shipments that have a value in USD: the sum is of these'),
  value_usd: z.string(),
  value_inr: z.string().nullable(),
  share: z.string().describe('Percent of the value of everything that the question finds, two decimals'),
};

/**
 * Totals of everything that the question finds, and of the ten largest of the list (SPEC 3 "Breakdown lists"). Records that name no
 * importer are in no item of the importers, yet in the total: what they sum up to is said, too.
 */
const aggregates = {
  quantityUnit: z.string().describe('The unit of the largest value; empty where no record has a quantity'),
  totalQuantity: quantity,
  quantities,
  shipmentCount: z.number().int(),
  valuedCount: z.number().int().describe('Those that have a value in USD: the sum is of these'),
  totalValueUSD: z.string(),
  totalValueINR: z.string().nullable(),
  valueShare: z.string(),
  totalQuantityTop10: quantity,
  quantitiesTop10: quantities,
  shipmentCountTop10: z.number().int(),
  valuedCountTop10: z.number().int(),
  totalValueUSDTop10: z.string(),
  totalValueINRTop10: z.string().nullable(),
  valueShareTop10: z.string(),
  totalQuantityNotStated: quantity.describe('Of the records that are in no item of the list, since they do not say'),
  quantitiesNotStated: quantities,
  shipmentCountNotStated: z.number().int(),
  valuedCountNotStated: z.number().int(),
  totalValueUSDNotStated: z.string(),
  totalValueINRNotStated: z.string().nullable(),
  valueShareNotStated: z.string(),
  distinctCount: z.number().int().describe('How many the whole list has; an answer carries a page of it'),
};

/** What an item of a list of HS codes has beside its sums. */
const described = {
  hs_description: z.string().optional().describe('What the HS nomenclature calls the code, where it knows it'),
  hs_heading: z.string().optional().describe('What it calls the heading of the code'),
};

type More<Name extends ListedDimension> = (typeof DIMENSIONS)[Name] extends { described: true }
  ? typeof described
  : Record<never, never>;

/** The list call of a dimension (SPEC 7). */
function listCall<Name extends ListedDimension>(name: Name) {
  const { call, list, item, summary } = DIMENSIONS[name].list as (typeof DIMENSIONS)[Name]['list'];
  const more = (dimensionOf(name).described ? described : {}) as More<Name>;
  type Item = typeof item;
  const items = z.array(
    z.object({ ...sums, ...more, [item]: z.string() } as typeof sums & More<Name> & Record<Item, z.ZodString>),
  );
  return endpoint(`POST /search-management/${call.toLowerCase()}`, {
    summary,
    owner: { ids: { searchId: 'search' } },
    rate: 'LISTS',
    request: breakdownQuery,
    response: z.object({ ...aggregates, [list]: items } as typeof aggregates & Record<typeof list, typeof items>),
    errors: ['NO_SUBSCRIPTION', 'NOT_YOURS', 'SEARCH_LIMIT_EXHAUSTED', ...TOO_MUCH],
  });
}

type ListCalls = {
  [Name in ListedDimension as (typeof DIMENSIONS)[Name]['list']['call']]: ReturnType<typeof listCall<Name>>;
};

/** The list calls of SPEC 7, one for each listed dimension. */
export const LIST_CALLS = Object.fromEntries(
  LISTED_DIMENSIONS.map((name) => [DIMENSIONS[name].list.call, listCall(name)]),
) as ListCalls;

export type ListCallName = keyof ListCalls;

const topList = z.object({
  ...aggregates,
  items: z.array(z.object({ name: z.string(), ...sums, ...described })).describe('The largest of the list'),
});

/** What a screen shows beside its records: all lists of a question are found at once, and asked for at once they are one call. */
export const topLists = endpoint('POST /search-management/toplists', {
  summary: 'The largest items of several lists of a question, with the sums around each',
  owner: { ids: { searchId: 'search' } },
  rate: 'LISTS',
  request: topListsQuery,
  response: z.object({ lists: z.partialRecord(z.enum(LISTED_DIMENSIONS), topList) }),
  errors: ['NO_SUBSCRIPTION', 'NOT_YOURS', 'SEARCH_LIMIT_EXHAUSTED', ...TOO_MUCH],
});
