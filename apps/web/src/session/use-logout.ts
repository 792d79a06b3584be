import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { MESSAGES } from '@tidewaiter/contract';
import { client } from '../api/client.js';
import { sessionStore } from './store.js';

/** Ends the session on the server, then here: token, user and everything that was fetched for them. */
export function useLogout() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => {
      const { user } = sessionStore.state();
      if (user) await client.logout({ userId: user.userid, loginId: user.loginId, sessionId: user.sessionId });
    },
    onSuccess: async () => {
      sessionStore.clear(MESSAGES.logoutSuccessful);
      await navigate({ to: '/login' });
      queryClient.clear();
    },
  });
}
