import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { MESSAGES, SESSION } from '@tidewaiter/contract';
import { useEffect } from 'react';
import { OopsDialog } from '../ui/alert-dialog.js';
import { client } from './client.js';
import { sessionStore, useSession } from './store.js';

/** Watches the session; when the server has ended it, says so and then leads to sign in, keeping the way back. */
export function SessionEnd() {
  useSessionPolling();
  const { ended } = useSession();
  const router = useRouter();
  const queryClient = useQueryClient();

  async function leave() {
    const from = router.state.location.href;
    sessionStore.clear(MESSAGES.sessionEndedElsewhere);
    await router.navigate({ to: '/login', search: { from } });
    queryClient.clear();
  }

  return <OopsDialog message={ended ? MESSAGES.sessionTimeout : null} onClose={leave} />;
}

/**
 * Asks the server now and then whether this session still stands (SPEC 4 "Session check"). A poll that fails for another
 * reason than the session says nothing: the next one will tell.
 */
function useSessionPolling(): void {
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
