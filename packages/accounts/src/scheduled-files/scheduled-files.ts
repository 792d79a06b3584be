import { randomUUID } from 'node:crypto';
import { firstOfMonth, LIMITS, MESSAGES, PortalError, type SavedQuery, savedQuery } from '@tidewaiter/contract';
import { and, asc, count, desc, eq, gt, gte, inArray, isNull, lte, notInArray, sql } from 'drizzle-orm';
import type { Database, Page, Transaction } from '../database/database.js';
import { recordExports, savedSearches, scheduledFiles, users, workspaces } from '../database/schema.js';
import { isUuid } from '../database/uuid.js';
import type { RecordExport } from '../exports/export.js';
import type { Jobs } from '../jobs/jobs.js';
import type { Mailer } from '../mail/mailer.js';
import { MAIL } from '../mail/messages.js';
import type { PortalSettings } from '../site/settings.js';
import { ownerOf, type User } from '../users/user.js';
import { nextMailing } from '../watches/mailing-times.js';
import { askedBySaved } from '../watches/watches.js';

/** The kind of the jobs that have a file made. */
export const SCHEDULED_FILE_JOB = 'scheduled-file';

export interface ScheduledFilePayload {
  fileId: string;
  /** Its person asks for it now. */
  isAsked?: true;
}

type Row = typeof scheduledFiles.$inferSelect;

/** A scheduled file with what it asks now: null where that cannot be read any more. */
export interface ScheduledFile extends Omit<Row, 'query'> {
  query: SavedQuery | null;
}

/** What a person says of one. */
export type FileToMake = Pick<
  Row,
  | 'name'
  | 'savedSearchId'
  | 'watchId'
  | 'columnKeys'
  | 'format'
  | 'onlyNew'
  | 'days'
  | 'rhythm'
  | 'timeZone'
  | 'budget'
  | 'destinationId'
> & { query: SavedQuery };

/** What of it can be changed. */
export type FileChange = {
  [Said in Exclude<keyof FileToMake, 'query' | 'savedSearchId' | 'watchId'> | 'isPaused']?: Row[Said] | undefined;
};

/** A scheduled file with the latest export that was made of it, and what its exports of this month cost. */
export interface ListedFile extends ScheduledFile {
  latest: RecordExport | null;
  spent: number;
}

const READ = { file: scheduledFiles, saved: askedBySaved };

const OPEN = ['WAITING', 'MAKING'] as const;

/** Of these nothing was paid. */
const UNPAID = ['FAILED', 'CANCELLED'] as const;

/** When a clock has a file made next; null where something else does. */
function nextOf({ rhythm, timeZone }: Pick<Row, 'rhythm' | 'timeZone'>, after: Date): Date | null {
  return rhythm === 'WEEKLY' || rhythm === 'MONTHLY' ? nextMailing(rhythm, timeZone, after) : null;
}

