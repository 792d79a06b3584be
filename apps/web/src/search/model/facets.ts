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

/** A facet is a dimension whose values narrow a search. */
export interface Facet {
  title: string;
  /** It says at which end of the voyage the values are, where they are at one. */
  side?: End;
  /** Its values make this filter. */
  field: FilterList;
  /** Its values are companies. */
  isParty: boolean;
  /** Its list call has its values. Without one, they are the distinct values of its column. */
  list?: ListedDimension;
  /** Its values stand in the column of this wire key. */
  column: string;
  /** Its values are codes, each with what it is. */
  described?: true;
}

/** These columns have the values of a grain as they stand. */
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

/** Lists the facets of a search, those that most sources report first. */
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

/** Finds the facet whose values stand in a column, if they can be filtered by. */
export function facetOfColumn(query: SearchQuery, column: string): Facet | undefined {
  return facetsOf(query).find((facet) => facet.column === column);
}

/** Drops a facet's own filter from a question: what is ticked already would hide what could be ticked beside it. */
export function offeredBy<Query extends Pick<SearchQuery, FilterList>>(facet: Facet, query: Query): Query {
  return query[facet.field].length === 0 ? query : { ...query, [facet.field]: [] };
}

export interface ListedValue {
  value: string;
  records: number;
  /** It says what an HS code is called. */
  description?: string | undefined;
  /** And what its heading is called. */
  heading?: string | undefined;
  /** The list may say how many of these records have a value in USD, what they are worth, exactly, and its percentage of the question's. */
  valued?: number;
  value_usd?: string;
  share?: string;
}

/** A facet shows so many values, and so many at least beside those that are ticked. */
export const SHOWN = 7;
const BESIDE = 3;

/** It has no count where it was ticked and is beyond the list. */
export type ShownValue = Pick<ListedValue, 'value'> & Partial<ListedValue>;

/**
 * Chooses the values that a facet shows: those that come first, others in the order of the list, and whatever else is ticked. How many
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
