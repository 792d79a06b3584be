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
import { digests, findings, standingQuestions } from '../database/schema.js';
import { byUuid } from '../database/uuid.js';
import { ownerOf, type User } from '../users/user.js';

export type FindingRow = typeof findings.$inferSelect;

/** What was found for a standing question, as it is kept. */
export type Found = Omit<
  typeof findings.$inferInsert,
  'id' | 'questionId' | 'userId' | 'sinceVersion' | 'dataVersion' | `${string}At` | 'snoozedUntil'
>;

/** A finding with its question's name, as it is told. */
export type FoundByName = FindingRow & { questionName: string };

/** What came of a look at a standing question: up to which state of the records it has told now, and what is new. */
export interface Looked {
  dataVersion: number;
  found: readonly Found[];
  /** How much is told, where that is more than what is kept: of a file whose time has come, of a message with figures alone. */
  told?: number;
}

/** Findings whose records may be gone again: those that tell of records which came. */
const TAKEN_BACK: readonly WatchSignal[] = ['NEW_RECORDS', 'NEW_PARTY', 'BACK_PARTY', 'NEW_PLACE'];

/** Whether its records are there is looked at for so long: what is older has been read. */
const TAKEN_BACK_DAYS = 30;

/** What a finding tells of, as far as a subscription shows it. What is suppressed is looked for when it is told. */
export function mayBeTold(access: DataAccess): SQL | undefined {
  const { countries, firstTold, toDate, rollingMonths } = access;
  const foundOn = sql`(${findings.foundAt} at time zone 'UTC')::date`;
  // Who has yet to choose their countries is told of none.
  const within = (own: readonly string[]) =>
    own.length === 0 ? eq(findings.countries, []) : arrayContained(findings.countries, [...own]);
  return and(
    countries === 'ALL' ? undefined : within(countries),
    firstTold === null ? undefined : gte(findings.firstDay, firstTold),
    // As DataAccess.foundAt has it.
    rollingMonths === null
      ? undefined
      : sql`${findings.firstDay} >= to_char(${foundOn} - make_interval(months => ${rollingMonths}), 'YYYY-MM-DD')`,
    access.fromDate === null ? undefined : gte(findings.lastDay, access.fromDate),
    toDate === null ? undefined : lte(findings.lastDay, toDate),
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

/** What was found for people by their standing questions: each its person's alone. */
export class Findings {
  constructor(
    private readonly database: Database,
    private readonly now: () => Date,
  ) {}

  /**
   * Notes up to which state of the records a standing question has told, and keeps what was found: both, or nothing where somebody else has
   * meanwhile. What was found before is left as it is. Who is written to at once is written to next.
   *
   * @param deliver hands on what is new with the same transaction, so that it is delivered once: to webhooks, and as a file
   */
  async keep(
    question: Pick<typeof standingQuestions.$inferSelect, 'id' | 'userId' | 'toldVersion' | 'deliveries'>,
    { dataVersion, found, told }: Looked,
    deliver: (added: readonly FindingRow[], transaction: Transaction) => Promise<void> = async () => {},
  ): Promise<void> {
    const { id, userId, toldVersion, deliveries } = question;
    await this.database.transaction(async (transaction) => {
      const now = this.now();
      const moved = await transaction
        .update(standingQuestions)
        .set({
          toldVersion: dataVersion,
          ...{ problem: null, lookedAt: now, lookedFrom: toldVersion, lookedTold: told ?? 0 },
        })
        .where(and(eq(standingQuestions.id, id), eq(standingQuestions.toldVersion, toldVersion)))
        .returning({ id: standingQuestions.id });
      if (moved.length === 0) return;
      const isMailed = deliveries.includes('MAIL');
      const rows = found.map((one) => ({
        ...{ ...one, sinceVersion: toldVersion, dataVersion },
        ...{ questionId: id, userId, foundAt: now, mailedAt: isMailed ? null : now },
      }));
      const added =
        rows.length === 0 ? [] : await transaction.insert(findings).values(rows).onConflictDoNothing().returning();
      if (added.length === 0 && told === undefined) return;
      if (added.length > 0 && told === undefined)
        await transaction
          .update(standingQuestions)
          .set({ lookedTold: added.length })
          .where(eq(standingQuestions.id, id));
      if (added.length > 0 && isMailed)
        await transaction
          .update(digests)
          .set({ nextAt: now })
          .where(and(eq(digests.userId, userId), eq(digests.rhythm, 'AT_ONCE'), gt(digests.nextAt, now)));
      await deliver(added, transaction);
    });
  }

  /**
   * What was found for a person that they may still see, the latest first, and how much of it is unread.
   *
   * @throws PortalError NOT_YOURS when the question is made up or another account's
   */
  async list(
    user: User,
    access: DataAccess,
    page: Page,
    { view, questionId }: { view: FindingView; questionId?: string | undefined },
  ): Promise<{ findings: FoundByName[]; total: number; unread: number }> {
    const question = questionId === undefined ? undefined : await this.#questionOf(user, questionId);
    const now = this.now();
    const putOff = gt(findings.snoozedUntil, now);
    const heard = or(isNull(findings.snoozedUntil), lte(findings.snoozedUntil, now));
    const shown = and(eq(findings.userId, user.id), ON_SCREEN, mayBeTold(access));
    const where = and(
      shown,
      question === undefined ? undefined : eq(findings.questionId, question),
      view === 'SNOOZED' ? putOff : heard,
      view === 'UNREAD' ? UNREAD : undefined,
    );
    const found = await this.#read(where)
      .orderBy(desc(findings.id))
      .limit(page.size)
      .offset(page.number * page.size);
    const [total, unread] = await Promise.all([
      countAtMost(this.database, findings, where),
      countAtMost(this.database, findings, and(shown, heard, UNREAD)),
    ]);
    return { findings: found.map(byName), total, unread };
  }

  /** Some findings of a person, in the order in which they were found; those that are gone are left out. */
  async some(user: Pick<User, 'id'>, ids: readonly number[]): Promise<FoundByName[]> {
    if (ids.length === 0) return [];
    const mine = and(eq(findings.userId, user.id), inArray(findings.id, [...ids]));
    return (await this.#read(mine).orderBy(asc(standingQuestions.name), asc(findings.id))).map(byName);
  }

  /**
   * Marks a finding of a person, or all that are unread.
   *
   * @throws PortalError NOT_YOURS when the finding is made up or somebody else's
   */
  async mark(user: User, id: number | undefined, as: { readAt: Date | null } | { snoozedUntil: Date }): Promise<void> {
    const which = id === undefined ? isNull(findings.readAt) : eq(findings.id, id);
    const marked = await this.database
      .update(findings)
      .set(as)
      .where(and(eq(findings.userId, user.id), which))
      .returning({ id: findings.id });
    if (id !== undefined && marked.length === 0) throw new PortalError('NOT_YOURS');
  }

  /** Of some standing questions, the findings of late of records that came: those may be taken back. */
  async mayBeTakenBack(questionIds: readonly string[]): Promise<FindingRow[]> {
    if (questionIds.length === 0) return [];
    const since = new Date(this.now().getTime() - TAKEN_BACK_DAYS * DAY_MS);
    return this.database
      .select()
      .from(findings)
      .where(
        and(
          inArray(findings.questionId, [...questionIds]),
          isNull(findings.withdrawnAt),
          gt(findings.foundAt, since),
          inArray(sql`${findings.finding} ->> 'signal'`, [...TAKEN_BACK]),
        ),
      );
  }

  /** Takes findings back whose records are gone. Who was written to of one is told so in the next message. */
  async withdraw(ids: readonly number[]): Promise<void> {
    if (ids.length > 0)
      await this.database
        .update(findings)
        .set({ withdrawnAt: this.now() })
        .where(and(inArray(findings.id, [...ids]), isNull(findings.withdrawnAt)));
  }

  /** Forgets what was found long ago. */
  async forgetOld(): Promise<void> {
    const before = new Date(this.now().getTime() - WATCH_LIMITS.findingDays * DAY_MS);
    await this.database.delete(findings).where(lt(findings.foundAt, before));
  }

  #read(which: SQL | undefined) {
    return this.database
      .select({ row: findings, questionName: standingQuestions.name })
      .from(findings)
      .innerJoin(standingQuestions, eq(standingQuestions.id, findings.questionId))
      .where(which);
  }

  async #questionOf(user: User, id: string): Promise<string> {
    const mine = and(byUuid(standingQuestions.id, id), eq(standingQuestions.ownerId, ownerOf(user)));
    if ((await this.database.$count(standingQuestions, mine)) === 0) throw new PortalError('NOT_YOURS');
    return id;
  }
}

const byName = ({ row, questionName }: { row: FindingRow; questionName: string }): FoundByName => ({
  ...row,
  questionName,
});

/** What is found for a file alone is nobody's to read. */
const ON_SCREEN = sql`exists (select from ${standingQuestions} where ${standingQuestions.id} = ${findings.questionId} and 'BADGE' = any(${standingQuestions.deliveries}))`;

const UNREAD = and(isNull(findings.readAt), isNull(findings.withdrawnAt));
