import { LIMITS } from '@tidewaiter/contract';
import { type AnyColumn, and, asc, desc, eq, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgTable, PgColumn } from 'drizzle-orm/pg-core';
import type { Database, Page } from './database.js';
import { historyCounts, users } from './schema.js';

/**
 * So many of what is narrowed are counted, and can be paged to. What stands in a million rows would be counted for seconds, in which the
 * embedded database answers nobody.
 */
const MOST_COUNTED = LIMITS.reachableRows;

/** How many searches or exports a history has: an account's, or one person's of it. */
export async function countHistory(
  database: Database,
  kind: 'SEARCH' | 'EXPORT',
  whose: { accountId: number } | { personId: number },
): Promise<number> {
  const people =
    'personId' in whose
      ? eq(users.id, whose.personId)
      : or(eq(users.id, whose.accountId), eq(users.uplineId, whose.accountId));
  const [counted] = await database
    .select({ total: sql<number>`coalesce(sum(${historyCounts.count}), 0)::integer` })
    .from(historyCounts)
    .innerJoin(users, eq(users.id, historyCounts.userId))
    .where(and(people, eq(historyCounts.kind, kind)));
  return counted?.total ?? 0;
}

/** Whether a column contains a text, whatever the case; by an index of trigrams. */
export const contains = (column: AnyColumn, text: string): SQL =>
  sql`${column} ilike ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`;

/** How many rows there are, {@link MOST_COUNTED} at most. */
export async function countAtMost(database: Database, table: AnyPgTable, where: SQL | undefined): Promise<number> {
  const some = database
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .limit(MOST_COUNTED)
    .as('some');
  const [counted] = await database.select({ count: sql<number>`count(*)::integer` }).from(some);
  return counted?.count ?? 0;
}

/**
 * The ids of a page of a list, the last of its order first. They are read from the index alone and from the end of the list that is nearer: the rows before a
 * page are the dearest part of it.
 *
 * @param order columns of an index, after those that `where` holds still; the last is the id
 * @param total how many rows the list has
 */
export async function pageOfIds<Id extends PgColumn>(
  database: Database,
  table: AnyPgTable,
  {
    where,
    order,
    page,
    total,
  }: { where: SQL | undefined; order: readonly [...PgColumn[], Id]; page: Page; total: number },
): Promise<Id['_']['data'][]> {
  const before = page.number * page.size;
  const size = Math.min(page.size, total - before);
  if (size <= 0) return [];
  const after = total - before - size;
  const fromEnd = after < before;
  const found = await database
    .select({ id: order.at(-1) as Id })
    .from(table)
    .where(where)
    .orderBy(...order.map((column) => (fromEnd ? asc(column) : desc(column))))
    .limit(size)
    .offset(Math.min(before, after));
  const ids = found.map(({ id }) => id as Id['_']['data']);
  return fromEnd ? ids.reverse() : ids;
}
