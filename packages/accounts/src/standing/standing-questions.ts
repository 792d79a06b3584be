import { randomUUID } from 'node:crypto';
import {
  type DeliveryWay,
  firstOfMonth,
  LIMITS,
  MESSAGES,
  PortalError,
  type SavedQuery,
  savedQuery,
} from '@tidewaiter/contract';
import {
  and,
  arrayContains,
  arrayOverlaps,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database, Page, Transaction } from '../database/database.js';
import { findings, recordExports, savedSearches, standingQuestions, users, workspaces } from '../database/schema.js';
import { isUuid } from '../database/uuid.js';
import type { RecordExport } from '../exports/export.js';
import type { Jobs } from '../jobs/jobs.js';
import type { Mailer } from '../mail/mailer.js';
import { MAIL } from '../mail/messages.js';
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

type Row = typeof standingQuestions.$inferSelect;

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
export type QuestionToFollow = Omit<Said, 'isPaused'> & Pick<Row, 'savedSearchId'> & { query: SavedQuery };

export type QuestionChange = { [Field in keyof Said]?: Said[Field] | undefined };

/** A standing question as its person sees it. */
export interface ListedQuestion extends StandingQuestion {
  /** How much of what it found is unread. */
  unread: number;
  /** The latest export that was made of it, and what its exports of this month cost. */
  latest: RecordExport | null;
  spent: number;
}

/** Which of a person's standing questions are listed: all, or those with one of some deliveries. */
interface Only {
  deliveries?: readonly DeliveryWay[] | undefined;
}

const owners = alias(users, 'owners');

/** What a saved search asks that something follows; null where it is gone, also with its workspace. */
const askedBySaved = sql<unknown>`case when ${workspaces.removedAt} is null and ${savedSearches.removedAt} is null then ${savedSearches.query} end`;

const READ = { question: standingQuestions, saved: askedBySaved };

const OPEN = ['WAITING', 'MAKING'] as const;

/** Of these nothing was paid. */
const UNPAID = ['FAILED', 'CANCELLED'] as const;

/** Questions that one look takes: the next ones are another's. */
const AT_ONCE = 500;

/** Those that the plan counts: they are looked at whenever records come, and somebody chose them one by one. */
const COUNTED = and(eq(standingQuestions.trigger, 'PUBLICATION'), ne(standingQuestions.signals, []));

const HAS_FILE = arrayContains(standingQuestions.deliveries, ['FILE']);

/** What only the webhooks of its person hear of that listen to `search.found`: it comes and goes with them. */
const IMPLIED = eq(standingQuestions.deliveries, ['SEARCH_FOUND']);

/** When a clock has a question asked next; null where something else does. */
function nextOf({ trigger, timeZone }: Pick<Row, 'trigger' | 'timeZone'>, after: Date): Date | null {
  return trigger === 'WEEKLY' || trigger === 'MONTHLY' ? nextMailing(trigger, timeZone, after) : null;
}

/**
 * What people want to hear of (decision 0107): each standing question is its person's alone, and its files spend their points. An account's
 * plan says how many there are.
 */
