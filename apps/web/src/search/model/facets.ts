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
  /** Its values are companies. */
  isParty: boolean;
  /** Its list call has its values. Without one, they are the distinct values of its column. */
  list?: ListedDimension;
  /** Wire key of the column that its values stand in. */
  column: string;
  /** Its values are codes, each with what it is. */
  described?: true;
}

/** The columns that have the values of a grain as they stand. */
const COLUMN_OF_GRAIN: Partial<Record<NonNullable<ReturnType<typeof dimensionOf>['grain']>, string>> = {
  heading: 'hs_code4',
  month: 'month',
};

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
    const { column, filter, grain, side, described, party } = dimensionOf(name);
    const stored = grain ? COLUMN_OF_GRAIN[grain] : column[tradeType];
    const field = filter?.[tradeType];
    if (!stored || !field) return [];
    const title = dimensionTitle(name, tradeType, indian);
    return [
      {
        title,
        field,
        column: wireKey(tradeType, stored),
        isParty: party !== undefined,
        ...(side && { side: endOf(side, tradeType) }),
        ...(isListed(name) && { list: name }),
        ...(described && { described }),
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

/** One value of a question's records. */
export interface ListedValue {
  value: string;
  records: number;
  /** Of an HS code: what it is called. */
  description?: string | undefined;
  /** Where the list says it: the value of these records in USD, an exact decimal, and its percentage of the question's. */
  value_usd?: string;
  share?: string;
}

/** Values that a facet shows, of which so many at least beside those that are ticked. */
export const SHOWN = 7;
const BESIDE = 3;

/** A value of a facet; without a count where it was ticked and is beyond the list. */
type ShownValue = Pick<ListedValue, 'value'> & Partial<ListedValue>;

/**
 * The values that a facet shows: those that come first, others in the order of the list, and whatever else is ticked. How many
 * there are goes by what is ticked alone, so that what stands below does not move when the order changes.
 *
 * @param first what stands before the others, which is what was ticked when the order was last changed
 */
export function shownValues(
  list: readonly ListedValue[],
  first: readonly string[],
  ticked: readonly string[],
): ShownValue[] {
  const known = new Map(list.map((entry) => [entry.value, entry]));
  const others = list.map(({ value }) => value).filter((value) => !first.includes(value));
  const rows = Math.max(SHOWN, ticked.length + BESIDE);
  const room = Math.max(0, rows - new Set([...first, ...ticked]).size);
  const beside = others.filter((value) => !ticked.includes(value)).slice(0, room);
  const listed = others.filter((value) => ticked.includes(value) || beside.includes(value));
  const beyond = ticked.filter((value) => !first.includes(value) && !known.has(value));
  return [...first, ...listed, ...beyond].map((value) => known.get(value) ?? { value });
}
