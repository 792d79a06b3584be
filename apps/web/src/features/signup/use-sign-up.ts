import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { client } from '../../api/client.js';
import { sessionStore } from '../../session/store.js';
import type { SignUpDraft } from './sign-up-draft.js';

/** A captcha of the server. Each is good for one try, so none is kept or shared. */
export function useCaptcha() {
  return useQuery({
    queryKey: ['captcha'],
    queryFn: ({ signal }) => client.captcha({}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Asks for an account; the sign-in screen then says what happens next. */
export function useSignUp() {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: ({ draft, captchaId }: { draft: SignUpDraft; captchaId: string }) =>
      client.signUp({ ...draft.person, user_type: 'USER', termsAccepted: true, captchaId, captcha: draft.captcha }),
    onSuccess: async ({ message }) => {
      sessionStore.clear(message);
      await navigate({ to: '/login' });
    },
    gcTime: 0,
  });
}
