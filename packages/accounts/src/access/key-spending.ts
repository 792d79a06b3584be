import { type Allowance, addMonths, beyondKeyLimit, dayOf, firstOfMonth, PortalError } from '@tidewaiter/contract';
import { and, eq, gte, inArray, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../database/database.js';
import { apiKeys, ledgerEntries } from '../database/schema.js';

/** What keys have spent in a calendar month, of which allowance. */
type Spent = Partial<Record<Allowance, number>>;

/** Keys are limited by calendar months in universal time, whatever the period of the plan is. */
const beginOfMonth = (now: Date) => new Date(`${firstOfMonth(dayOf(now))}T00:00:00Z`);

/** Whether what was charged at a moment still counts in the month of another. */
export const isOfSameMonth = (charged: Date, now: Date) =>
  beginOfMonth(charged).getTime() === beginOfMonth(now).getTime();

/** What some keys have spent in this calendar month, less what was given back; nothing of those that have spent nothing. */
export async function spentThisMonth(
  database: Database | Transaction,
  keyIds: readonly string[],
  now: Date,
): Promise<Map<string, Spent>> {
  const spent = new Map<string, Spent>();
  if (keyIds.length === 0) return spent;
  const sums = await database
    .select({
      keyId: ledgerEntries.apiKeyId,
      allowance: ledgerEntries.allowance,
      points: sql<number>`(-sum(${ledgerEntries.amount}))::integer`,
    })
    .from(ledgerEntries)
    .where(and(inArray(ledgerEntries.apiKeyId, [...keyIds]), gte(ledgerEntries.createdAt, beginOfMonth(now))))
    .groupBy(ledgerEntries.apiKeyId, ledgerEntries.allowance);
  for (const { keyId, allowance, points } of sums)
    if (keyId !== null) spent.set(keyId, { ...spent.get(keyId), [allowance]: points });
  return spent;
}

/**
 * Looks at what a key would have spent with so many points more. It holds until the end of a transaction that has locked the balance which the
 * points are taken of: all that a key spends of an allowance comes from one balance.
 *
 * @throws PortalError KEY_LIMIT, or KEY_REVOKED for a key that was revoked since its work began
 */
export async function mustBeWithinKeyLimits(
  transaction: Transaction,
  { keyId, allowance, points }: { keyId: string; allowance: Allowance; points: number },
  now: Date,
): Promise<void> {
  const [key] = await transaction.select().from(apiKeys).where(eq(apiKeys.id, keyId));
  if (!key || key.revokedAt) throw new PortalError('KEY_REVOKED');
  const [limit, most] =
    allowance === 'SEARCHES'
      ? (['searches', key.searchLimit] as const)
      : (['points', allowance === 'DOWNLOADS' ? key.pointLimit : null] as const);
  if (most === null) return;
  const spent = (await spentThisMonth(transaction, [keyId], now)).get(keyId)?.[allowance] ?? 0;
  if (spent + points > most) throw beyondKeyLimit(limit, most, addMonths(firstOfMonth(dayOf(now)), 1));
}
