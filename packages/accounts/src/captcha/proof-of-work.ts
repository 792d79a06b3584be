import { randomInt } from 'node:crypto';
import type { ProofOfWork } from '@tidewaiter/contract';
import { createChallenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

/** Rounds of one key: what a phone's processor and a graphics card differ in least is many rounds, not many keys. */
const ROUNDS = 5_000;

/**
 * A proof of work: which of many keys begins with what is told of it? Who finds it out knows the rest of the key. It was drawn here,
 * so that it costs the portal two keys and everybody else as many as stand before it.
 *
 * @param work keys that are tried on average; each proof takes from half to one and a half times as many
 */
export async function proofOfWork(work: number): Promise<{ challenge: ProofOfWork; answer: string }> {
  const counter = randomInt(Math.ceil(work / 2), Math.ceil(work * 1.5) + 1);
  const algorithm = 'PBKDF2/SHA-256';
  const challenge = await createChallenge({ algorithm, cost: ROUNDS, counter, deriveKey });
  const solution = await solveChallenge({ challenge, deriveKey, counterStart: counter });
  if (!solution) throw new Error('a proof of work has no answer');
  const { nonce, salt, cost, keyLength = 32, keyPrefix } = challenge.parameters;
  return { challenge: { algorithm, nonce, salt, cost, keyLength, keyPrefix }, answer: solution.derivedKey };
}
