import { QueryCache, QueryClient } from '@tanstack/react-query';
import { PortalError } from '@tidewaiter/contract';
import { connection } from './client.js';

/** Prefix of every answer about a subscription: what is left changes with each charge. */
export const SUBSCRIPTION_KEY = 'subscription';

/** How often whoever is told that the portal is busy comes back: for them that is a longer wait, since what is refused at the door has cost nothing. */
const TRIES_WHILE_BUSY = 3;

/**
 * Another try only where that can help. Without a connection it is tried until there is one: what stands on the screen stays meanwhile.
 */
function worthRetrying(failures: number, error: Error): boolean {
  if (!(error instanceof PortalError)) return false;
  if (error.code === 'NO_ANSWER') return failures < 1 || connection.isLost();
  return failures < TRIES_WHILE_BUSY && error.code === 'PORTAL_BUSY';
}

/** In milliseconds: a connection is back at once or not for a while; the portal answers or refuses within a second or two. */
function retryDelay(failures: number, error: Error): number {
  if (error instanceof PortalError && error.code === 'PORTAL_BUSY') return 2000 * (failures + 1);
  return failures < 1 ? 800 : 3000;
}

/** Answers that may cost a search. */
const CHARGED: readonly unknown[] = ['search', 'company'];

/**
 * A search may have been charged, and a failed one given back: either way what is left is asked again. An answer that is on its
 * way was given before, and a first one would be taken for the new one.
 */
async function countAgain(_data: unknown, _error: unknown, query: { queryKey: readonly unknown[] }): Promise<void> {
  if (!CHARGED.includes(query.queryKey[0])) return;
  const counters = { queryKey: [SUBSCRIPTION_KEY] };
  await queryClient.cancelQueries(counters);
  await queryClient.invalidateQueries(counters);
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onSettled: countAgain }),
  defaultOptions: {
    queries: { retry: worthRetrying, retryDelay, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
});
