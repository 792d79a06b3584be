import { useQuery } from '@tanstack/react-query';
import { SESSION } from '@tidewaiter/contract';
import { useEffect } from 'react';
import { client } from '../api/client.js';
import { sessionStore } from './store.js';
import { useSession } from './use-session.js';

/**
 * Asks the server now and then whether this session still stands (SPEC 4 "Session check"). A poll that fails for another
 * reason than the session says nothing: the next one will tell.
 */
export function useSessionPolling(): void {
  const { user, ended } = useSession();
  const loginId = user?.loginId ?? '';
  const { data } = useQuery({
    queryKey: ['login-status', loginId],
    queryFn: ({ signal }) => client.loginStatus({ loginId }, { signal }),
    enabled: user !== null && !ended,
    refetchInterval: SESSION.pollMs,
    refetchOnWindowFocus: 'always',
    retry: false,
    gcTime: 0,
  });
  const logoutTime = data?.logoutTime ?? null;
  useEffect(() => {
    if (logoutTime !== null) sessionStore.expire();
  }, [logoutTime]);
}
