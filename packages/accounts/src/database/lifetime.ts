import { and, gt, lte, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/**
 * Whether something that was given a time to live is still good. Also when the clock was turned back since: it then lasts up to
 * twice as long, and no longer.
 *
 * @param expiresAt the column that says when it ends
 * @param lifeMs how long it was given, in milliseconds
 */
export function stillGood(expiresAt: PgColumn, lifeMs: number, now: Date): SQL | undefined {
  return and(gt(expiresAt, now), lte(expiresAt, new Date(now.getTime() + 2 * lifeMs)));
}
