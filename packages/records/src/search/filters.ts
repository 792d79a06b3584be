import {
  dimensionOf,
  dimensionOfFilter,
  FILTER_LISTS,
  type FilterList,
  RANGES,
  type RangeName,
  rangeOf,
} from '@tidewaiter/contract';
import { dimensionSql } from '../breakdown/dimensions.js';
import { descriptionText, partyKey, partyText } from '../normalise.js';
import { Bindings, containsText, not } from './bindings.js';
import type { Unconditional } from './entitlement.js';

const RANGE_COLUMNS: Record<RangeName, string> = {
  rangeQuantity: 'quantity',
  rangeValueUsd: 'total_value_usd',
  rangeUnitPriceUsd: 'unit_price_usd',
};

/** A filter narrows by its dimension; in a direction of trade whose records have none, any value of it finds nothing. */
function listFilter(filter: FilterList, query: Unconditional, bindings: Bindings): string[] {
  const values = query[filter];
  if (values.length === 0) return [];
  const dimension = dimensionOfFilter(filter, query.tradeType);
  if (dimension === undefined) return ['0'];
  const sql = dimensionSql(dimension, query.tradeType);
  const list = bindings.strings(values);
  if (dimensionOf(dimension).party === undefined) return [`${sql} IN ${list}`];
  // Said once, however many there are: the engine limits how large a statement may become.
  const keys = `(SELECT ${partyKey(partyText('value'))} FROM (SELECT arrayJoin(${list}) AS value))`;
  // A name may come to nothing when it is normalised, as records without a party have: it must not find them.
  return [`${sql} IN ${keys}`, `${sql} != 0`];
}

function rangeFilter(name: RangeName, query: Unconditional, bindings: Bindings): string[] {
  const range = rangeOf(query, name);
  if (!range) return [];
  const amount = (text: string) => `toDecimal128(${bindings.string(text)}, 18)`;
  return [`${RANGE_COLUMNS[name]} BETWEEN ${amount(range.from)} AND ${amount(range.to)}`];
}

function productFilter(query: Unconditional, bindings: Bindings): string[] {
  if (query.productDesc.length === 0) return [];
  const any = query.productDesc
    .map((text) => containsText('product_description_text', text, descriptionText, bindings))
    .join(' OR ');
  return [query.conditionProductDesc === 'D' ? not(`(${any})`) : `(${any})`];
}

/** The filters of a query, each of which must hold. */
export function compileFilters(query: Unconditional, bindings: Bindings): string[] {
  return [
    ...FILTER_LISTS.flatMap((name) => listFilter(name, query, bindings)),
    ...(Object.keys(RANGES) as RangeName[]).flatMap((name) => rangeFilter(name, query, bindings)),
    ...productFilter(query, bindings),
  ];
}

/** Whether a query has any filter. */
export const isFiltered = (query: Unconditional) => compileFilters(query, new Bindings()).length > 0;
