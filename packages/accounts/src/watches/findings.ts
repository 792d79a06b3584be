import {
  DAY_MS,
  type DataAccess,
  type FindingView,
  PortalError,
  WATCH_LIMITS,
  type WatchSignal,
} from '@tidewaiter/contract';
import { and, arrayContained, asc, desc, eq, gt, gte, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Page, Transaction } from '../database/database.js';
import { countAtMost } from '../database/lists.js';
import { watches, watchFindings, watchMail } from '../database/schema.js';
import { isUuid } from '../database/uuid.js';
import type { User } from '../users/user.js';

export type FindingRow = typeof watchFindings.$inferSelect;

/** What was found for a watch, as it is kept. */
export type Found = Omit<
  typeof watchFindings.$inferInsert,
  'id' | 'watchId' | 'userId' | 'sinceVersion' | 'dataVersion' | `${string}At` | 'snoozedUntil'
>;

/** A finding with its watch, as it is told. */
export type FoundByName = FindingRow & { watchName: string };

/** Findings whose records may be gone again: those that tell of records which came. */
const TAKEN_BACK: readonly WatchSignal[] = ['NEW_RECORDS', 'NEW_PARTY', 'BACK_PARTY', 'NEW_PLACE'];

/** Whether its records are there is looked at for so long: what is older has been read. */
const TAKEN_BACK_DAYS = 30;

/** What a finding tells of, as far as a subscription shows it. What is suppressed is looked for when it is told. */
export function mayBeTold(access: DataAccess): SQL | undefined {
  const { countries, firstTold, toDate, rollingMonths } = access;
  const foundOn = sql`(${watchFindings.foundAt} at time zone 'UTC')::date`;
  return and(
    countries === 'ALL' ? undefined : arrayContained(watchFindings.countries, [...countries]),
    firstTold === null ? undefined : gte(watchFindings.firstDay, firstTold),
    // As DataAccess.foundAt has it.
    rollingMonths === null
      ? undefined
      : sql`${watchFindings.firstDay} >= to_char(${foundOn} - make_interval(months => ${rollingMonths}), 'YYYY-MM-DD')`,
    access.fromDate === null ? undefined : gte(watchFindings.lastDay, access.fromDate),
    toDate === null ? undefined : lte(watchFindings.lastDay, toDate),
  );
}

/** The same of one finding. */
export function isShown(
  { countries, firstDay, lastDay, foundAt }: Pick<FindingRow, 'countries' | 'firstDay' | 'lastDay' | 'foundAt'>,
  access: DataAccess,
): boolean {
  const { countries: seen, fromDate, toDate } = access.foundAt(foundAt);
  return (
    (seen === 'ALL' || countries.every((one) => seen.includes(one))) &&
    (fromDate === null || firstDay >= fromDate) &&
    (access.fromDate === null || lastDay >= access.fromDate) &&
    (toDate === null || lastDay <= toDate)
  );
}

/** What watches found: each its person's alone. */
export class Findings {
  constructor(
    private readonly database: Database,
    private readonly now: () => Date,
  ) {}

