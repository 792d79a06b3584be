import { keepPreviousData, type QueryKey } from '@tanstack/react-query';
import { LIMITS, type SearchQuery } from '@tidewaiter/contract';
import { filteredQuestion } from './filtered-question.js';
import type { createLane } from './lane.js';

/** One value of a question's records. */
export interface ListedValue {
  value: string;
  records: number;
  /** Of an HS code: what it is called. */
  description?: string | undefined;
}

/** Values of a question's records, those of most records first. */
export interface ValueList {
  values: readonly ListedValue[];
  /** How many the whole list has; an answer carries a page of it. */
  distinctCount: number;
}

/** Asks for nothing of a list but how long it is, and the totals around it. */
export const ONLY_COUNT: ListPart = { numberOfRecords: 1 };

/** Which part of a list is asked for. Pages count from 0. */
export interface ListPart {
  nameContains?: string;
  pageNumber?: number;
  numberOfRecords?: number;
}

/** A list's top, as much of it as one answer has; the rest by its text or by page. */
const TOP: Required<ListPart> = { nameContains: '', pageNumber: 0, numberOfRecords: LIMITS.breakdownItems };

/** A list call's payload, and what its answer is kept under: the question with its filters, and the part. */
export function listRequest(query: SearchQuery, part: ListPart) {
  return { ...filteredQuestion(query), ...TOP, ...part };
}

/** How a list is asked for. (Not the library's own type of options: with that, no list could stand for another.) */
export interface ListQuery<Answer extends ValueList> {
  queryKey: QueryKey;
  queryFn: (context: { signal: AbortSignal }) => Promise<Answer>;
  placeholderData: typeof keepPreviousData;
  staleTime: number;
}

/** A list call, in its lane; a superseded one is abandoned, and what was there before is shown until the answer comes. */
export function listQuery<Answer extends ValueList>(
  queryKey: QueryKey,
  inLane: ReturnType<typeof createLane>,
  call: (options: { signal: AbortSignal }) => Promise<Answer>,
): ListQuery<Answer> {
  return {
    queryKey,
    queryFn: ({ signal }) => inLane(signal, () => call({ signal })),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  };
}
