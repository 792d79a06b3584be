import { keepPreviousData } from '@tanstack/react-query';
import {
  type Dimension,
  type Endpoints,
  mostPivotRows,
  type RequestOf,
  type ResponseOf,
  type SearchQuery,
} from '@tidewaiter/contract';
import { client } from '../../session/client.js';

/** The analyses that a question can be given to. */
type Name = 'pivot' | 'comparePeriods' | 'unitPrices' | 'concentration' | 'tradeFlows' | 'marketParties';

export type Answer<Of extends Name> = ResponseOf<Endpoints[Of]>;

/** What an answer is asked for with. Its type is said, since the schemas of all calls together are more than a compiler writes down. */
interface AnalysisQuery<Of extends Name> {
  queryKey: readonly unknown[];
  queryFn: (context: { signal: AbortSignal }) => Promise<Answer<Of>>;
  placeholderData: typeof keepPreviousData;
  staleTime: number;
}

/** Columns of a pivot that is asked for whole. */
const WHOLE_WIDTH = 36;

/** A pivot whole: as many of its rows as one answer may hold. */
export const wholePivot = (columns: Dimension | null) => ({
  topColumns: WHOLE_WIDTH,
  topRows: mostPivotRows(columns, WHOLE_WIDTH),
});

/** One analysis of a question. It stays while the next one is on its way, and is not fetched again when its tab is opened again. */
export function analysisOf<Of extends Name>(
  name: Of,
  query: SearchQuery,
  asked: Omit<RequestOf<Endpoints[Of]>, 'query'>,
): AnalysisQuery<Of> {
  // Sort and page are no part of what is analysed.
  const { orderByColumn: _column, orderByMode: _mode, pageNumber: _page, numberOfRecords: _size, ...question } = query;
  return {
    queryKey: ['in-depth', name, question, asked],
    queryFn: ({ signal }) => {
      const call = client[name] as (request: unknown, extra: { signal: AbortSignal }) => Promise<Answer<Of>>;
      return call({ query: question, ...asked }, { signal });
    },
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  };
}
