import type { AskedQuestion, SavedQuery } from '@tidewaiter/contract';
import { EMPTY_DRAFT, EMPTY_ROW, linkOf } from './draft.js';
import { FILTER_BOUND_KEYS, FILTER_LIST_KEYS, type SearchLink } from './link.js';

/** The filters and the order of a saved query. What is so without being said is left out. */
function partsOf(query: Partial<SavedQuery>): SearchLink {
  const link: SearchLink = { sort: query.orderByColumn, dir: query.orderByMode === 'asc' ? 'asc' : undefined };
  for (const key of FILTER_LIST_KEYS) if (query[key]?.length) link[key] = query[key];
  for (const key of FILTER_BOUND_KEYS) link[key] = query[key];
  if (query.conditionProductDesc === 'C') link.conditionProductDesc = undefined;
  return link;
}

/** The link of a query that was asked or saved: it asks the same. */
export function linkOfQuery(query: AskedQuestion & Partial<SavedQuery>): SearchLink {
  const { pickedValue = [], queryBuilder, ...question } = query;
  const rows = queryBuilder.map((row) => ({ ...EMPTY_ROW, ...row, pickedValue: row.pickedValue ?? [] }));
  return {
    ...linkOf({ ...EMPTY_DRAFT, ...question, pickedValue, queryBuilder: rows }),
    ...partsOf(query),
  };
}
