import {
  type Dimension,
  dimensionOf,
  dimensionTitle,
  type End,
  endOf,
  type FilterList,
  facetDimensions,
  isIndianSearch,
  type ListedDimension,
  RECORD_COLUMNS,
  type SearchQuery,
  type TradeType,
} from '@tidewaiter/contract';

/** A dimension whose values narrow a search. */
export interface Facet {
  title: string;
  /** Which end of the voyage it is of, where it is of one. */
  side?: End;
  /** The filter that its values make. */
  field: FilterList;
  /** Its list call has its values. Without one, they are the distinct values of its column. */
  list?: ListedDimension;
  /** Wire key of the column that its values stand in. */
  column: string;
}

/** The column that has a dimension's values as they stand: headings have one of their own. */
const COLUMN_OF_GRAIN = { heading: 'hs_code4', month: 'month' } as const;

function wireKey(trade: TradeType, name: string): string {
  const column = RECORD_COLUMNS[trade].find((candidate) => candidate.name === name);
  if (!column) throw new Error(`records of this trade type have no ${name}`);
  return column.key;
}

const isListed = (name: Dimension): name is ListedDimension => dimensionOf(name).list !== undefined;

/** The facets of a search, those that most sources report first. */
export function facetsOf({ tradeType, countryCode }: Pick<SearchQuery, 'tradeType' | 'countryCode'>): Facet[] {
  const indian = isIndianSearch(countryCode);
  return facetDimensions(tradeType).flatMap((name) => {
    const { column, filter, grain, side } = dimensionOf(name);
    const stored = grain ? COLUMN_OF_GRAIN[grain] : column[tradeType];
    const field = filter?.[tradeType];
    if (!stored || !field) return [];
    const title = dimensionTitle(name, tradeType, indian);
    return [
      {
        title,
        field,
        column: wireKey(tradeType, stored),
        ...(side && { side: endOf(side, tradeType) }),
        ...(isListed(name) && { list: name }),
      },
    ];
  });
}

/** The facet whose values stand in a column, if they can be filtered by. */
export function facetOfColumn(query: SearchQuery, column: string): Facet | undefined {
  return facetsOf(query).find((facet) => facet.column === column);
}

/**
 * The question whose values a facet offers: without the facet's own filter, since what is ticked already would hide what could
 * be ticked beside it.
 */
export function offeredBy<Query extends Pick<SearchQuery, FilterList>>(facet: Facet, query: Query): Query {
  return query[facet.field].length === 0 ? query : { ...query, [facet.field]: [] };
}
