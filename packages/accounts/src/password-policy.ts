import { PortalError } from '@tidewaiter/contract';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** Guesses, as a power of ten by zxcvbn's scale of 0 to 4: 2 is what withstands guessing over the network. */
const LOWEST_SCORE = 2;

let estimator: Promise<ZxcvbnFactory> | undefined;

/**
 * How much of a password is read. Who begins with so much that is hard to guess needs no more, and reading 128 characters held up
 * everybody's calls for a second.
 */
const READ_LENGTH = 32;
/** Ways of reading signs as letters that are tried: a tenth of a second for a hundred of them, where nothing more is found. */
const READINGS = 20;

/** The dictionaries weigh megabytes: read when a password is first chosen. */
function loadEstimator(): Promise<ZxcvbnFactory> {
  estimator ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]).then(
    ([{ ZxcvbnFactory: Estimator }, common]) =>
      new Estimator({
        dictionary: common.dictionary,
        graphs: common.adjacencyGraphs,
        maxLength: READ_LENGTH,
        l33tMaxSubstitutions: READINGS,
      }),
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
