import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  DIMENSIONS,
  type Endpoints,
  LIMITS,
  type ListedDimension,
  type RequestOf,
  type SearchQuery,
  type UnitQuantity,
} from '@tidewaiter/contract';
import { filteredQuestion } from '../../search/api/calls.js';
import { createLane } from '../../search/api/lane.js';
import { client } from '../../session/client.js';

/** Sums of a group of records. Decimals are exact, and strings; a share is percent of the value of all that the question finds. */
export interface Sums {
  /** By unit, the one of the largest value first. */
  quantities: readonly UnitQuantity[];
  shipments: number;
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

type Request = RequestOf<Endpoints['listImporters']>;
type QuantitiesAnswer = readonly { unit: string; quantity: string; shipment_count: number; value_usd: string }[];
type SumsAnswer = { quantities: QuantitiesAnswer; shipment_count: number; value_usd: string; share: string };
type ItemAnswer = SumsAnswer & { hs_description?: string; [item: string]: unknown };

/** The answer of every list call, whatever it calls its list and the items. */
type ListAnswer = Omit<Awaited<ReturnType<(typeof client)['listImporters']>>, 'importersList'> & {
  [list: string]: unknown;
};

const quantitiesOf = (answer: QuantitiesAnswer): UnitQuantity[] =>
  answer.map(({ unit, quantity, shipment_count: shipments, value_usd: valueUsd }) => ({
    ...{ unit, quantity, shipments, valueUsd },
  }));

const sumsOf = ({ quantities, shipment_count, value_usd, share }: SumsAnswer): Sums => ({
  quantities: quantitiesOf(quantities),
  shipments: shipment_count,
  valueUsd: value_usd,
  share,
});

async function ask(name: ListedDimension, request: Request, signal: AbortSignal): Promise<Breakdown> {
  const { call, list, item } = DIMENSIONS[name].list;
  // The search was noted when it was run; its panels are never a new one (SPEC 4).
  const asked = { ...request, searchFlag: false };
  const answer = (await client[call](asked, { signal })) as ListAnswer;
  return {
    items: (answer[list] as ItemAnswer[]).map((one) => ({
      ...sumsOf(one),
      name: String(one[item]),
      description: one.hs_description,
    })),
    total: {
      quantities: quantitiesOf(answer.quantities),
      shipments: answer.shipmentCount,
      valueUsd: answer.totalValueUSD,
      share: answer.valueShare,
    },
    top10: {
      quantities: quantitiesOf(answer.quantitiesTop10),
      shipments: answer.shipmentCountTop10,
      valueUsd: answer.totalValueUSDTop10,
      share: answer.valueShareTop10,
    },
    notStated: {
      quantities: quantitiesOf(answer.quantitiesNotStated),
      shipments: answer.shipmentCountNotStated,
      valueUsd: answer.totalValueUSDNotStated,
      share: answer.valueShareNotStated,
    },
    distinctCount: answer.distinctCount,
  };
}

/** A browser opens six connections to a portal: two stay free for the search and what is pressed meanwhile. */
const inPanelLane = createLane(4);

/** A panel shows the top of its list; of the months, all. */
const panelSize = (name: ListedDimension) => (name === 'months' ? LIMITS.breakdownItems : LIMITS.pageSize);

/**
 * The panel of one list. The portal finds all lists of a question in one scan, so all panels cost as much as one. What was there before is
 * shown until the answer comes. A panel that fails stays empty (SPEC 8): nobody is told, and it is asked for again with the next question.
 */
export function panel(name: ListedDimension, query: SearchQuery) {
  const request = { ...filteredQuestion(query), pageNumber: 0, numberOfRecords: panelSize(name) };
  return queryOptions({
    queryKey: ['panel', name, request],
    queryFn: ({ signal }) => inPanelLane(signal, () => ask(name, request, signal)),
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
    queryFn: ({ signal, pageParam }) =>
      inPanelLane(signal, () => ask(name, { ...question, pageNumber: pageParam, numberOfRecords }, signal)),
    initialPageParam: 0,
    getNextPageParam: ({ distinctCount }, pages) => {
      const reached = pages.length * numberOfRecords;
      return reached < Math.min(distinctCount, LIMITS.reachableRows) ? pages.length : undefined;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
