import { useMutation } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { MESSAGES, PortalError } from '@tidewaiter/contract';
import { client } from '../../api/client.js';
import { sessionStore } from '../../session/store.js';
import { wayBack } from '../../session/way-back.js';
import type { Credentials } from './credentials.js';

const route = getRouteApi('/login');

/** Signs in, keeps the session and goes on to where the person was heading. The password is sent and forgotten. */
export function useSignIn() {
  const { from } = route.useSearch();
  const router = useRouter();
  return useMutation({
    mutationFn: async ({ email, password, keepLoggedIn }: Credentials) => {
      const answer = await client.login({ email: email.trim(), password, keepLoggedIn });
      // SPEC 8: an answer without a user is a login that failed.
      if (typeof answer?.userid !== 'number') throw new PortalError('INVALID_LOGIN');
      return answer;
    },
    onSuccess: async (answer) => {
      sessionStore.begin(answer);
      await router.navigate({ href: wayBack(from), replace: true });
    },
    gcTime: 0,
  });
}

export function signInFailure(error: Error): string {
  return error.message || MESSAGES.invalidLogin;
}
