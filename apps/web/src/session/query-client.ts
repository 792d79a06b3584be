import { QueryCache, QueryClient } from '@tanstack/react-query';
import { PortalError } from '@tidewaiter/contract';

/** Prefix of every answer about a subscription: what is left changes with each charge. */
export const SUBSCRIPTION_KEY = 'subscription';

/** One more try, and only where trying again can help. */
function worthRetrying(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof PortalError && (error.code === 'BUSY' || error.code === 'PORTAL_BUSY');
}

/** In milliseconds: a connection is back at once, a full queue takes the seconds that its refusal names. */
const retryDelay = (_failures: number, error: Error) =>
  error instanceof PortalError && error.code === 'PORTAL_BUSY' ? 5000 : 800;

/** Answers that may cost a search. */
const CHARGED: readonly unknown[] = ['search', 'company'];

/** A search may have been charged, and a failed one given back: either way what is left is asked again. */
function countAgain(_data: unknown, _error: unknown, query: { queryKey: readonly unknown[] }): void {
  if (CHARGED.includes(query.queryKey[0])) void queryClient.invalidateQueries({ queryKey: [SUBSCRIPTION_KEY] });
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onSettled: countAgain }),
  defaultOptions: {
    queries: { retry: worthRetrying, retryDelay, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
});
