import type { SearchQuery } from '@tidewaiter/contract';
import { breakdown } from '../../../api/breakdowns.js';
import { distinctValues } from '../../../api/distinct-values.js';
import type { ListPart, ListQuery, ValueList } from '../../../api/value-list.js';
import type { Facet } from './facets.js';

/** A facet's values among the records of a question. */
export function facetList(facet: Facet, query: SearchQuery, part: ListPart = {}): ListQuery<ValueList> {
  return facet.list ? breakdown(facet.list, query, part) : distinctValues(facet.column, query, part);
}
