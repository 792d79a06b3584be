/** What lists say in their own columns, for files that join them to records. */
import type { OwnListKind } from '@tidewaiter/contract';
import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '../database/database.js';
import { ownListEntries, ownListRows, ownLists } from '../database/schema.js';
import { ownerOf, type User } from '../users/user.js';
import { nameKey } from './names.js';

/** A row of a list that stands for something. */
export interface OwnListCellsRow {
  /** From 1. */
  row: number;
  /** The name of a company, a code or an id. */
  stands: string;
  cells: readonly string[];
}

export interface OwnListColumns {
  id: string;
  kind: OwnListKind;
  /** What the file called its columns. */
  columns: readonly string[];
}

/** Rows that are read at once: at their longest, they are some ten megabytes. */
const ROWS_AT_ONCE = 500;

export class OwnListCells {
  constructor(private readonly database: Database) {}

  /** A list of an account by its name, once it has been looked for. */
  async list(user: Pick<User, 'id' | 'uplineId'>, name: string): Promise<OwnListColumns | undefined> {
    const [found] = await this.database
      .select({ id: ownLists.id, kind: ownLists.kind, columns: ownLists.columns })
      .from(ownLists)
      .where(
        and(eq(ownLists.ownerId, ownerOf(user)), eq(ownLists.nameKey, nameKey(name)), sql`${ownLists.contents} > 0`),
      );
    return found;
  }

  /** The rows of a list that stand for something, page by page, in their order. */
  async *pages({ id }: Pick<OwnListColumns, 'id'>): AsyncGenerator<readonly OwnListCellsRow[]> {
    for (let after = 0; ; ) {
      const found = await this.database
        .select({ row: ownListRows.row, stands: ownListEntries.chosen, cells: ownListRows.cells })
        .from(ownListRows)
        .innerJoin(
          ownListEntries,
          and(eq(ownListEntries.listId, ownListRows.listId), eq(ownListEntries.key, ownListRows.key)),
        )
        .where(and(eq(ownListRows.listId, id), gt(ownListRows.row, after), isNotNull(ownListEntries.chosen)))
        .orderBy(asc(ownListRows.row))
        .limit(ROWS_AT_ONCE);
      yield found.map(({ stands, ...row }) => ({ ...row, stands: stands ?? '' }));
      if (found.length < ROWS_AT_ONCE) return;
      after = found.at(-1)?.row ?? after;
    }
  }
}
