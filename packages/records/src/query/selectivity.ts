import { productWords, type SearchCondition } from '@tidewaiter/contract';
import type { PartyNameDictionary } from '../cache/party-name-dictionary.js';
import type { TokenizedColumn } from '../cache/token-dictionary.js';
import { PARTY_ROLES } from '../columns/parties.js';
import { plainPartyKey } from '../text/party-name-keys.js';
import { leadKeyOf } from '../versions/joined-parties.js';
import { mostContaining } from './contained-words.js';
import type { NarrowedQuery } from './entitlement.js';
import type { Snapshot } from './snapshot.js';
import { mostWithWords } from './whole-words.js';

/** Records that are sorted, and summed up in all lists, as quickly as they are counted by day. */
const FEW = 2_000;

const UNKNOWN = Number.POSITIVE_INFINITY;

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/**
 * How many records a question can find at most, as far as that is known without reading any: from the words of texts and from the
 * parties that were picked, of all countries and days. Infinitely many where nothing is known.
 */
export function cardinalityBound(query: NarrowedQuery, snapshot: Snapshot): number {
  // What a line finds is not known; beside a condition it only finds fewer.
  let most = query.searchValue.length === 0 ? UNKNOWN : boundOfRow(query, query, snapshot);
  for (const row of query.queryBuilder) {
    if (row.relation === 'NOT') continue;
    const ofRow = boundOfRow(row, query, snapshot);
    most = row.relation === 'OR' ? most + ofRow : Math.min(most, ofRow);
  }
  return most;
}

/** Whether it is known without reading any record that a question finds few. */
export const isSelective = (query: NarrowedQuery, snapshot: Snapshot) => cardinalityBound(query, snapshot) <= FEW;

/** Values of a row are alternatives. */
function boundOfRow(
  { searchBy, matchType, searchValue, pickedValue = [] }: SearchCondition,
  { tradeType }: NarrowedQuery,
  snapshot: Snapshot,
): number {
  if (matchType === 'D' || searchBy === 'HS_CODE' || searchBy === 'HS_CODE_2') return UNKNOWN;
  const containing = (column: TokenizedColumn, text: string) =>
    mostContaining(column, text, snapshot.tokenDictionary(column));
  if (searchBy === 'PRODUCT') {
    const column = 'product_description_text';
    const textsOf = (value: string) => (matchType === 'L' ? productWords(value) : [value]);
    const most = (value: string) =>
      matchType === 'W'
        ? mostWithWords(value, snapshot.tokenDictionary(column))
        : Math.min(...textsOf(value).map((text) => containing(column, text)));
    return sum(searchValue.map(most));
  }
  const typed = searchValue.filter((value) => !pickedValue.includes(value));
  const most = sum(typed.map((value) => containing(`${PARTY_ROLES[searchBy]}_text`, value)));
  return (
    most +
    sum(pickedValue.map((name) => recordsOfParty(name, snapshot.partyNameDictionary(tradeType, searchBy), snapshot)))
  );
}

/** How many records a party has in a dictionary's role. */
function recordsOfParty(name: string, dictionary: PartyNameDictionary | undefined, { version }: Snapshot): number {
  const key = plainPartyKey(name);
  return dictionary === undefined || key === undefined ? UNKNOWN : dictionary.records(leadKeyOf(key, version));
}
