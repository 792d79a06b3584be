import type { ProofOfWork } from '@tidewaiter/contract';
import { solveChallengeWorkers } from 'altcha-lib';

/** More than these would take from a phone what the page itself needs. */
const MOST_WORKERS = 4;

/**
 * Finds the answer to a proof of work, beside the page's own thread.
 *
 * @throws Error when it is given up, or this browser cannot
 */
export async function prove(challenge: ProofOfWork, signal: AbortSignal): Promise<string> {
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
