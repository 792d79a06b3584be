import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import { type Endpoints, PortalError, type ResponseOf } from '@tidewaiter/contract';
import { client } from '../../session/client.js';
import { type Versioned, versioned } from '../../session/versioned.js';
import type { CompanyRequest } from './read-company.js';

export type CompanyPage = ResponseOf<Endpoints['company']>;
export type ShownPart = NonNullable<CompanyPage['shown']>;

export type SimilarCompanies = NonNullable<ResponseOf<Endpoints['similarCompanies']>>;
export type RelatedCompanies = NonNullable<ResponseOf<Endpoints['relatedCompanies']>>;

/** Tells whether a page, or a list of it, is to be paid for first. */
export const isUnpaid = (error: Error | null) => error instanceof PortalError && error.code === 'SEARCH_NEEDED';

/** Asks who trades the same in the same lanes as a company: free where its page is paid for. */
export function similarTo(request: CompanyRequest) {
  return queryOptions({
    queryKey: ['similar-companies', request],
    queryFn: ({ signal }) => client.similarCompanies({ ...request, freeOnly: true }, { signal }),
    staleTime: 5 * 60_000,
  });
}

/** Asks whose records state the same address or number as a company's: free where its page is paid for. */
export function relatedTo(request: CompanyRequest) {
  return queryOptions({
    queryKey: ['related-companies', request],
    queryFn: ({ signal }) => client.relatedCompanies({ ...request, freeOnly: true }, { signal }),
    staleTime: 5 * 60_000,
  });
}

/**
 * A company's page, where it is paid for today (else `SEARCH_NEEDED`), or to be paid for. It is not fetched again when its tab is opened
 * again; another company's never stands in for it.
 */
export function companyPage(request: (CompanyRequest & { list?: string }) | null, { freeOnly = true } = {}) {
  return queryOptions({
    queryKey: ['company', request],
    queryFn:
      request === null
        ? skipToken
        : ({ signal }): Promise<Versioned<CompanyPage>> =>
            versioned((client) => client.company({ ...request, freeOnly }, { signal })),
    placeholderData: (before, query) =>
      (query?.queryKey[1] as CompanyRequest | null)?.company === request?.company
        ? keepPreviousData(before)
        : undefined,
    staleTime: 5 * 60_000,
  });
}
