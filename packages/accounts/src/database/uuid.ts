import { eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text can be the id of anything that has a UUID; the database refuses to look for others. */
export const isUuid = (text: string) => UUID.test(text);

/** The row of an id that somebody names: none of one that cannot be an id. */
export const byUuid = (column: PgColumn, id: string): SQL => (isUuid(id) ? eq(column, id) : sql`false`);
