import { randomUUID } from 'node:crypto';
import { firstOfMonth, LIMITS, MESSAGES, PortalError, type SavedQuery, savedQuery } from '@tidewaiter/contract';
import {
  and,
  arrayContains,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  not,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database, Page, Transaction } from '../database/database.js';
import { findings, recordExports, savedSearches, standingQuestions, users, workspaces } from '../database/schema.js';
import { byUuid } from '../database/uuid.js';
import type { RecordExport } from '../exports/export.js';
import type { Jobs } from '../jobs/jobs.js';
import type { AskForLetter, Mailer, Message } from '../mail/mailer.js';
import { MAIL, type PrintedReport } from '../mail/messages.js';
import { MAKER, type Maker, mayChange } from '../saved/saved-items.js';
import type { PortalSettings } from '../site/settings.js';
import { ownerOf, type User } from '../users/user.js';
import type { Digests } from './digests.js';
import { nextMailing } from './mailing-times.js';

/** The kind of the jobs that have the file of a standing question made. */
export const QUESTION_FILE_JOB = 'scheduled-file';

export interface QuestionFilePayload {
  questionId: string;
  /** Its person asks for it now. */
  isAsked?: true;
}

/** Prints a report for its reader; undefined where there is none any more. */
export type PrintReport = (user: User, reportId: string, signal: AbortSignal) => Promise<PrintedReport | undefined>;

type Row = typeof standingQuestions.$inferSelect;

/** By what the file or the report of a question is made. */
type Filed = 'id' | 'ownerId' | 'userId' | 'file' | 'reportId';

/** A standing question with what it asks now: null where that cannot be read any more. */
export interface StandingQuestion extends Omit<Row, 'query'> {
  query: SavedQuery | null;
}

/** What a person says of one. */
type Said = Pick<
  Row,
  | 'name'
  | 'trigger'
  | 'timeZone'
  | 'signals'
  | 'strictness'
  | 'deliveries'
  | 'file'
  | 'destinationId'
  | 'isPaused'
  | 'toldVersion'
>;

/** What is to be asked from now on; of a saved search of the account, what that asks. */
export type QuestionToFollow = Omit<Said, 'isPaused'> & Pick<Row, 'savedSearchId' | 'reportId'> & { query: SavedQuery };

export type QuestionChange = { [Field in keyof Said]?: Said[Field] | undefined };

/** A standing question as somebody of its account sees it. */
export interface ListedQuestion extends StandingQuestion {
  maker: Maker | null;
  mayChange: boolean;
  /** How much of what it found for them is unread. */
  unread: number;
  /** The latest export that was made of it, and what its exports of this month cost. */
  latest: RecordExport | null;
  spent: number;
}

const owners = alias(users, 'owners');

/** What a saved search asks that something follows; null where it is gone, also with its workspace. */
const askedBySaved = sql<unknown>`case when ${workspaces.removedAt} is null and ${savedSearches.removedAt} is null then ${savedSearches.query} end`;

const READ = { question: standingQuestions, saved: askedBySaved };

const OPEN = ['WAITING', 'MAKING'] as const;

/** Of these nothing was paid. */
const UNPAID = ['FAILED', 'CANCELLED'] as const;

/** Those that the plan counts: they are looked at whenever records come, and somebody chose them one by one. */
const COUNTED = and(eq(standingQuestions.trigger, 'PUBLICATION'), ne(standingQuestions.signals, []));

const HAS_FILE = arrayContains(standingQuestions.deliveries, ['FILE']);

/** What somebody has chosen to follow: a saved search that is only seen has no delivery. */
const FOLLOWED = ne(standingQuestions.deliveries, []);

/** What some saved searches have for a person. */
const ofSaved = ({ id }: User, savedSearchIds: readonly string[]) =>
  and(inArray(standingQuestions.savedSearchId, [...savedSearchIds]), eq(standingQuestions.userId, id), not(FOLLOWED));

/** When a clock has a question asked next; null where something else does. */
function nextOf({ trigger, timeZone }: Pick<Row, 'trigger' | 'timeZone'>, after: Date): Date | null {
  return trigger === 'WEEKLY' || trigger === 'MONTHLY' ? nextMailing(trigger, timeZone, after) : null;
}