/** Exports that make themselves (decision 0081). Each is its person's alone, and spends their points. */
export class ScheduledFiles {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly mailer: Mailer,
    private readonly settings: PortalSettings,
    private readonly now: () => Date,
  ) {}

  /** @returns its id @throws PortalError NO_ROOM */
  async create(user: User, { query, ...file }: FileToMake): Promise<string> {
    const id = randomUUID();
    const ownerId = ownerOf(user);
    const now = this.now();
    await this.database.transaction(async (transaction) => {
      // One after another: two at once would both find room.
      await transaction.select({ id: users.id }).from(users).where(eq(users.id, ownerId)).for('update');
      const [held] = await transaction
        .select({ count: count() })
        .from(scheduledFiles)
        .where(eq(scheduledFiles.ownerId, ownerId));
      if ((held?.count ?? 0) >= LIMITS.scheduledFiles) throw new PortalError('NO_ROOM');
      await transaction.insert(scheduledFiles).values({
        ...{ ...file, id, ownerId, userId: user.id, query: savedQuery.parse(query) },
        ...{ nextAt: nextOf(file, now), createdAt: now },
      });
    });
    return id;
  }

  /** A page of a person's scheduled files by name, and how many they have. */
  async list(user: User, page: Page): Promise<{ files: ListedFile[]; total: number }> {
    const found = await this.#read()
      .where(eq(scheduledFiles.userId, user.id))
      .orderBy(asc(scheduledFiles.name), asc(scheduledFiles.id))
      .limit(page.size)
      .offset(page.number * page.size);
    const total = await this.database.$count(scheduledFiles, eq(scheduledFiles.userId, user.id));
    const ids = found.map(({ file }) => file.id);
    const latest = await this.database
      .selectDistinctOn([recordExports.scheduledFileId])
      .from(recordExports)
      .where(inArray(recordExports.scheduledFileId, ids))
      .orderBy(recordExports.scheduledFileId, desc(recordExports.createdAt), desc(recordExports.id));
    const spent = await this.#spent(ids);
    const files = found.map(({ file, saved }) => ({
      ...present(file, saved),
      latest: latest.find(({ scheduledFileId }) => scheduledFileId === file.id) ?? null,
      spent: spent.get(file.id) ?? 0,
    }));
    return { files, total };
  }

  /** @throws PortalError NOT_YOURS when an id is made up or somebody else's */
  async find(user: User, id: string): Promise<ScheduledFile> {
    const [found] = isUuid(id)
      ? await this.#read().where(and(eq(scheduledFiles.id, id), eq(scheduledFiles.userId, user.id)))
      : [];
    if (!found) throw new PortalError('NOT_YOURS');
    return present(found.file, found.saved);
  }

  /** What is changed is another try: what was wrong with the latest is forgotten. @throws PortalError NOT_YOURS */
  async change(user: User, id: string, change: FileChange): Promise<void> {
    const before = await this.find(user, id);
    const said = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<Row>;
    const isOther = (...fields: (keyof FileChange)[]) =>
      fields.some((field) => said[field] !== undefined && said[field] !== before[field]);
    await this.database
      .update(scheduledFiles)
      .set({
        ...{ ...said, problem: null },
        // A time that has come and was not looked at yet stays.
        ...(isOther('rhythm', 'timeZone', 'isPaused') && { nextAt: nextOf({ ...before, ...said }, this.now()) }),
        // Another file than that which was made of the month.
        ...(isOther('rhythm', 'days') && { madeMonth: null }),
      })
      .where(eq(scheduledFiles.id, id));
  }

  /** @throws PortalError NOT_YOURS */
  async remove(user: User, id: string): Promise<void> {
    await this.find(user, id);
    await this.database.delete(scheduledFiles).where(eq(scheduledFiles.id, id));
  }

  /** Has a file made now: once, however often that is said within a second. @throws PortalError NOT_YOURS */
  async makeNow(user: User, id: string): Promise<void> {
    const file = await this.find(user, id);
    await this.#enqueue(
      file,
      `asked ${this.now().toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}`,
      this.database,
      { isAsked: true },
    );
  }

  /** Has every file made whose time has come, whichever portal looks first: each once, also of more than one time that was missed. */
  async makeDue(): Promise<void> {
    const now = this.now();
    const due = await this.database
      .select()
      .from(scheduledFiles)
      .where(and(lte(scheduledFiles.nextAt, now), eq(scheduledFiles.isPaused, false)))
      .orderBy(asc(scheduledFiles.nextAt))
      .limit(AT_ONCE);
    for (const file of due) {
      await this.database.transaction(async (transaction) => {
        const moved = await transaction
          .update(scheduledFiles)
          .set({ nextAt: nextOf(file, now) })
          .where(and(eq(scheduledFiles.id, file.id), eq(scheduledFiles.nextAt, file.nextAt ?? now)))
          .returning({ id: scheduledFiles.id });
        if (moved.length > 0) await this.#enqueue(file, file.nextAt?.toISOString() ?? '', transaction);
      });
    }
  }

  /** Has the files of a watch made that found something in a state of the records, with the transaction in which that is kept. */
  async makeOfWatch(watchId: string, dataVersion: number, transaction: Transaction): Promise<void> {
    const files = await transaction
      .select()
      .from(scheduledFiles)
      .where(
        and(
          eq(scheduledFiles.watchId, watchId),
          eq(scheduledFiles.rhythm, 'WATCH'),
          eq(scheduledFiles.isPaused, false),
        ),
      );
    for (const file of files) await this.#enqueue(file, `version ${dataVersion}`, transaction);
  }

  /**
   * Has some files looked at of which another month may be whole, in the order of their ids.
   *
   * @param after the id of the last one before
   * @returns the id of the last one, where there may be more
   */
  async lookAtMonths(dataVersion: number, after: string | undefined): Promise<string | undefined> {
    const some = await this.database
      .select()
      .from(scheduledFiles)
      .where(
        and(
          eq(scheduledFiles.rhythm, 'MONTH_COMPLETE'),
          eq(scheduledFiles.isPaused, false),
          after === undefined ? undefined : gt(scheduledFiles.id, after),
        ),
      )
      .orderBy(asc(scheduledFiles.id))
      .limit(AT_ONCE);
    await this.database.transaction(async (transaction) => {
      for (const file of some) await this.#enqueue(file, `version ${dataVersion}`, transaction);
    });
    return some.length === AT_ONCE ? some.at(-1)?.id : undefined;
  }

  /** A scheduled file and its person; undefined where it is gone, or its person is not let in. */
  async get(id: string): Promise<{ file: ScheduledFile; user: User } | undefined> {
    const [found] = await this.#read().where(eq(scheduledFiles.id, id));
    if (!found) return undefined;
    const [user, owner] = await Promise.all(
      [found.file.userId, found.file.ownerId].map(async (userId) => {
        const [one] = await this.database
          .select()
          .from(users)
          .where(and(eq(users.id, userId), isNull(users.disabledAt)));
        return one;
      }),
    );
    return user && owner && { file: present(found.file, found.saved), user };
  }

  /** Whether an export of it has not ended: what that will own cannot be known yet. */
  async isBeingMade(id: string): Promise<boolean> {
    const open = and(eq(recordExports.scheduledFileId, id), inArray(recordExports.state, [...OPEN]));
    return (await this.database.$count(recordExports, open)) > 0;
  }

  /** What is left of its budget in this month. */
  async left({ id, budget }: Pick<Row, 'id' | 'budget'>): Promise<number> {
    return budget - ((await this.#spent([id])).get(id) ?? 0);
  }

  /** Notes that there is nothing to make, and what is to be said of it. */
  async nothingMade(id: string, madeMonth: string | undefined, problem: string | null): Promise<void> {
    await this.database
      .update(scheduledFiles)
      .set({ problem, ...(madeMonth !== undefined && { madeMonth }) })
      .where(eq(scheduledFiles.id, id));
  }

  /** Notes why a file was not made, and tells its person by mail: of the same once. */
  async noteProblem(id: string, problem: string, within: Database | Transaction = this.database): Promise<void> {
    await within.transaction(async (transaction) => {
      const [noted] = await transaction
        .update(scheduledFiles)
        .set({ problem })
        .where(and(eq(scheduledFiles.id, id), sql`${scheduledFiles.problem} is distinct from ${problem}`))
        .returning();
      if (!noted) return;
      const [user] = await transaction.select().from(users).where(eq(users.id, noted.userId));
      if (user)
        await this.mailer.send(MAIL.fileNotMade(user, noted.name, problem, this.settings.link.files), transaction);
    });
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
      .from(scheduledFiles)
      .leftJoin(savedSearches, eq(savedSearches.id, scheduledFiles.savedSearchId))
      .leftJoin(workspaces, eq(workspaces.id, savedSearches.workspaceId));
  }

  async #spent(ids: readonly string[]): Promise<Map<string, number>> {
    const month = firstOfMonth(this.now().toISOString().slice(0, 'yyyy-mm-dd'.length));
    const found = await this.database
      .select({ id: recordExports.scheduledFileId, points: sql<number>`sum(${recordExports.points})::integer` })
      .from(recordExports)
      .where(
        and(
          inArray(recordExports.scheduledFileId, [...ids]),
          gte(recordExports.createdAt, new Date(`${month}T00:00:00Z`)),
          notInArray(recordExports.state, [...UNPAID]),
        ),
      )
      .groupBy(recordExports.scheduledFileId);
    return new Map(found.flatMap(({ id, points }) => (id === null ? [] : [[id, points]])));
  }

  async #enqueue(
    { id, ownerId, userId }: Pick<Row, 'id' | 'ownerId' | 'userId'>,
    when: string,
    database: Database | Transaction,
    how: Pick<ScheduledFilePayload, 'isAsked'> = {},
  ) {
    const named = `${SCHEDULED_FILE_JOB} ${id} `;
    if ((await this.jobs.setAside(SCHEDULED_FILE_JOB, database)).some((key) => key.startsWith(named)))
      return this.noteProblem(id, MESSAGES.fileRests, database);
    const job = { key: `${named}${when}`, kind: SCHEDULED_FILE_JOB };
    const payload: ScheduledFilePayload = { fileId: id, ...how };
    await this.jobs.enqueue({ ...job, owner: { accountId: ownerId, personId: userId }, payload }, database);
  }
}

/** Files that one look takes: the next ones are another's. */
const AT_ONCE = 500;

function present({ query, ...file }: Row, saved: unknown): ScheduledFile {
  return { ...file, query: savedQuery.safeParse(saved ?? query).data ?? null };
}
