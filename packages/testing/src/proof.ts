import type { ProofOfWork } from '@tidewaiter/contract';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

/** The answer to a proof of work, found as a browser finds it. */
export async function answerToWork(challenge: ProofOfWork | undefined): Promise<string> {
  if (!challenge) throw new Error('there is no work to do');
  const solution = await solveChallenge({ challenge: { parameters: challenge }, deriveKey });
  return solution?.derivedKey ?? 'none';
}
