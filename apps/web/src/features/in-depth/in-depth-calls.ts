import { keepPreviousData, useMutation } from '@tanstack/react-query';
import {
  type Dimension,
  type Endpoints,
  type MarketSide,
  mostPivotRows,
  type RequestOf,
  type ResponseOf,
  type SearchQuery,
} from '@tidewaiter/contract';
import { contactOf } from '../../search/saving/company-contact.js';
import { draftOf, fieldsOf } from '../../search/saving/contact-draft.js';
import { useRefreshContacts } from '../../search/saving/saved-contacts.js';
import { client } from '../../session/client.js';
import { type Versioned, versioned } from '../../session/versioned.js';

/** The analyses that a question can be given to. */
type Name = 'pivot' | 'comparePeriods' | 'unitPrices' | 'concentration' | 'tradeFlows' | 'marketParties';

export type Answer<Of extends Name> = ResponseOf<Endpoints[Of]>;

/** What an analysis is asked for beside its question. */
type Asked<Of extends Name> = Omit<RequestOf<Endpoints[Of]>, 'query'>;

/** An answer, and what it answers: it may stand while another one is on its way. */
type Answered<Of extends Name> = Versioned<Answer<Of>> & { asked: Asked<Of> };

/** What an answer is asked for with. Its type is said, since the schemas of all calls together are more than a compiler writes down. */
interface AnalysisQuery<Of extends Name> {
  queryKey: readonly unknown[];
  queryFn: (context: { signal: AbortSignal }) => Promise<Answered<Of>>;
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
export function analysisOf<Of extends Name>(name: Of, query: SearchQuery, asked: Asked<Of>): AnalysisQuery<Of> {
  // Sort and page are no part of what is analysed.
  const { orderByColumn: _column, orderByMode: _mode, pageNumber: _page, numberOfRecords: _size, ...question } = query;
  return {
    queryKey: ['in-depth', name, question, asked],
    queryFn: async ({ signal }) => {
      const answer = await versioned((client) => {
        const call = client[name] as (request: unknown, extra: { signal: AbortSignal }) => Promise<Answer<Of>>;
        return call({ query: question, ...asked }, { signal });
      });
      return { ...answer, asked };
    },
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  };
}

/** What became of parties that were to be kept as contacts, by their names. */
export interface SavedParties {
  saved: string[];
  /** Their companies were contacts before. */
  there: string[];
  refused: string[];
}

/** Keeps parties of a question as contacts, each filled with what its records say of it: free where the question is paid for. */
export function useSaveParties(query: SearchQuery, by: MarketSide) {
  const refresh = useRefreshContacts();
  return useMutation({
    mutationFn: async (names: string[]): Promise<SavedParties> => {
      const { identities } = await client.partyIdentities({ query, by, names });
      const told: SavedParties = { saved: [], there: [], refused: [] };
      for (const [at, name] of names.entries()) {
        const identity = identities[at];
        const read = fieldsOf({ ...draftOf(null), ...(identity ? contactOf(name, identity) : { companyName: name }) });
        if ('errors' in read) told.refused.push(name);
        else told[(await client.saveContact(read.fields)) === 'CREATED' ? 'saved' : 'there'].push(name);
      }
      return told;
    },
    onSettled: refresh,
  });
}
