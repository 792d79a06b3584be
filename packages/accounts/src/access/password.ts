import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { PortalError } from '@tidewaiter/contract';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import type { User } from '../users/user.js';

/** argon2id with 19 MiB and two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A letter with an accent is one character from some keyboards and two from others: hashed is one way of writing it (NIST SP 800-63B). */
const written = (password: string) => password.normalize('NFKC');

export function hashPassword(password: string): Promise<string> {
  return hash(written(password), COST);
}

/**
 * Whether a password belongs to a hash: false, or how it was hashed. Hashes of `before` were made of what came from somebody's
 * keyboard, and are to be made anew. Without a hash it takes the same time to say no, so the time does not tell whether an
 * address has an account.
 */
export async function verifyPassword(
  passwordHash: string | undefined,
  password: string,
): Promise<'today' | 'before' | false> {
  const tried = passwordHash ?? (await nobody);
  for (const way of new Set([written(password), password, password.normalize('NFD')])) {
    if ((await verify(tried, way)) && passwordHash !== undefined) return way === written(password) ? 'today' : 'before';
  }
  return false;
}

/** Letters and digits that cannot be taken for one another. */
const READABLE = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A random password of 16 readable characters: some 92 bits. */
export function generatePassword(): string {
  return Array.from({ length: 16 }, () => READABLE[randomInt(READABLE.length)]).join('');
}

/** A hash of no password that anybody has, for addresses without an account. Made at the start: no answer waits for it. */
const nobody = hashPassword(generatePassword());

/** Guesses, as a power of ten by zxcvbn's scale of 0 to 4: 3 withstands somebody who guesses for months. */
const LOWEST_SCORE = 3;

/**
 * How much of a password is read, in UTF-16 units. Who begins with so much that is hard to guess needs no more, and reading all
 * of 128 characters held up everybody's calls for two seconds (decision 0026).
 */
const READ_LENGTH = 32;
/** Ways of reading signs as letters that are tried. More of them cost six times as much, and found nothing more. */
const READINGS = 5;

const PRODUCT = 'tidewaiter';
/** A known word that is shorter stands in too many others to say anything. */
const SHORTEST_WORD = 3;

let estimator: Promise<ZxcvbnFactory> | undefined;

/** The dictionaries weigh megabytes: read when a password is first chosen. */
function loadEstimator(): Promise<ZxcvbnFactory> {
  estimator ??= Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]).then(
    ([{ ZxcvbnFactory: Estimator }, common, english]) =>
      new Estimator({
        dictionary: { ...common.dictionary, ...english.dictionary },
        graphs: common.adjacencyGraphs,
        maxLength: READ_LENGTH,
        l33tMaxSubstitutions: READINGS,
      }),
  );
  return estimator;
}

/** Whom a password is for. */
export type PasswordHolder = Pick<User, 'email' | 'firstname' | 'lastname' | 'companyName'>;

/** The words of what is known of a person, of the product and of the time, the longest first. */
function knownWords({ email, firstname, lastname, companyName }: PasswordHolder, now: Date): string[] {
  const year = now.getUTCFullYear();
  const texts = [email, firstname, lastname, companyName, PRODUCT, `${year - 1} ${year} ${year + 1}`];
  const words = texts.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u));
  return [...new Set(words)]
    .filter((word) => word.length >= SHORTEST_WORD)
    .sort((one, other) => other.length - one.length);
}

/**
 * Refuses a password that is common, or hard to guess only for who does not know whose it is. What anybody would put in first is
 * taken out, since zxcvbn holds three known words in a row to be hard to guess; the rest must be hard to guess by itself.
 *
 * @throws PortalError PASSWORD_REFUSED
 */
export async function mustBeHardToGuess(password: string, holder: PasswordHolder, now: Date): Promise<void> {
  const known = knownWords(holder, now);
  const plain = written(password);
  let rest = plain.toLowerCase();
  for (const word of known) rest = rest.replaceAll(word, '');
  // Where nothing is taken out, capitals count for what they are worth.
  const read = rest.length === plain.length ? plain : rest;
  const { score } = (await loadEstimator()).check(read, known);
  if (score < LOWEST_SCORE) throw new PortalError('PASSWORD_REFUSED');
}