/**
 * What people want to hear of (decisions 0107 and 0109). An account sees all that its people follow; what is found is told whoever follows it,
 * and files spend their points. An account's plan says how many there are.
 */
export class StandingQuestions {
  readonly #askForReport: AskForLetter<{ questionId: string }>;
  #printReport: PrintReport | undefined;

  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly mailer: Mailer,
    private readonly digests: Digests,
    private readonly settings: PortalSettings,
    private readonly now: () => Date,
  ) {
    this.#askForReport = mailer.letter('report', ({ questionId }, { signal }) => this.#writeReport(questionId, signal));
  }

  /**
   * Begins to follow something.
   *
   * @param most how many that are looked at whenever records come the account may have
   * @returns its id
   * @throws PortalError WATCHES_FULL, or NO_ROOM for another one with a file
   */
  async create(user: User, { query, ...asked }: QuestionToFollow, most: number): Promise<string> {
    const id = randomUUID();
    const ownerId = ownerOf(user);
    const now = this.now();
    await this.database.transaction(async (transaction) => {
      // One after another: two at once would both find room.
      await transaction.select({ id: users.id }).from(users).where(eq(users.id, ownerId)).for('update');
      if (asked.trigger === 'PUBLICATION' && (await this.#held(ownerId, COUNTED, transaction)) >= most)
        throw new PortalError('WATCHES_FULL');
      if (asked.file !== null) await this.#mustHaveRoom(ownerId, transaction);
      await transaction.insert(standingQuestions).values({
        ...{ ...asked, id, ownerId, userId: user.id, query: savedQuery.parse(query) },
        ...{ nextAt: nextOf(asked, now), createdAt: now },
      });
      if (asked.deliveries.includes('MAIL')) await this.digests.begin(user, transaction);
    });
    return id;
  }

  async #held(ownerId: number, which: SQL | undefined, database: Database | Transaction): Promise<number> {
    return database.$count(standingQuestions, and(eq(standingQuestions.ownerId, ownerId), which));
  }

  async #mustHaveRoom(ownerId: number, transaction: Transaction): Promise<void> {
    if ((await this.#held(ownerId, HAS_FILE, transaction)) >= LIMITS.scheduledFiles) throw new PortalError('NO_ROOM');
  }

  /** A page of what somebody's account follows by name, how much that is, and how many of it its plan counts. */
  async list(user: User, page: Page): Promise<{ questions: ListedQuestion[]; total: number; held: number }> {
    const where = and(eq(standingQuestions.ownerId, ownerOf(user)), FOLLOWED);
    const unread = this.database.$count(
      findings,
      and(
        eq(findings.questionId, standingQuestions.id),
        eq(findings.userId, user.id),
        isNull(findings.readAt),
        isNull(findings.withdrawnAt),
        sql`'BADGE' = any(${standingQuestions.deliveries})`,
      ),
    );
    const found = await this.database
      .select({ ...READ, unread, maker: MAKER })
      .from(standingQuestions)
      .innerJoin(users, eq(users.id, standingQuestions.userId))
      .leftJoin(savedSearches, eq(savedSearches.id, standingQuestions.savedSearchId))
      .leftJoin(workspaces, eq(workspaces.id, savedSearches.workspaceId))
      .where(where)
      .orderBy(asc(standingQuestions.name), asc(standingQuestions.id))
      .limit(page.size)
      .offset(page.number * page.size);
    const ids = found.map(({ question }) => question.id);
    const latest = await this.database
      .selectDistinctOn([recordExports.questionId])
      .from(recordExports)
      .where(inArray(recordExports.questionId, ids))
      .orderBy(recordExports.questionId, desc(recordExports.createdAt), desc(recordExports.id));
    const [total, held, spent] = await Promise.all([
      this.database.$count(standingQuestions, where),
      this.#held(ownerOf(user), COUNTED, this.database),
      this.#spent(ids),
    ]);
    const questions = found.map(({ question, saved, unread, maker }) => ({
      ...{ ...present(question, saved), maker, mayChange: mayChange(user, madeBy(question)) },
      latest: latest.find(({ questionId }) => questionId === question.id) ?? null,
      ...{ unread, spent: spent.get(question.id) ?? 0 },
    }));
    return { questions, total, held };
  }

  /** @throws PortalError NOT_YOURS when an id is made up or another account's */
  async find(user: User, id: string): Promise<StandingQuestion> {
    const ofAccount = eq(standingQuestions.ownerId, ownerOf(user));
    const [found] = await this.#read().where(and(byUuid(standingQuestions.id, id), ofAccount, FOLLOWED));
    if (!found) throw new PortalError('NOT_YOURS');
    return present(found.question, found.saved);
  }

  /** @throws PortalError NOT_YOURS; MAKER_ONLY, as of all that an account keeps */
  async #changeable(user: User, id: string): Promise<StandingQuestion> {
    const found = await this.find(user, id);
    if (!mayChange(user, madeBy(found))) throw new PortalError('MAKER_ONLY');
    return found;
  }

  /**
   * Changes what a person says of a question. What is changed of its file is another try: what was wrong with the latest is forgotten.
   *
   * @param most how many that are looked at whenever records come the account may have, where this is to be one of them from now on
   * @throws PortalError NOT_YOURS; MAKER_ONLY; WATCHES_FULL; NO_ROOM where it has a file from now on
   */
  async change(user: User, id: string, change: QuestionChange, most = Number.POSITIVE_INFINITY): Promise<void> {
    const before = await this.#changeable(user, id);
    const said = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<Said>;
    const isOther = (...fields: (keyof Said)[]) =>
      fields.some((field) => said[field] !== undefined && said[field] !== before[field]);
    await this.database.transaction(async (transaction) => {
      await transaction.select({ id: users.id }).from(users).where(eq(users.id, before.ownerId)).for('update');
      const isAnother = said.trigger === 'PUBLICATION' && before.trigger !== 'PUBLICATION';
      if (isAnother && (await this.#held(before.ownerId, COUNTED, transaction)) >= most)
        throw new PortalError('WATCHES_FULL');
      if (said.file && before.file === null) await this.#mustHaveRoom(before.ownerId, transaction);
      await transaction
        .update(standingQuestions)
        .set({
          ...said,
          ...((said.file !== undefined || isOther('trigger', 'destinationId', 'isPaused')) && { fileProblem: null }),
          ...(said.isPaused !== undefined && { problem: null }),
          // A time that has come and was not looked at yet stays.
          ...(isOther('trigger', 'timeZone', 'isPaused') && { nextAt: nextOf({ ...before, ...said }, this.now()) }),
          // Another file than that which was made of the month.
          ...((isOther('trigger') || (said.file && said.file.days !== before.file?.days)) && { toldMonth: null }),
        })
        .where(eq(standingQuestions.id, id));
      if (said.deliveries?.includes('MAIL')) await this.digests.begin({ id: before.userId }, transaction);
    });
  }

  /** Removes a question with what it found, for good; files that were made of it stay in the downloads. @throws PortalError NOT_YOURS; MAKER_ONLY */
  async remove(user: User, id: string): Promise<void> {
    await this.#changeable(user, id);
    await this.database.delete(standingQuestions).where(eq(standingQuestions.id, id));
  }

  /**
   * Some questions of everybody who is let in, in the order of their ids, that have not told up to a state of the records which was
   * published, or whose time has come. Paused ones have not to.
   *
   * @param dataVersion 0 for those alone whose time has come
   * @param after the id of the last one before; undefined for the first
   * @param only the id of the only one that is wanted
   */
  async toLookAfter(
    dataVersion: number,
    after: string | undefined,
    most: number,
    only?: string,
  ): Promise<{ question: StandingQuestion; user: User; isOwn: boolean }[]> {
    const due = lte(standingQuestions.nextAt, this.now());
    const untold = and(
      lt(standingQuestions.toldVersion, dataVersion),
      inArray(standingQuestions.trigger, ['PUBLICATION', 'MONTH_COMPLETE']),
    );
    const waiting = and(
      isNull(users.disabledAt),
      or(isNull(users.uplineId), isNull(owners.disabledAt)),
      eq(standingQuestions.isPaused, false),
      dataVersion === 0 ? due : or(untold, due),
      // Of a saved search that is only seen nothing is told once it is removed.
      or(FOLLOWED, sql`${askedBySaved} is not null`),
      only === undefined ? undefined : eq(standingQuestions.id, only),
    );
    const found = await this.database
      .select({ ...READ, name: savedSearches.name, createdBy: savedSearches.createdBy, user: users })
      .from(standingQuestions)
      .innerJoin(users, eq(users.id, standingQuestions.userId))
      .leftJoin(owners, eq(owners.id, users.uplineId))
      .leftJoin(savedSearches, eq(savedSearches.id, standingQuestions.savedSearchId))
      .leftJoin(workspaces, eq(workspaces.id, savedSearches.workspaceId))
      .where(and(after === undefined ? undefined : gt(standingQuestions.id, after), waiting))
      .orderBy(asc(standingQuestions.id))
      .limit(most);
    return found.map(({ question, saved, name, createdBy, user }) => ({
      // A saved search is called as it is called now.
      question: { ...present(question, saved), ...(question.deliveries.length === 0 && name !== null && { name }) },
      ...{ user, isOwn: createdBy === user.id },
    }));
  }

  /**
   * What some saved searches of the account have for a person, by their ids: of one that they never saw it begins with what there is now.
   *
   * @param toldVersion the state of the records now
   */
  async seenOf(user: User, savedSearchIds: readonly string[], toldVersion: number): Promise<Map<string, Row>> {
    const read = () => this.database.select().from(standingQuestions).where(ofSaved(user, savedSearchIds));
    let rows = await read();
    if (rows.length < savedSearchIds.length) {
      await this.database.execute(sql`
        insert into ${standingQuestions} (id, user_id, owner_id, name, saved_search_id, query, trigger, time_zone, signals, strictness, deliveries, told_version, created_at)
        select gen_random_uuid(), ${user.id}, owner_id, name, id, query, 'PUBLICATION', 'UTC', '{}', 'USUAL', '{}', ${toldVersion}, ${this.now().toISOString()}::timestamptz
        from ${savedSearches} where ${inArray(savedSearches.id, [...savedSearchIds])} and ${eq(savedSearches.ownerId, ownerOf(user))} and ${isNull(savedSearches.removedAt)}
        on conflict do nothing`);
      rows = await read();
    }
    return new Map(rows.map((row) => [row.savedSearchId ?? '', row]));
  }

  /**
   * Notes of saved searches that were looked at since a state up to which they are told now, and to which of them something came.
   *
   * @param since up to where they had told: one that has meanwhile is left as it is
   */
  async noteCame(looked: readonly { id: string; isNew: boolean }[], since: number, toldVersion: number): Promise<void> {
    const ids = looked.map(({ id }) => id);
    if (ids.length === 0) return;
    await this.database.transaction(async (transaction) => {
      const moved = await transaction
        .update(standingQuestions)
        .set({ toldVersion, problem: null })
        .where(and(inArray(standingQuestions.id, ids), eq(standingQuestions.toldVersion, since)))
        .returning({ id: standingQuestions.id });
      const isNew = new Set(looked.flatMap((one) => (one.isNew ? [one.id] : [])));
      const came = moved.map(({ id }) => id).filter((id) => isNew.has(id));
      await this.noteUnseen(came, since, transaction);
    });
  }

  /** Notes that something came to saved searches after a state, which is there to be seen with what was not seen before it. */
  async noteUnseen(ids: readonly string[], since: number, transaction: Transaction): Promise<void> {
    if (ids.length === 0) return;
    await transaction
      .update(standingQuestions)
      .set({ unseenSince: sql`coalesce(${standingQuestions.unseenSince}, ${since}::integer)` })
      .where(inArray(standingQuestions.id, [...ids]));
  }

  /** After which state came what a person is told of a saved search, or was when they last looked; null where that is nothing. */
  async seenFrom(user: User, savedSearchId: string): Promise<number | null> {
    const { unseenSince, seenSince } = standingQuestions;
    const [found] = await this.database
      .select({ from: sql<number | null>`least(${unseenSince}, ${seenSince})` })
      .from(standingQuestions)
      .where(ofSaved(user, [savedSearchId]));
    return found?.from ?? null;
  }

  /**
   * Notes that a person sees what came to a saved search.
   *
   * @param until the state of the records up to which they see it: what was told after it is still to be seen
   */
  async noteSeen(user: User, savedSearchId: string, until: number): Promise<void> {
    const { unseenSince, toldVersion } = standingQuestions;
    await this.database
      .update(standingQuestions)
      .set({
        ...{ seenSince: sql`${unseenSince}`, seenAt: this.now() },
        unseenSince: sql`case when ${toldVersion} > ${until}::integer then ${until}::integer end`,
      })
      .where(and(ofSaved(user, [savedSearchId]), isNotNull(unseenSince)));
  }

  /** Forgets what people have seen of a saved search that is another question now: all of them begin anew. */
  async forgetSeen(savedSearchId: string): Promise<void> {
    await this.database
      .delete(standingQuestions)
      .where(and(eq(standingQuestions.savedSearchId, savedSearchId), not(FOLLOWED)));
  }

  /** Notes why a question cannot be asked, until it can. */
  async noteProblem(id: string, problem: string, within: Database | Transaction = this.database): Promise<void> {
    await within
      .update(standingQuestions)
      .set({ problem })
      .where(and(eq(standingQuestions.id, id), sql`${standingQuestions.problem} is distinct from ${problem}`));
  }

  /** Notes why a file was not made, and tells its person by mail: of the same once. */
  async noteFileProblem(id: string, problem: string, within: Database | Transaction = this.database): Promise<void> {
    await within.transaction(async (transaction) => {
      const [noted] = await transaction
        .update(standingQuestions)
        .set({ fileProblem: problem })
        .where(and(eq(standingQuestions.id, id), sql`${standingQuestions.fileProblem} is distinct from ${problem}`))
        .returning();
      if (!noted) return;
      const [user] = await transaction.select().from(users).where(eq(users.id, noted.userId));
      if (user)
        await this.mailer.send(MAIL.fileNotMade(user, noted.name, problem, this.settings.link.files), transaction);
    });
  }

  /** Has the file of a question made now: once, however often that is said within a second. @throws PortalError NOT_YOURS; MAKER_ONLY */
  async makeFileNow(user: User, id: string): Promise<void> {
    const question = await this.#changeable(user, id);
    if (question.file === null && question.reportId === null) throw new PortalError('NOT_YOURS');
    const second = this.now().toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
    await this.deliverFile(question, `asked ${second}`, this.database, { isAsked: true });
  }

  /** Has the file of a question made whose time has come, and notes when that is next: once, also of more than one time that was missed. */
  async deliverDue(question: Pick<StandingQuestion, Filed | 'trigger' | 'timeZone' | 'nextAt'>): Promise<void> {
    const { id, nextAt } = question;
    if (nextAt === null) return;
    await this.database.transaction(async (transaction) => {
      const moved = await transaction
        .update(standingQuestions)
        .set({ nextAt: nextOf(question, this.now()) })
        .where(and(eq(standingQuestions.id, id), eq(standingQuestions.nextAt, nextAt)))
        .returning({ id: standingQuestions.id });
      if (moved.length > 0) await this.deliverFile(question, nextAt.toISOString(), transaction);
    });
  }

  /**
   * Has the file or the report of a question made, if it has one: once for the same occasion.
   *
   * @param when what the occasion is: a time, or a state of the records
   */
  async deliverFile(
    { id, ownerId, userId, file, reportId }: Pick<Row, Filed>,
    when: string,
    database: Database | Transaction,
    how: Pick<QuestionFilePayload, 'isAsked'> = {},
  ): Promise<void> {
    if (file === null && reportId === null) return;
    const named = `${QUESTION_FILE_JOB} ${id} `;
    if ((await this.jobs.setAside(QUESTION_FILE_JOB, database)).some((key) => key.startsWith(named)))
      return this.noteFileProblem(id, MESSAGES.questionRests, database);
    const job = { key: `${named}${when}`, kind: QUESTION_FILE_JOB };
    const payload: QuestionFilePayload = { questionId: id, ...how };
    await this.jobs.enqueue({ ...job, owner: { accountId: ownerId, personId: userId }, payload }, database);
  }

  /** Who prints the reports that are mailed, as their readers may see them when they are sent. */
  reportsPrintedBy(print: PrintReport): void {
    this.#printReport = print;
  }

  /** Mails the report of a question. */
  async mailReport({ id, ownerId, userId }: Pick<Row, Filed>): Promise<void> {
    await this.#askForReport({ questionId: id }, { owner: { accountId: ownerId, personId: userId } });
  }

  async #writeReport(questionId: string, signal: AbortSignal): Promise<Message | undefined> {
    const found = await this.get(questionId);
    if (!found || found.question.isPaused || found.question.reportId === null) return undefined;
    const printed = await this.#printReport?.(found.user, found.question.reportId, signal);
    return printed && MAIL.report(found.user, printed);
  }

  /** A question and its person; undefined where it is gone, or its person is not let in. */
  async get(id: string): Promise<{ question: StandingQuestion; user: User } | undefined> {
    const [found] = await this.database
      .select({ ...READ, user: users })
      .from(standingQuestions)
      .innerJoin(users, and(eq(users.id, standingQuestions.userId), isNull(users.disabledAt)))
      .innerJoin(owners, and(eq(owners.id, standingQuestions.ownerId), isNull(owners.disabledAt)))
      .leftJoin(savedSearches, eq(savedSearches.id, standingQuestions.savedSearchId))
      .leftJoin(workspaces, eq(workspaces.id, savedSearches.workspaceId))
      .where(eq(standingQuestions.id, id));
    return found && { question: present(found.question, found.saved), user: found.user };
  }

  /** Whether an export of it has not ended: what that will own cannot be known yet. */
  async isBeingMade(id: string): Promise<boolean> {
    const open = and(eq(recordExports.questionId, id), inArray(recordExports.state, [...OPEN]));
    return (await this.database.$count(recordExports, open)) > 0;
  }

  /** What is left in this month of the points that the files of a question may cost. */
  async left(id: string, budget: number): Promise<number> {
    return budget - ((await this.#spent([id])).get(id) ?? 0);
  }

  /** Notes that there is nothing to make a file of, and what is to be said of it. */
  async nothingMade(id: string, toldMonth: string | undefined, fileProblem: string | null): Promise<void> {
    await this.database
      .update(standingQuestions)
      .set({ fileProblem, ...(toldMonth !== undefined && { toldMonth }) })
      .where(eq(standingQuestions.id, id));
  }

  /** Notes that the destination of an export has its file, or why it has not. */
  async noteSending(exportId: string, sendProblem: string | null): Promise<void> {
    const sent = sendProblem === null ? { sentAt: this.now(), sendProblem } : { sendProblem };
    await this.database.update(recordExports).set(sent).where(eq(recordExports.id, exportId));
  }

  /** Notes that an export is sent no more, and tells its person by mail. */
  async sentNoMore({ id, personId, fileName }: RecordExport, why: string, transaction: Transaction): Promise<void> {
    await transaction.update(recordExports).set({ sendProblem: why }).where(eq(recordExports.id, id));
    const [user] = await transaction.select().from(users).where(eq(users.id, personId));
    if (user) await this.mailer.send(MAIL.fileNotSent(user, fileName, why, this.settings.link.downloads), transaction);
  }

  #read() {
    return this.database
      .select(READ)
      .from(standingQuestions)
      .leftJoin(savedSearches, eq(savedSearches.id, standingQuestions.savedSearchId))
      .leftJoin(workspaces, eq(workspaces.id, savedSearches.workspaceId));
  }

  async #spent(ids: readonly string[]): Promise<Map<string, number>> {
    const month = firstOfMonth(this.now().toISOString().slice(0, 'yyyy-mm-dd'.length));
    const found = await this.database
      .select({ id: recordExports.questionId, points: sql<number>`sum(${recordExports.points})::integer` })
      .from(recordExports)
      .where(
        and(
          inArray(recordExports.questionId, [...ids]),
          gte(recordExports.createdAt, new Date(`${month}T00:00:00Z`)),
          notInArray(recordExports.state, [...UNPAID]),
        ),
      )
      .groupBy(recordExports.questionId);
    return new Map(found.flatMap(({ id, points }) => (id === null ? [] : [[id, points]])));
  }
}

const madeBy = ({ userId }: Pick<Row, 'userId'>) => ({ createdBy: userId });

function present({ query, ...question }: Row, saved: unknown): StandingQuestion {
  return { ...question, query: savedQuery.safeParse(saved ?? query).data ?? null };
}
