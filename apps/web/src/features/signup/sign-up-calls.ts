import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CAPTCHA, PortalError, type ProofOfWork } from '@tidewaiter/contract';
import { solveChallengeWorkers } from 'altcha-lib';
import { client } from '../../session/client.js';
import { sessionStore } from '../../session/store.js';
import { useWay } from '../../ui/way-link.js';
import type { SignUpDraft } from './sign-up-draft.js';

/** A captcha is asked for anew so long before it would be too old, in milliseconds. */
const RENEW_BEFORE_MS = 60_000;

/** A captcha as it came: work for the browser, or a question for the person. */
export interface Captcha {
  captchaId: string;
  challenge?: ProofOfWork | undefined;
  question?: string | undefined;
  /** When an answer is accepted, by this page's own clock. */
  acceptedAt: number;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A captcha of the server. Each is good for one try, so none is kept or shared. */
export function useCaptcha() {
  return useQuery({
    queryKey: ['captcha'],
    queryFn: async ({ signal }): Promise<Captcha> => {
      // Browsers compute keys only on a page that came securely.
      const { waitSeconds, ...captcha } = await client.captcha({ inWords: !window.isSecureContext }, { signal });
      return { ...captcha, acceptedAt: performance.now() + waitSeconds * 1000 };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // Nobody types an answer to work, so nobody is disturbed by other work in its place.
    refetchInterval: ({ state }) => (state.data?.challenge ? CAPTCHA.lifeMs - RENEW_BEFORE_MS : false),
  });
}

const proofOf = ({ captchaId, challenge }: Captcha) =>
  queryOptions({
    queryKey: ['captcha-proof', captchaId],
    queryFn: ({ signal }) => {
      if (!challenge) throw new PortalError('CAPTCHA_NOT_MATCHED');
      return prove(challenge, signal);
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: CAPTCHA.lifeMs,
    retry: false,
  });

/** The browser's own answer to a captcha, which it looks for while the person fills in the form. */
export function useProof(captcha: Captcha | undefined) {
  const { queryKey, ...rest } = proofOf(captcha ?? { captchaId: '', acceptedAt: 0 });
  return useQuery({ ...rest, queryKey, enabled: captcha?.challenge !== undefined });
}

async function answerTo(captcha: Captcha, typed: string, queryClient: QueryClient): Promise<string> {
  const answer = captcha.challenge ? await queryClient.ensureQueryData(proofOf(captcha)) : typed;
  await sleep(captcha.acceptedAt - performance.now());
  return answer;
}

/** Asks for an account; the sign-in screen then says what happens next. */
export function useSignUp() {
  const { go } = useWay();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ draft, captcha }: { draft: SignUpDraft; captcha: Captcha }) =>
      client.signUp({
        ...draft.person,
        user_type: 'USER',
        termsAccepted: true,
        captchaId: captcha.captchaId,
        captcha: await answerTo(captcha, draft.captcha, queryClient),
      }),
    onSuccess: async ({ message }) => {
      sessionStore.clear(message);
      await go('/login');
    },
    gcTime: 0,
  });
}

/** More than these would take from a phone what the page itself needs. */
const MOST_WORKERS = 4;

/**
 * Finds the answer to a proof of work, beside the page's own thread.
 *
 * @throws Error when it is given up, or this browser cannot
 */
async function prove(challenge: ProofOfWork, signal: AbortSignal): Promise<string> {
  const controller = new AbortController();
  const giveUp = () => controller.abort();
  signal.addEventListener('abort', giveUp);
  try {
    const solution = await solveChallengeWorkers({
      challenge: { parameters: challenge },
      concurrency: Math.min(MOST_WORKERS, navigator.hardwareConcurrency),
      controller,
      createWorker: () => new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' }),
    });
    signal.throwIfAborted();
    if (!solution) throw new Error('the captcha was not solved in time');
    return solution.derivedKey;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
