import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import type { Endpoints, ResponseOf } from '@tidewaiter/contract';
import { client } from '../../session/client.js';
import type { CompanyRequest } from './read-company.js';

export type CompanyPage = ResponseOf<Endpoints['company']>;
export type ShownPart = NonNullable<CompanyPage['shown']>;

/** A company's page. It is not fetched again when its tab is opened again; another company's never stands in for it. */
export function companyPage(request: CompanyRequest | null) {
  return queryOptions({
    queryKey: ['company', request],
    queryFn: request === null ? skipToken : ({ signal }): Promise<CompanyPage> => client.company(request, { signal }),
    placeholderData: (before, query) =>
      (query?.queryKey[1] as CompanyRequest | null)?.company === request?.company
        ? keepPreviousData(before)
        : undefined,
    staleTime: 5 * 60_000,
  });
}
