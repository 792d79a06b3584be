import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** argon2id with 19 MiB and two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/**
 * Whether a password belongs to a hash. Without a hash it takes the same time to say no, so the time does not tell whether
 * an address has an account.
 */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await nobody), password);
  return matches && passwordHash !== undefined;
}

/** Letters and digits that cannot be taken for one another. */
const READABLE = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A random password of 16 readable characters: some 92 bits. */
export function generatePassword(): string {
  return Array.from({ length: 16 }, () => READABLE[randomInt(READABLE.length)]).join('');
}

/** A hash of no password that anybody has, for addresses without an account. Made at the start: no answer waits for it. */
const nobody = hashPassword(generatePassword());
