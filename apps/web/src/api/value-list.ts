import { keepPreviousData, type QueryKey } from '@tanstack/react-query';
import type { SearchQuery } from '@tidewaiter/contract';
import { filteredQuestion } from './filtered-question.js';
import { createLane } from './lane.js';

/** Values of a question's records, those of most records first. */
export interface ValueList {
  values: readonly { value: string; records: number }[];
  /** How many the whole list has; an answer carries a page of it. */
  distinctCount: number;
}

/** Which part of a list is asked for. Pages count from 0. */
export interface ListPart {
  nameContains?: string;
  pageNumber?: number;
  numberOfRecords?: number;
}

/** As many values as a list shows at a time without being searched or paged. */
const PART = 50;

/** A list call's payload, and what its answer is kept under: the question with its filters, and the part. */
export function listRequest(
  query: SearchQuery,
  { nameContains = '', pageNumber = 0, numberOfRecords = PART }: ListPart,
) {
  return { ...filteredQuestion(query), nameContains, pageNumber, numberOfRecords };
}

/** A browser opens six connections to a portal: two stay free for the records and their count, which come first. */
const inLane = createLane(4);

/** How a list is asked for. (Not the library's own type of options: with that, no list could stand for another.) */
export interface ListQuery<Answer extends ValueList> {
  queryKey: QueryKey;
  queryFn: (context: { signal: AbortSignal }) => Promise<Answer>;
  placeholderData: typeof keepPreviousData;
  staleTime: number;
}

/** A list call in its lane; a superseded one is abandoned, and what was there before is shown until the answer comes. */
export function listQuery<Answer extends ValueList>(
  queryKey: QueryKey,
  call: (options: { signal: AbortSignal }) => Promise<Answer>,
): ListQuery<Answer> {
  return {
    queryKey,
    queryFn: ({ signal }) => inLane(signal, () => call({ signal })),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  };
}