  /**
   * Notes up to which state of the records a watch was looked after, and keeps what was found: both, or nothing where somebody else has
   * meanwhile. What was found before is left as it is. Who is written to at once is written to next.
   *
   * @param tell is given what is new, to tell others of it with the same transaction
   */
  async keep(
    { id, userId, toldVersion }: Pick<typeof watches.$inferSelect, 'id' | 'userId' | 'toldVersion'>,
    found: readonly Found[],
    dataVersion: number,
    tell: (added: readonly FindingRow[], transaction: Transaction) => Promise<void> = async () => {},
  ): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const moved = await transaction
        .update(watches)
        .set({ toldVersion: dataVersion, problem: null })
        .where(and(eq(watches.id, id), eq(watches.toldVersion, toldVersion)))
        .returning({ id: watches.id });
      if (moved.length === 0 || found.length === 0) return;
      const now = this.now();
      const rows = found.map((one) => ({
        ...{ ...one, sinceVersion: toldVersion, dataVersion },
        ...{ watchId: id, userId, foundAt: now },
      }));
      const added = await transaction.insert(watchFindings).values(rows).onConflictDoNothing().returning();
      if (added.length === 0) return;
      await transaction
        .update(watchMail)
        .set({ nextAt: now })
        .where(and(eq(watchMail.userId, userId), eq(watchMail.rhythm, 'AT_ONCE'), gt(watchMail.nextAt, now)));
      await tell(added, transaction);
    });
  }

  /**
   * What a person's watches found that they may still see, the latest first, and how much of it is unread.
   *
   * @throws PortalError NOT_YOURS when the watch is made up or somebody else's
   */
  async list(
    user: User,
    access: DataAccess,
    page: Page,
    { view, watchId }: { view: FindingView; watchId?: string | undefined },
  ): Promise<{ findings: FoundByName[]; total: number; unread: number }> {
    const watch = watchId === undefined ? undefined : await this.#watchOf(user, watchId);
    const now = this.now();
    const putOff = gt(watchFindings.snoozedUntil, now);
    const heard = or(isNull(watchFindings.snoozedUntil), lte(watchFindings.snoozedUntil, now));
    const shown = and(eq(watchFindings.userId, user.id), mayBeTold(access));
    const where = and(
      shown,
      watch === undefined ? undefined : eq(watchFindings.watchId, watch),
      view === 'SNOOZED' ? putOff : heard,
      view === 'UNREAD' ? UNREAD : undefined,
    );
    const found = await this.#read(where)
      .orderBy(desc(watchFindings.id))
      .limit(page.size)
      .offset(page.number * page.size);
    const [total, unread] = await Promise.all([
      countAtMost(this.database, watchFindings, where),
      countAtMost(this.database, watchFindings, and(shown, heard, UNREAD)),
    ]);
    return { findings: found.map(byName), total, unread };
  }

  /** Some findings of a person, in the order in which they were found; those that are gone are left out. */
  async some(user: Pick<User, 'id'>, ids: readonly number[]): Promise<FoundByName[]> {
    if (ids.length === 0) return [];
    const mine = and(eq(watchFindings.userId, user.id), inArray(watchFindings.id, [...ids]));
    return (await this.#read(mine).orderBy(asc(watches.name), asc(watchFindings.id))).map(byName);
  }

  /**
   * Marks a finding of a person, or all that are unread.
   *
   * @throws PortalError NOT_YOURS when the finding is made up or somebody else's
   */
  async mark(user: User, id: number | undefined, as: { readAt: Date | null } | { snoozedUntil: Date }): Promise<void> {
    const which = id === undefined ? isNull(watchFindings.readAt) : eq(watchFindings.id, id);
    const marked = await this.database
      .update(watchFindings)
      .set(as)
      .where(and(eq(watchFindings.userId, user.id), which))
      .returning({ id: watchFindings.id });
    if (id !== undefined && marked.length === 0) throw new PortalError('NOT_YOURS');
  }

  /** Of some watches, the findings of late of records that came: those may be taken back. */
  async mayBeTakenBack(watchIds: readonly string[]): Promise<FindingRow[]> {
    if (watchIds.length === 0) return [];
    const since = new Date(this.now().getTime() - TAKEN_BACK_DAYS * DAY_MS);
    return this.database
      .select()
      .from(watchFindings)
      .where(
        and(
          inArray(watchFindings.watchId, [...watchIds]),
          isNull(watchFindings.withdrawnAt),
          gt(watchFindings.foundAt, since),
          inArray(sql`${watchFindings.finding} ->> 'signal'`, [...TAKEN_BACK]),
        ),
      );
  }

  /** Takes findings back whose records are gone. Who was written to of one is told so in the next message. */
  async withdraw(ids: readonly number[]): Promise<void> {
    if (ids.length > 0)
      await this.database
        .update(watchFindings)
        .set({ withdrawnAt: this.now() })
        .where(and(inArray(watchFindings.id, [...ids]), isNull(watchFindings.withdrawnAt)));
  }

  /** Forgets what was found long ago. */
  async forgetOld(): Promise<void> {
    const before = new Date(this.now().getTime() - WATCH_LIMITS.findingDays * DAY_MS);
    await this.database.delete(watchFindings).where(lt(watchFindings.foundAt, before));
  }

  #read(which: SQL | undefined) {
    return this.database
      .select({ row: watchFindings, watchName: watches.name })
      .from(watchFindings)
      .innerJoin(watches, eq(watches.id, watchFindings.watchId))
      .where(which);
  }

  async #watchOf(user: User, id: string): Promise<string> {
    const mine =
      isUuid(id) && (await this.database.$count(watches, and(eq(watches.id, id), eq(watches.userId, user.id))));
    if (!mine) throw new PortalError('NOT_YOURS');
    return id;
  }
}

const byName = ({ row, watchName }: { row: FindingRow; watchName: string }): FoundByName => ({ ...row, watchName });

const UNREAD = and(isNull(watchFindings.readAt), isNull(watchFindings.withdrawnAt));
