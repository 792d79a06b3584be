import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type Endpoints,
  type MatchedText,
  type RecordRow,
  type ResponseOf,
  type SearchQuery,
  searchListName,
  type WrittenText,
} from '@tidewaiter/contract';
import { client } from './client.js';
import { filteredQuestion } from './filtered-question.js';

type Envelope = ResponseOf<Endpoints['search']>;

export interface RecordPage {
  /** The id under which the question was noted. */
  searchId: string;
  /** The query this page answers; while the next page loads, the previous one is still shown with its own. */
  query: SearchQuery;
  rows: RecordRow[];
  /** Why each row is here, by its id. */
  matched: ReadonlyMap<string, readonly MatchedText[]>;
  /** What the source wrote where a record says something else, by its id. */
  asWritten: ReadonlyMap<string, readonly WrittenText[]>;
  question: string;
  dataVersion: number;
  searched: Envelope['searched'];
  /** Where nothing was found: what to leave out, and how much there would be then. */
  dropHints: Envelope['dropHints'];
  /** From asking to having the answer. */
  elapsedMs: number;
}

/** One page of records. The key is the whole query and a superseded call is abandoned, so the newest question wins. */
export function recordPage(query: SearchQuery) {
  return queryOptions({
    queryKey: ['search', query],
    queryFn: async ({ signal }): Promise<RecordPage> => {
      const started = performance.now();
      const envelope = await client.search(query, { signal });
      const found = envelope[searchListName(query.tradeType, query.countryCode)] ?? [];
      return {
        searchId: envelope.searchId,
        query,
        rows: found.map(({ matched: _, as_written: __, ...cells }) => cells as RecordRow),
        matched: new Map(found.map(({ id, matched }) => [id, matched])),
        asWritten: new Map(found.map(({ id, as_written }) => [id, as_written])),
        question: envelope.question,
        dataVersion: envelope.dataVersion,
        searched: envelope.searched,
        dropHints: envelope.dropHints,
        elapsedMs: performance.now() - started,
      };
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** How many records a question finds, exactly. */
export function recordCount(query: SearchQuery) {
  const question = filteredQuestion(query);
  return queryOptions({
    queryKey: ['search-count', question],
    queryFn: async ({ signal }) => {
      const started = performance.now();
      const count = await client.searchCount(question, { signal });
      return { count, elapsedMs: performance.now() - started };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
