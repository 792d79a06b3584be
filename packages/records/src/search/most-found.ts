import { productWords, type SearchCondition } from '@tidewaiter/contract';
import { PARTY_ROLES } from '../columns/parties.js';
import { leadKeyOf } from '../versions/joined-parties.js';
import { keysOfNames } from '../versions/keys-of-names.js';
import { mostContaining } from './contained-words.js';
import type { NarrowedQuery } from './entitlement.js';
import type { Snapshot } from './snapshot.js';
import type { WordedColumn } from './word-books.js';

const UNKNOWN = Number.POSITIVE_INFINITY;

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/**
 * How many records a question can find at most, as far as that is known without reading any: from the words of texts and from the
 * parties that were picked, of all countries and days. Infinitely many where nothing is known.
 */
export async function mostFound(query: NarrowedQuery, snapshot: Snapshot): Promise<number> {
  let most = await mostOfRow(query, query, snapshot);
  for (const row of query.queryBuilder) {
    if (row.relation === 'NOT') continue;
    const ofRow = await mostOfRow(row, query, snapshot);
    most = row.relation === 'OR' ? most + ofRow : Math.min(most, ofRow);
  }
  return most;
}

/** Values of a row are alternatives. */
async function mostOfRow(
  { searchBy, matchType, searchValue, pickedValue = [] }: SearchCondition,
  { tradeType }: NarrowedQuery,
  snapshot: Snapshot,
): Promise<number> {
  if (matchType === 'D' || searchBy === 'HS_CODE' || searchBy === 'HS_CODE_2') return UNKNOWN;
  const containing = (column: WordedColumn, text: string) => mostContaining(column, text, snapshot.wordBook(column));
  if (searchBy === 'PRODUCT') {
    const textsOf = (value: string) => (matchType === 'L' ? productWords(value) : [value]);
    const most = (value: string) =>
      Math.min(...textsOf(value).map((text) => containing('product_description_text', text)));
    return sum(searchValue.map(most));
  }
  const typed = searchValue.filter((value) => !pickedValue.includes(value));
  const most = sum(typed.map((value) => containing(`${PARTY_ROLES[searchBy]}_text`, value)));
  if (pickedValue.length === 0) return most;
  const book = snapshot.spellingBook(tradeType, searchBy);
  if (book === undefined) return UNKNOWN;
  const keyOf = await keysOfNames(pickedValue, snapshot);
  return most + sum(pickedValue.map((name) => book.records(leadKeyOf(keyOf(name), snapshot.version))));
}
