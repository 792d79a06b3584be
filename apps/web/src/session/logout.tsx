import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { MESSAGES } from '@tidewaiter/contract';
import { OopsDialog } from '../ui/alert-dialog.js';
import { client } from './client.js';
import { sessionStore } from './store.js';

/** Ends the session on the server, then here: token, user and everything that was fetched for them. */
export function useLogout() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => {
      const { user } = sessionStore.state();
      if (!user) return undefined;
      return client.logout({ userId: user.userid, loginId: user.loginId, sessionId: user.sessionId });
    },
    onSuccess: async (answer) => {
      sessionStore.clear(MESSAGES.logoutSuccessful);
      // The provider of their firm asks whether they mean to leave that, too, and sends them back to sign in.
      if (answer?.signOutUrl) return window.location.assign(answer.signOutUrl);
      await navigate({ to: '/login' });
      queryClient.clear();
    },
  });
}

/** The alert of a log out that failed (SPEC 8). */
export function LogoutAlert({ logout }: { logout: ReturnType<typeof useLogout> }) {
  return <OopsDialog message={logout.isError ? MESSAGES.invalidLogin : null} onClose={logout.reset} />;
}
