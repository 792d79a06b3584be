import { randomBytes } from 'node:crypto';
import { FACTORS } from '@tidewaiter/contract';
import { and, eq } from 'drizzle-orm';
import type { Database, Transaction } from '../database/database.js';
import { recoveryCodes } from '../database/schema.js';
import { sha256 } from './secrets.js';

/** Bytes of a code: 80 bits, which nobody guesses. */
const CODE_BYTES = 10;

/** What of a code counts, however it is typed. */
const readable = (code: string) => code.toLowerCase().replaceAll(/[^0-9a-f]/g, '');

/** Whose a code is goes into its hash: it is looked for by both. */
const hashOf = (userId: number, code: string) => sha256(`${userId} ${readable(code)}`);

/** Puts new codes in the place of a person's, and says what they are, this once. */
export async function makeRecoveryCodes(userId: number, transaction: Transaction): Promise<string[]> {
  const codes = Array.from({ length: FACTORS.recoveryCodes }, () =>
    (randomBytes(CODE_BYTES).toString('hex').match(/.{5}/g) ?? []).join('-'),
  );
  await transaction.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await transaction.insert(recoveryCodes).values(codes.map((code) => ({ codeHash: hashOf(userId, code), userId })));
  return codes;
}

/** Uses a code up. @returns how many are left, or undefined where it is none */
export async function useRecoveryCode(
  userId: number,
  code: string,
  transaction: Transaction,
): Promise<number | undefined> {
  const [used] = await transaction
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.codeHash, hashOf(userId, code)), eq(recoveryCodes.userId, userId)))
    .returning();
  return used && recoveryCodesLeft(userId, transaction);
}

export async function recoveryCodesLeft(userId: number, database: Database | Transaction): Promise<number> {
  return database.$count(recoveryCodes, eq(recoveryCodes.userId, userId));
}
