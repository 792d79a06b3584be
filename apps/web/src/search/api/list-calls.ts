import { keepPreviousData, type QueryKey } from '@tanstack/react-query';
import { LIMITS, type ListedDimension, type RangeName, type SearchQuery } from '@tidewaiter/contract';
import { client } from '../../session/client.js';
import type { Facet, ListedValue } from '../model/facets.js';
import { filteredQuestion } from './calls.js';
import { createLane } from './lane.js';
import { askList, inListLane } from './lists.js';

/** It lists values of a question's records, those of most records first. */
export interface ValueList {
  values: readonly ListedValue[];
  /** How many the whole list has; an answer carries a page of it. */
  distinctCount: number;
}

/** Asks for nothing of a list but how long it is, and the totals around it. */
export const ONLY_COUNT: ListPart = { numberOfRecords: 1 };

/** It says which part of a list is asked for. Pages count from 0. */
export interface ListPart {
  nameContains?: string;
  pageNumber?: number;
  numberOfRecords?: number;
}

/** It asks for as much of a list's top as one answer has; the rest is found by its text or by page. */
const TOP: Required<ListPart> = { nameContains: '', pageNumber: 0, numberOfRecords: LIMITS.breakdownItems };

/** Makes a list call's payload, which its answer is kept under: the question with its filters, and the part. */
function listRequest(query: SearchQuery, part: ListPart) {
  return { ...filteredQuestion(query), ...TOP, ...part };
}

/** A list is asked for with these. (With the library's own type of options, no list could stand for another.) */
export interface ListQuery<Answer> {
  queryKey: QueryKey;
  queryFn: (context: { signal: AbortSignal }) => Promise<Answer>;
  placeholderData: typeof keepPreviousData;
  staleTime: number;
}

/** Makes a list call; a superseded one is abandoned, and what was there before is shown until the answer comes. */
function listQuery<Answer>(queryKey: QueryKey, queryFn: ListQuery<Answer>['queryFn']): ListQuery<Answer> {
  return { queryKey, queryFn, placeholderData: keepPreviousData, staleTime: Number.POSITIVE_INFINITY };
}

/** It adds the totals of everything that the question finds. */
export interface Breakdown extends ValueList {
  shipments: number;
  /** Those that have a value: its sum is of these. */
  valued: number;
  /** An exact decimal. */
  totalUsd: string;
}

/**
 * Asks for one list of a question; without one of its filters, a question is another. The portal sorts by value; here counts are shown, and so
 * the values stand by them.
 */
export function breakdown(name: ListedDimension, query: SearchQuery, part: ListPart = {}) {
  const request = listRequest(query, part);
  return listQuery(['list', name, request], async ({ signal }): Promise<Breakdown> => {
    const answer = await askList(name, request, signal);
    return {
      values: answer.items
        .map(
          ({
            name: value,
            shipment_count: records,
            hs_description: description,
            hs_heading: heading,
            valued,
            value_usd,
            share,
          }) => ({
            ...{ value, records, description, heading, valued, value_usd, share },
          }),
        )
        .sort((a, b) => b.records - a.records),
      distinctCount: answer.distinctCount,
      shipments: answer.shipmentCount,
      valued: answer.valuedCount,
      totalUsd: answer.totalValueUSD,
    };
  });
}

/** Asks how much a question finds, by standard unit. */
export function quantities(query: SearchQuery) {
  const asked = { query: filteredQuestion(query) };
  return listQuery(['quantities', asked], ({ signal }) =>
    inListLane(signal, () => client.quantities(asked, { signal })),
  );
}

/** Asks how an amount lies among the records of a question. */
export function amountSpread(query: SearchQuery, amount: RangeName) {
  const asked = { query: filteredQuestion(query), amount };
  return listQuery(['amount-spread', asked], ({ signal }) =>
    inListLane(signal, () => client.amountSpread(asked, { signal })),
  );
}

/** Each is a scan of its own: one at a time, so that pages and counts find the portal free. */
const inDistinctLane = createLane(1);

/** Asks for the values that one column has among the records of a question; the column by its wire key. */
export function distinctValues(columnName: string, query: SearchQuery, part: ListPart = {}) {
  const request = { ...listRequest(query, part), columnName };
  return listQuery(['distinct-values', request], async ({ signal }): Promise<ValueList> => {
    const { distinctColumnValuesList, distinctCount } = await inDistinctLane(signal, () =>
      client.listDistinctColumnValue(request, { signal }),
    );
    const values = distinctColumnValuesList.map((item) => ({
      value: item.column_name,
      records: item.records_count,
      description: item.hs_description,
    }));
    return { values, distinctCount };
  });
}

/** Asks for a facet's values among the records of a question. */
export function facetList(facet: Facet, query: SearchQuery, part: ListPart = {}): ListQuery<ValueList> {
  return facet.list ? breakdown(facet.list, query, part) : distinctValues(facet.column, query, part);
}
