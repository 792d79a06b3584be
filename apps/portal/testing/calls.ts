import { PortalError, type SearchPayload } from '@tidewaiter/contract';
import type { TestPortal } from './portal.js';

/** How the browser app identifies itself. */
export const BASIC = `Basic ${btoa('tidewaiter-web:')}`;

/** A question that finds the four records of the hand-made file; a test says only what matters to it. */
export const payload = (changes: Partial<SearchPayload> = {}): SearchPayload => ({
  tradeType: 'IMPORT',
  searchBy: 'HS_CODE',
  matchType: 'L',
  searchValue: ['8517', '0901', '6907'],
  countryCode: ['KOR'],
  fromDate: '2020-01-01',
  toDate: '2020-12-31',
  ...changes,
});

/** The error that a call must fail with. */
export const failure = (promise: Promise<unknown>): Promise<PortalError> =>
  promise.then(
    () => {
      throw new Error('the call did not fail');
    },
    (error: unknown) => {
      if (error instanceof PortalError) return error;
      throw error;
    },
  );

/** A raw call, for what the client cannot be made to send. */
export async function raw(portal: TestPortal, path: string, init: RequestInit = {}) {
  const response = await fetch(portal.url + path, { ...init, headers: { authorization: BASIC, ...init.headers } });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}