export class StandingQuestions {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly mailer: Mailer,
    private readonly digests: Digests,
    private readonly settings: PortalSettings,
    private readonly now: () => Date,
  ) {}

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
    const [held] = await database
      .select({ count: count() })
      .from(standingQuestions)
      .where(and(eq(standingQuestions.ownerId, ownerId), which));
    return held?.count ?? 0;
  }

  async #mustHaveRoom(ownerId: number, transaction: Transaction): Promise<void> {
    if ((await this.#held(ownerId, HAS_FILE, transaction)) >= LIMITS.scheduledFiles) throw new PortalError('NO_ROOM');
  }

  /** A page of a person's standing questions by name, how many they have, and how many their account has that its plan counts. */
  async list(
    user: User,
    page: Page,
    { deliveries }: Only = {},
  ): Promise<{ questions: ListedQuestion[]; total: number; held: number }> {
    const where = and(
      eq(standingQuestions.userId, user.id),
      deliveries && arrayOverlaps(standingQuestions.deliveries, [...deliveries]),
    );
    const unread = this.database.$count(
      findings,
      and(
        eq(findings.questionId, standingQuestions.id),
        isNull(findings.readAt),
        isNull(findings.withdrawnAt),
        sql`'BADGE' = any(${standingQuestions.deliveries})`,
      ),
    );
    const found = await this.database
      .select({ ...READ, unread })
      .from(standingQuestions)
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
    const questions = found.map(({ question, saved, unread }) => ({
      ...present(question, saved),
      latest: latest.find(({ questionId }) => questionId === question.id) ?? null,
      ...{ unread, spent: spent.get(question.id) ?? 0 },
    }));
    return { questions, total, held };
  }

  /** @throws PortalError NOT_YOURS when an id is made up or somebody else's */
  async find(user: User, id: string): Promise<StandingQuestion> {
    const [found] = isUuid(id)
      ? await this.#read().where(and(eq(standingQuestions.id, id), eq(standingQuestions.userId, user.id)))
      : [];
    if (!found) throw new PortalError('NOT_YOURS');
    return present(found.question, found.saved);
  }

  /**
   * Changes what a person says of a question. What is changed of its file is another try: what was wrong with the latest is forgotten.
   *
   * @param most how many that are looked at whenever records come the account may have, where this is to be one of them from now on
   * @throws PortalError NOT_YOURS; WATCHES_FULL; NO_ROOM where it has a file from now on
   */
  async change(user: User, id: string, change: QuestionChange, most = Number.POSITIVE_INFINITY): Promise<void> {
    const before = await this.find(user, id);
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
      if (said.deliveries?.includes('MAIL')) await this.digests.begin(user, transaction);
    });
  }

  /** Removes a question with what it found, for good; files that were made of it stay in the downloads. @throws PortalError NOT_YOURS */
  async remove(user: User, id: string): Promise<void> {
    await this.find(user, id);
    await this.database.delete(standingQuestions).where(eq(standingQuestions.id, id));
  }

  /**
   * Some questions of everybody who is let in, in the order of their ids, that have not told up to a state of the records which was
   * published. Paused ones have not to.
   *
   * @param after the id of the last one before; undefined for the first
   * @param only the id of the only one that is wanted
   */
  async toLookAfter(
    dataVersion: number,
    after: string | undefined,
    most: number,
    only?: string,
  ): Promise<{ question: StandingQuestion; user: User }[]> {
    const waiting = and(
      isNull(users.disabledAt),
      or(isNull(users.uplineId), isNull(owners.disabledAt)),
      eq(standingQuestions.isPaused, false),
      lt(standingQuestions.toldVersion, dataVersion),
      inArray(standingQuestions.trigger, ['PUBLICATION', 'MONTH_COMPLETE']),
      // It tells of its saved search alone, and of that nothing once it is removed.
      or(ne(standingQuestions.deliveries, ['SEARCH_FOUND']), sql`${askedBySaved} is not null`),
      only === undefined ? undefined : eq(standingQuestions.id, only),
    );
    const found = await this.database
      .select({ ...READ, name: savedSearches.name, user: users })
      .from(standingQuestions)
      .innerJoin(users, eq(users.id, standingQuestions.userId))
      .leftJoin(owners, eq(owners.id, users.uplineId))
      .leftJoin(savedSearches, eq(savedSearches.id, standingQuestions.savedSearchId))
      .leftJoin(workspaces, eq(workspaces.id, savedSearches.workspaceId))
      .where(and(after === undefined ? undefined : gt(standingQuestions.id, after), waiting))
      .orderBy(asc(standingQuestions.id))
      .limit(most);
    return found.map(({ question, saved, name, user }) => {
      const isImplied = question.deliveries.includes('SEARCH_FOUND');
      // What is implied by a saved search is called as that is called now.
      return { question: { ...present(question, saved), ...(isImplied && name !== null && { name }) }, user };
    });
  }

  /**
   * Has the saved searches of some people followed that are not yet, each by who saved it, and those of all others no more: whoever has a
   * webhook for `search.found` hears of all that they have saved.
   *
   * @param toldVersion the state of the records up to which nothing is told of them
   */
  async followSaved(people: readonly Pick<User, 'id'>[], toldVersion: number, transaction: Transaction): Promise<void> {
    const ids = people.map(({ id }) => id);
    await transaction.delete(standingQuestions).where(and(IMPLIED, notInArray(standingQuestions.userId, ids)));
    if (ids.length === 0) return;
    await transaction.execute(sql`
      insert into ${standingQuestions} (id, user_id, owner_id, name, saved_search_id, query, trigger, time_zone, signals, strictness, deliveries, told_version, created_at)
      select gen_random_uuid(), s.created_by, s.owner_id, s.name, s.id, s.query, 'PUBLICATION', 'UTC', '{}', 'USUAL', '{SEARCH_FOUND}', ${toldVersion}, ${this.now().toISOString()}::timestamptz
      from ${savedSearches} s
      where s.removed_at is null and ${inArray(sql`s.created_by`, ids)}
        and not exists (select from ${standingQuestions} f where f.saved_search_id = s.id and f.user_id = s.created_by and f.deliveries = '{SEARCH_FOUND}')`);
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

  /** Has the file of a question made now: once, however often that is said within a second. @throws PortalError NOT_YOURS */
  async makeFileNow(user: User, id: string): Promise<void> {
    const question = await this.find(user, id);
    if (question.file === null) throw new PortalError('NOT_YOURS');
    const second = this.now().toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
    await this.deliverFile(question, `asked ${second}`, this.database, { isAsked: true });
  }

  /** Has every question asked whose time has come, whichever portal looks first: each once, also of more than one time that was missed. */
  async askDue(): Promise<void> {
    const now = this.now();
    const due = await this.database
      .select()
      .from(standingQuestions)
      .where(and(lte(standingQuestions.nextAt, now), eq(standingQuestions.isPaused, false)))
      .orderBy(asc(standingQuestions.nextAt))
      .limit(AT_ONCE);
    for (const question of due) {
      await this.database.transaction(async (transaction) => {
        const moved = await transaction
          .update(standingQuestions)
          .set({ nextAt: nextOf(question, now) })
          .where(and(eq(standingQuestions.id, question.id), eq(standingQuestions.nextAt, question.nextAt ?? now)))
          .returning({ id: standingQuestions.id });
        if (moved.length > 0) await this.deliverFile(question, question.nextAt?.toISOString() ?? '', transaction);
      });
    }
  }

  /**
   * Has the file of a question made, if it has one: once for the same occasion.
   *
   * @param when what the occasion is: a time, or a state of the records
   */
  async deliverFile(
    { id, ownerId, userId, file }: Pick<Row, 'id' | 'ownerId' | 'userId' | 'file'>,
    when: string,
    database: Database | Transaction,
    how: Pick<QuestionFilePayload, 'isAsked'> = {},
  ): Promise<void> {
    if (file === null) return;
    const named = `${QUESTION_FILE_JOB} ${id} `;
    if ((await this.jobs.setAside(QUESTION_FILE_JOB, database)).some((key) => key.startsWith(named)))
      return this.noteFileProblem(id, MESSAGES.questionRests, database);
    const job = { key: `${named}${when}`, kind: QUESTION_FILE_JOB };
    const payload: QuestionFilePayload = { questionId: id, ...how };
    await this.jobs.enqueue({ ...job, owner: { accountId: ownerId, personId: userId }, payload }, database);
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

function present({ query, ...question }: Row, saved: unknown): StandingQuestion {
  return { ...question, query: savedQuery.safeParse(saved ?? query).data ?? null };
}
