import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { PortalError } from '@tidewaiter/contract';
import { endsSession } from '../session/ends-session.js';
import { sessionStore } from '../session/store.js';

function noticeEndOfSession(error: Error): void {
  if (endsSession(error)) sessionStore.expire();
}

/** One more try, and only where trying again can help. */
function worthRetrying(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof PortalError && error.code === 'BUSY';
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeEndOfSession }),
  mutationCache: new MutationCache({ onError: noticeEndOfSession }),
  defaultOptions: {
    queries: { retry: worthRetrying, retryDelay: 800, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
});
