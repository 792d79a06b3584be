import {
  DIMENSIONS,
  type Endpoints,
  type ListedDimension,
  type RequestOf,
  type SearchQuery,
} from '@tidewaiter/contract';
import { client } from './client.js';
import { createLane } from './lane.js';
import { type ListPart, listQuery, listRequest, type ValueList } from './value-list.js';

/** One list of a question, and the totals of everything that the question finds. */
export interface Breakdown extends ValueList {
  shipments: number;
  /** An exact decimal. */
  totalUsd: string;
}

/** What the list calls answer with, whatever they call their list and its items. */
interface ListAnswer {
  shipmentCount: number;
  totalValueUSD: string;
  distinctCount: number;
  [list: string]: unknown;
}

interface ListItem {
  shipment_count: number;
  hs_description?: string;
  [item: string]: unknown;
}

type Ask = (request: RequestOf<Endpoints['listImporters']>, options: { signal: AbortSignal }) => Promise<ListAnswer>;

/** Asks the list call of a dimension. The portal sorts by value; here counts are shown, and so the values stand by them. */
async function askList(name: ListedDimension, ...asked: Parameters<Ask>): Promise<Breakdown> {
  const { call, list, item } = DIMENSIONS[name].list;
  const answer = await (client[call] as Ask)(...asked);
  return {
    values: (answer[list] as ListItem[])
      .map((one) => ({ value: String(one[item]), records: one.shipment_count, description: one.hs_description }))
      .sort((a, b) => b.records - a.records),
    distinctCount: answer.distinctCount,
    shipments: answer.shipmentCount,
    totalUsd: answer.totalValueUSD,
  };
}

/**
 * A browser opens six connections to a portal. With the one for distinct values, two stay free for the records and their
 * count, which come first.
 */
const inLane = createLane(3);

/**
 * One list of a question. The server finds all lists of a question at once, so asking for another costs next to nothing;
 * without one of its filters, a question is another.
 */
export function breakdown(name: ListedDimension, query: SearchQuery, part: ListPart = {}) {
  const request = listRequest(query, part);
  return listQuery<Breakdown>(['list', name, request], inLane, (options) => askList(name, request, options));
}
