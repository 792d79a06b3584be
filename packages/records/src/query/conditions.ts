/** Single conditions of a record, as a search's form, its filters and its line ask for them. */
import { dimensionOf, dimensionOfFilter, type FilterList, type RangeName, type TradeType } from '@tidewaiter/contract';
import type { TokenizedColumn } from '../cache/token-dictionary.js';
import { dimensionSql } from '../columns/dimensions.js';
import { type Bindings, containsText } from '../engine/bindings.js';
import { descriptionText } from '../text/normalise.js';
import { boundPartyKey, boundPartyKeys } from '../text/party-name-keys.js';
import { isOfNamed, type Joins, keysOfNamed } from '../versions/joined-parties.js';
import { containsWords } from './contained-words.js';
import type { Unconditional } from './entitlement.js';
import type { Snapshot } from './snapshot.js';
import { hasWords } from './whole-words.js';

/** The column that a range narrows by. */
export const RANGE_COLUMNS: Record<RangeName, string> = {
  rangeQuantity: 'quantity',
  rangeValueUsd: 'total_value_usd',
  rangeUnitPriceUsd: 'unit_price_usd',
};

/** What conditions are compiled with: where their values are bound, which parties are one, and the words of the records. */
export interface Compiling {
  bindings: Bindings;
  joins: Joins;
  tokenDictionary: Snapshot['tokenDictionary'];
}

/** What a filter's values stand in; undefined where records of a direction of trade have none. */
export function filterColumn(filter: FilterList, trade: TradeType): string | undefined {
  const dimension = dimensionOfFilter(filter, trade);
  return dimension && dimensionSql(dimension, trade);
}

/** Records that have one of a filter's values, by its dimension: in a direction of trade whose records have none, no record has. */
export function hasAny(
  filter: FilterList,
  values: readonly string[],
  query: Unconditional,
  { bindings, joins }: Compiling,
): string {
  const dimension = dimensionOfFilter(filter, query.tradeType);
  if (dimension === undefined) return '0';
  const sql = dimensionSql(dimension, query.tradeType);
  if (dimensionOf(dimension).party === undefined) return `${sql} IN ${bindings.strings(values)}`;
  const [value = ''] = values;
  if (values.length === 1) return isOfNamed(sql, boundPartyKey(value, bindings), joins);
  const keys = keysOfNamed(
    boundPartyKeys(values, (texts) => bindings.strings(texts)),
    joins,
  );
  // A name may come to nothing when it is normalised, as records without a party have: it must not find them.
  return `${sql} IN ${keys} AND ${sql} != 0`;
}

export const describedAs = (text: string, compiling: Compiling) =>
  matchText('product_description_text', text, descriptionText, compiling);

/** That a text column contains a value: by its words where they are known. */
export function matchText(
  column: TokenizedColumn,
  value: string,
  normalise: (text: string) => string,
  { bindings, tokenDictionary }: Compiling,
): string {
  return (
    containsWords(column, value, tokenDictionary(column), bindings) ?? containsText(column, value, normalise, bindings)
  );
}

/** That the goods are described with each of some words. */
export function hasProductWords(words: readonly string[], { bindings, tokenDictionary }: Compiling): string {
  const column = 'product_description_text';
  return hasWords(column, words.join(' '), tokenDictionary(column), bindings);
}
