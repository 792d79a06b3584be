import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { MESSAGES } from '@tidewaiter/contract';
import { OopsDialog } from '../ui/oops-dialog.js';
import { useSessionPolling } from './polling.js';
import { sessionStore } from './store.js';
import { useSession } from './use-session.js';

/** Watches the session; when the server has ended it, says so and then leads to sign in, keeping the way back. */
export function SessionEnd() {
  useSessionPolling();
  const { ended } = useSession();
  const router = useRouter();
  const queryClient = useQueryClient();

  async function leave() {
    const from = router.state.location.href;
    sessionStore.clear();
    await router.navigate({ to: '/login', search: { from } });
    queryClient.clear();
  }

  return <OopsDialog message={ended ? MESSAGES.sessionTimeout : null} onClose={leave} />;
}
