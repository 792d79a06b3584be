import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { LIMITS } from '@tidewaiter/contract';
import { client } from './client.js';
import { LEDGER_KEY } from './ledger-key.js';

/** A page of the account's ledger, newest first; pages count from 0. */
export function ledgerPage(pageNumber: number) {
  return queryOptions({
    queryKey: [LEDGER_KEY, pageNumber],
    queryFn: ({ signal }) => client.ledger({ pageNumber, numberOfRecords: LIMITS.pageSize }, { signal }),
    placeholderData: keepPreviousData,
  });
}
