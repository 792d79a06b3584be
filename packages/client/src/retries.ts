/** When a call is made again that was not answered. */
import { ApiProblem } from './problem.js';

/** How patient a client is. */
export interface Patience {
  /** How often one call is made again at most. */
  retries: number;
  /** Whoever is told to come back later than this is told so instead, in seconds. */
  longestWait: number;
}

/** The first wait where nobody says how long, in milliseconds: it doubles. */
const FIRST_WAIT_MS = 500;

/** Callers who were told the same second do not come back in the same moment. */
const SPREAD_MS = 500;

/** What says that a call may have reached the portal or not: only what may be done twice is asked again. */
const UNCERTAIN = new Set([0, 502, 503, 504]);

function waitAfter(
  error: unknown,
  tries: number,
  mayRepeat: boolean,
  { retries, longestWait }: Patience,
): number | undefined {
  if (!(error instanceof ApiProblem) || tries >= retries) return undefined;
  const isRefused = error.status === 429;
  if (!isRefused && !(mayRepeat && UNCERTAIN.has(error.status))) return undefined;
  if (error.retryAfter === undefined) return FIRST_WAIT_MS * 2 ** tries * (0.5 + Math.random());
  if (error.retryAfter > longestWait) return undefined;
  return error.retryAfter * 1000 + Math.random() * SPREAD_MS;
}

/** Waits, unless it is abandoned: then it throws the signal's reason. */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const abandon = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abandon);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', abandon, { once: true });
  });
}

/** @returns what the work comes to, and how often it was begun again */
export async function patiently<Result>(
  work: () => Promise<Result>,
  { mayRepeat, signal }: { mayRepeat: boolean; signal: AbortSignal | undefined },
  patience: Patience,
): Promise<{ result: Result; repeated: number }> {
  for (let tries = 0; ; tries += 1) {
    signal?.throwIfAborted();
    try {
      return { result: await work(), repeated: tries };
    } catch (error) {
      signal?.throwIfAborted();
      const wait = waitAfter(error, tries, mayRepeat, patience);
      if (wait === undefined) throw error;
      await pause(wait, signal);
    }
  }
}
