import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { LIMITS, type ListedDimension, type SearchQuery, type UnitQuantity } from '@tidewaiter/contract';
import { filteredQuestion } from '../../search/api/calls.js';
import { askOne, type ListAnswer, type ListRequest } from '../../search/api/lists.js';

/** Sums of a group of records. Decimals are exact, and strings; a share is percent of the value of all that the question finds. */
export interface Sums {
  /** By unit, the one of the largest value first. */
  quantities: readonly UnitQuantity[];
  shipments: number;
  /** Those that have a value: its sum is of these. */
  valued: number;
  valueUsd: string;
  share: string;
}

export interface BreakdownItem extends Sums {
  name: string;
  /** Of an HS code: what it is called. */
  description?: string | undefined;
}

/** A part of one list of a question (SPEC 3 "Breakdown lists"), and the sums around it. */
export interface Breakdown {
  items: readonly BreakdownItem[];
  /** Of everything that the question finds. */
  total: Sums;
  top10: Sums;
  /** Of the records that are in none of the list's items, since they do not say. */
  notStated: Sums;
  /** How many the whole list has. */
  distinctCount: number;
}

type QuantitiesAnswer = ListAnswer['quantities'];
type SumsAnswer = Pick<ListAnswer['items'][number], 'quantities' | 'shipment_count' | 'valued' | 'value_usd' | 'share'>;

const quantitiesOf = (answer: QuantitiesAnswer): UnitQuantity[] =>
  answer.map(({ unit, quantity, shipment_count: shipments, value_usd: valueUsd }) => ({
    ...{ unit, quantity, shipments, valueUsd },
  }));

const sumsOf = ({ quantities, shipment_count, valued, value_usd, share }: SumsAnswer): Sums => ({
  quantities: quantitiesOf(quantities),
  shipments: shipment_count,
  valued,
  valueUsd: value_usd,
  share,
});

async function ask(name: ListedDimension, request: ListRequest, signal: AbortSignal): Promise<Breakdown> {
  // The search was noted when it was run; its panels are never a new one (SPEC 4).
  const answer = await askOne(name, { ...request, searchFlag: false }, signal);
  return {
    items: answer.items.map((one) => ({ ...sumsOf(one), name: one.name, description: one.hs_description })),
    total: {
      quantities: quantitiesOf(answer.quantities),
      shipments: answer.shipmentCount,
      valued: answer.valuedCount,
      valueUsd: answer.totalValueUSD,
      share: answer.valueShare,
    },
    top10: {
      quantities: quantitiesOf(answer.quantitiesTop10),
      shipments: answer.shipmentCountTop10,
      valued: answer.valuedCountTop10,
      valueUsd: answer.totalValueUSDTop10,
      share: answer.valueShareTop10,
    },
    notStated: {
      quantities: quantitiesOf(answer.quantitiesNotStated),
      shipments: answer.shipmentCountNotStated,
      valued: answer.valuedCountNotStated,
      valueUsd: answer.totalValueUSDNotStated,
      share: answer.valueShareNotStated,
    },
    distinctCount: answer.distinctCount,
  };
}

/** A panel shows the top of its list; of the months, all. */
const panelSize = (name: ListedDimension) => (name === 'months' ? LIMITS.breakdownItems : LIMITS.pageSize);

/**
 * The panel of one list. Each has a call of its own, and so its own answer or error (SPEC 4); the portal finds all lists of a question in one
 * scan, which these calls share. What was there before is shown until the answer comes. A panel that fails stays empty (SPEC 8): nobody is told, and it is asked for again with the next question.
 */
export function panel(name: ListedDimension, query: SearchQuery) {
  const request = { ...filteredQuestion(query), pageNumber: 0, numberOfRecords: panelSize(name) };
  return queryOptions({
    queryKey: ['panel', name, request],
    queryFn: ({ signal }) => ask(name, request, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The whole of one list, by parts: its top is known already, every further part is a scan. */
export function wholeList(name: ListedDimension, query: SearchQuery) {
  const question = filteredQuestion(query);
  const numberOfRecords = LIMITS.breakdownItems;
  return infiniteQueryOptions({
    queryKey: ['whole-list', name, question],
    queryFn: ({ signal, pageParam }) => ask(name, { ...question, pageNumber: pageParam, numberOfRecords }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ distinctCount }, pages) => {
      const reached = pages.length * numberOfRecords;
      return reached < Math.min(distinctCount, LIMITS.reachableRows) ? pages.length : undefined;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
