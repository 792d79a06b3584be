import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import {
  type Endpoints,
  type MatchedText,
  type RecordRow,
  type ResponseOf,
  type SearchQuery,
  type Suggestion,
  type SuggestionQuery,
  searchListName,
  type TradeType,
  type WrittenText,
} from '@tidewaiter/contract';
import { client } from '../../session/client.js';

type Envelope = ResponseOf<Endpoints['search']>;

export interface RecordPage {
  /** The question was noted under this id. */
  searchId: string;
  /** The query this page answers; while the next page loads, the previous one is still shown with its own. */
  query: SearchQuery;
  rows: RecordRow[];
  /** It says why each row is here, by its id. */
  matched: ReadonlyMap<string, readonly MatchedText[]>;
  /** The source's own words where a record says something else, by its id. */
  asWritten: ReadonlyMap<string, readonly WrittenText[]>;
  /** Where its source says a record, by its id. */
  sources: ReadonlyMap<string, { file: string; line: number }>;
  question: string;
  dataVersion: number;
  searched: Envelope['searched'];
  /** Where nothing was found: what to leave out, and how much there would be then. */
  dropHints: Envelope['dropHints'];
  /** How many more records of the search may be read today without points. */
  freeRecordsLeft: number;
  /** Wire keys of the columns with a value in the records of the asked countries, on this page or not. */
  filled: Envelope['columns'];
  /** From asking to having the answer. */
  elapsedMs: number;
}

/** Asks for one page of records. The key is the whole query and a superseded call is abandoned, so the newest question wins. */
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
        rows: found.map(({ matched: _, as_written: __, source: ___, ...cells }) => cells as RecordRow),
        sources: new Map(found.map(({ id, source }) => [id, source])),
        matched: new Map(found.map(({ id, matched }) => [id, matched])),
        asWritten: new Map(found.map(({ id, as_written }) => [id, as_written])),
        question: envelope.question,
        dataVersion: envelope.dataVersion,
        searched: envelope.searched,
        dropHints: envelope.dropHints,
        freeRecordsLeft: envelope.freeRecordsLeft,
        filled: envelope.columns,
        elapsedMs: performance.now() - started,
      };
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Asks how many records a question finds, exactly. */
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

const COST_FRESH_MS = 30_000;

/** Asks how many searches a question would cost now; null asks nothing. */
export function searchCost(query: SearchQuery | null) {
  const question = query && filteredQuestion(query);
  return queryOptions({
    queryKey: ['search-cost', question] as const,
    queryFn: question ? ({ signal }) => client.searchCost(question, { signal }) : skipToken,
    staleTime: COST_FRESH_MS,
    // It is said where it is known: nobody waits for it.
    retry: false,
  });
}

/** Leaves a question and its filters: counts and lists answer that, whatever the table's sort and page. */
export function filteredQuestion(query: SearchQuery) {
  const { orderByColumn: _column, orderByMode: _mode, pageNumber: _page, numberOfRecords: _size, ...question } = query;
  return question;
}

const COUNTRIES_FRESH_MS = 5 * 60 * 1000;

/** Asks for the source countries that this account may search for a trade type. */
export function countriesByTrade(tradeType: TradeType) {
  return queryOptions({
    queryKey: ['countries', tradeType],
    queryFn: async ({ signal }) => {
      const trade = tradeType === 'IMPORT' ? 'I' : 'E';
      const { countryList } = await client.countryListByTrade({}, { params: { trade }, signal });
      return countryList;
    },
    staleTime: COUNTRIES_FRESH_MS,
  });
}

const SUGGESTIONS_FRESH_MS = 5 * 60 * 1000;

/** Tells whether one text was typed on, or back, to the other, in the same field. */
function typedOn(before: SuggestionQuery | null, query: SuggestionQuery | null): boolean {
  if (!before || !query || before.searchBy !== query.searchBy) return false;
  return query.searchValue.startsWith(before.searchValue) || before.searchValue.startsWith(query.searchValue);
}

/**
 * Asks for the suggestions for a typed text; null asks nothing. A superseded call is abandoned; while typing goes on, the list of before
 * stands until the newest is here.
 */
export function suggestions(query: SuggestionQuery | null) {
  return queryOptions({
    queryKey: ['suggestions', query] as const,
    queryFn: query
      ? async ({ signal }): Promise<Suggestion[]> => {
          const { suggestionList } = await client.suggestionList(query, { signal });
          return suggestionList[0]?.listSuggestion ?? [];
        }
      : skipToken,
    placeholderData: (previous, before) => (typedOn(before?.queryKey[1] ?? null, query) ? previous : undefined),
    staleTime: SUGGESTIONS_FRESH_MS,
    // Nobody waits for a suggestion: one that fails is not asked twice.
    retry: false,
  });
}
