import { PortalError } from '@tidewaiter/contract';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** Guesses, as a power of ten by zxcvbn's scale of 0 to 4: 2 is what withstands guessing over the network. */
const LOWEST_SCORE = 2;

let estimator: Promise<ZxcvbnFactory> | undefined;

/** The dictionaries weigh megabytes: read when a password is first chosen. */
function loadEstimator(): Promise<ZxcvbnFactory> {
  estimator ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]).then(
    ([{ ZxcvbnFactory: Estimator }, common]) =>
      new Estimator({ dictionary: common.dictionary, graphs: common.adjacencyGraphs }),
  );
  return estimator;
}

/**
 * Refuses passwords that are common, or made of what is known of the person.
 *
 * @throws PortalError PASSWORD_REFUSED
 */
export async function mustBeHardToGuess(password: string, known: readonly string[]): Promise<void> {
  const { score } = (await loadEstimator()).check(password, [...known, 'tidewaiter']);
  if (score < LOWEST_SCORE) throw new PortalError('PASSWORD_REFUSED');
}
