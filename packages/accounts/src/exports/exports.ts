import { randomUUID } from 'node:crypto';
import { type ErrorCode, LIMITS, PortalError } from '@tidewaiter/contract';
import { and, desc, eq, gt, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { mustBeWithinKeyLimits } from '../access/key-spending.js';
import type { Database, Page, Transaction } from '../database/database.js';
import { contains, countAtMost, countHistory, pageOfIds } from '../database/lists.js';
import { jobs, recordExports, standingQuestions, users } from '../database/schema.js';
import { byUuid } from '../database/uuid.js';
import type { RunningJob } from '../jobs/job.js';
import type { Ledger } from '../plans/ledger.js';
import { type Actor, ownerOf, type User } from '../users/user.js';
import type { Foundation } from '../webhooks/foundation.js';
import {
  AnotherIsMade,
  EXPORT_JOB,
  type ExportPayload,
  type ListedExport,
  type NewExport,
  type RecordExport,
  type Reservation,
  SENDING_JOB,
  type SendingPayload,
  toldOf,
} from './export.js';
import { ExportTickets } from './tickets.js';

/** States in which an export's records are the account's. */
const OWNED = ['MAKING', 'READY'] as const;
const OPEN = ['WAITING', 'MAKING'] as const;
const UNDONE = ['FAILED', 'CANCELLED'] as const;

/** Numbers that one statement of the record engine names, when what was kept under them is removed. */
const FORGOTTEN_AT_ONCE = 1000;

/** Within so many milliseconds a file is made again once, however often it is asked for. */
const MADE_AGAIN_MS = 60_000;

const jobKey = (exportId: string) => `export ${exportId}`;
const chargeKey = jobKey;

/**
 * What people take away, and what they own since. One state machine: WAITING → MAKING, where the points are taken and the records are
 * the account's, → READY; or FAILED and CANCELLED, where the points are back. Decision 0030.
 */
export class Exports {
  readonly tickets: ExportTickets;

  constructor(private readonly deps: Foundation & { ledger: Ledger }) {
    this.tickets = new ExportTickets(deps.database, deps.now);
  }

  /**
   * Takes an export in. Under a key that its person has used before it is that export.
   *
   * @param how.recordsAlone no file is made before somebody fetches it
   * @throws PortalError EXPORTS_WAITING when too many of the account's wait already; KEY_LIMIT where its API key may not spend as much, which
   *   is looked at again when the points are taken
   */
  async ask(
    { user, apiKey }: Actor,
    asked: NewExport,
    how: Pick<ExportPayload, 'recordsAlone'> = {},
  ): Promise<RecordExport> {
    const { points, ...wanted } = asked;
    const ownerId = ownerOf(user);
    return this.deps.database.transaction(async (transaction) => {
      const known = await this.byIdempotencyKey(user, asked.key, transaction);
      if (known) return known;
      const open = await transaction.$count(
        recordExports,
        and(eq(recordExports.ownerId, ownerId), inArray(recordExports.state, [...OPEN])),
      );
      if (open >= LIMITS.openExports) throw new PortalError('EXPORTS_WAITING');
      if (apiKey && points > 0) {
        const asked = { keyId: apiKey.id, allowance: 'DOWNLOADS', points } as const;
        await mustBeWithinKeyLimits(transaction, asked, this.deps.now());
      }
      const whose = { ownerId, personId: user.id, apiKeyId: apiKey?.id ?? null };
      const values = { agreedPoints: points, ...wanted, ...whose, id: randomUUID(), points };
      const [made] = await transaction
        .insert(recordExports)
        .values({ ...values, createdAt: this.deps.now() })
        .onConflictDoNothing()
        .returning();
      if (!made) {
        // The same call twice at once: the insert has waited until the other one's row was there.
        const other = await this.byIdempotencyKey(user, asked.key, transaction);
        if (!other) throw new Error('an export that conflicts with another is not there');
        return other;
      }
      await this.#enqueue(made, jobKey(made.id), transaction, how);
      return made;
    });
  }

  async #enqueue(
    { id, ownerId, personId }: RecordExport,
    key: string,
    database: Database | Transaction,
    how: Pick<ExportPayload, 'recordsAlone'> = {},
  ) {
    const owner = { accountId: ownerId, personId };
    const payload: ExportPayload = { exportId: id, ...how };
    return this.deps.jobs.enqueue({ key, kind: EXPORT_JOB, owner, payload }, database);
  }

  /**
   * A number under which the records of one try at an export can be kept. The export names it from now on, so that what a try has kept
   * that came to nothing is found and removed.
   *
   * @throws PortalError QUOTE_CHANGED when the export waits no longer
   */
  async nextNumber({ id }: RecordExport): Promise<number> {
    const [named] = await this.deps.database
      .update(recordExports)
      .set({ number: sql`nextval('export_numbers')` })
      .where(and(eq(recordExports.id, id), eq(recordExports.state, 'WAITING')))
      .returning({ number: recordExports.number });
    if (!named || named.number === null) throw new PortalError('QUOTE_CHANGED');
    return named.number;
  }

  /** Some exports that came to nothing, whose numbers the record engine may still keep records under. */
  async abandoned(): Promise<{ account: number; key: string; number: number }[]> {
    const found = await this.deps.database
      .select({ account: recordExports.ownerId, key: users.accountKey, number: recordExports.number })
      .from(recordExports)
      .innerJoin(users, eq(users.id, recordExports.ownerId))
      .where(and(inArray(recordExports.state, [...UNDONE]), isNotNull(recordExports.number)))
      .limit(FORGOTTEN_AT_ONCE);
    return found.flatMap(({ number, ...owner }) => (number === null ? [] : [{ ...owner, number }]));
  }

  /** Says that nothing is kept under these numbers any more. */
  async forgotten(numbers: readonly number[]): Promise<void> {
    const ofThese = and(inArray(recordExports.state, [...UNDONE]), inArray(recordExports.number, [...numbers]));
    await this.deps.database.update(recordExports).set({ number: null }).where(ofThese);
  }

  /** What an account owns of the records: the numbers of the exports that count. */
  async owned(ownerId: number): Promise<{ account: number; key: string; exports: number[] }> {
    const isOwned = and(inArray(recordExports.state, [...OWNED]), gt(recordExports.newRows, 0));
    const found = await this.deps.database
      .select({ key: users.accountKey, number: recordExports.number })
      .from(users)
      .leftJoin(recordExports, and(eq(recordExports.ownerId, users.id), isOwned))
      .where(eq(users.id, ownerId))
      .orderBy(recordExports.number);
    const [owner] = found;
    if (!owner) throw new Error(`there is no account ${ownerId}`);
    return {
      account: ownerId,
      key: owner.key,
      exports: found.flatMap(({ number }) => (number === null ? [] : [number])),
    };
  }

  /**
   * Takes the points of an export whose turn has come, and with them its records are the account's: both or neither. An export that is
   * being made already stays as it is.
   *
   * @throws AnotherIsMade when another export of the account is being made, or has ended since its price was found
   * @throws PortalError QUOTE_CHANGED when it costs more than was agreed, DOWNLOAD_LIMIT_EXHAUSTED when the points do not reach,
   *   KEY_LIMIT or KEY_REVOKED when the API key that started it may not spend them
   */
  async reserve(job: RunningJob<ExportPayload>, made: RecordExport, reservation: Reservation): Promise<RecordExport> {
    const { owned, ...values } = reservation;
    if (values.points > made.agreedPoints) throw new PortalError('QUOTE_CHANGED');
    return this.deps.database.transaction(async (transaction) => {
      await job.mustHold(transaction);
      // Whoever changes what the account owns locks the same row first.
      await transaction.select({ id: users.id }).from(users).where(eq(users.id, made.ownerId)).for('update');
      const others = await transaction
        .select({ number: recordExports.number, state: recordExports.state })
        .from(recordExports)
        .where(
          and(
            eq(recordExports.ownerId, made.ownerId),
            inArray(recordExports.state, [...OWNED]),
            gt(recordExports.newRows, 0),
          ),
        );
      const known = new Set(owned);
      if (others.some(({ number, state }) => state === 'MAKING' || (number !== null && !known.has(number)))) {
        throw new AnotherIsMade('another export of the account is being made');
      }
      if (values.points > 0) {
        const holder = { userId: made.personId, allowance: 'DOWNLOADS' } as const;
        const charge = {
          key: chargeKey(made.id),
          amount: -values.points,
          cause: 'DOWNLOAD',
          actorId: made.personId,
          apiKeyId: made.apiKeyId,
        } as const;
        await this.deps.ledger.enter(transaction, { ...holder, ...charge });
      }
      const [reserved] = await transaction
        .update(recordExports)
        .set({ ...values, state: 'MAKING', ids: null })
        .where(and(eq(recordExports.id, made.id), eq(recordExports.state, 'WAITING')))
        .returning();
      if (!reserved) throw new PortalError('QUOTE_CHANGED');
      return reserved;
    });
  }

  /**
   * Ends an export whose file is there, or was made again.
   *
   * @param file null where its records alone were wanted
   */
  async ready(
    job: RunningJob<ExportPayload>,
    { id }: RecordExport,
    file: { bytes: number; fileSuppressed: number } | null,
  ): Promise<void> {
    await this.deps.database.transaction(async (transaction) => {
      const now = this.deps.now();
      const readyAt = sql`coalesce(${recordExports.readyAt}, ${now.toISOString()}::timestamptz)`;
      const [ready] = await transaction
        .update(recordExports)
        .set({ ...file, state: 'READY', readyAt })
        .where(and(eq(recordExports.id, id), inArray(recordExports.state, [...OWNED])))
        .returning();
      // One that is made again is told of already.
      if (ready && file) await this.#tell(ready, transaction);
      if (ready?.questionId && ready.readyAt?.getTime() === now.getTime())
        await this.#madeItself(ready, ready.questionId, transaction);
      await job.complete({}, transaction);
    });
  }

  /**
   * What belongs to the end of a job that came to nothing: its export ends, and its points come back. One that was ready stays so.
   *
   * @returns the export, where it ended
   */
  async rollBack(
    exportId: string,
    reason: ErrorCode | null,
    transaction: Transaction,
  ): Promise<RecordExport | undefined> {
    const [ended] = await transaction
      .update(recordExports)
      .set({ state: reason === null ? 'CANCELLED' : 'FAILED', reason, ids: null })
      .where(and(eq(recordExports.id, exportId), inArray(recordExports.state, [...OPEN])))
      .returning();
    if (!ended) return undefined;
    await this.deps.ledger.release(
      { userId: ended.personId, allowance: 'DOWNLOADS' },
      chargeKey(ended.id),
      transaction,
    );
    if (ended.state === 'FAILED') await this.#tell(ended, transaction);
    return ended;
  }

  /** Notes that the file of a standing question was made, and has it sent where it goes: once, however often it is made again. */
  async #madeItself(
    { id, ownerId, personId, questionMonth }: RecordExport,
    questionId: string,
    transaction: Transaction,
  ): Promise<void> {
    const made = { fileProblem: null, ...(questionMonth !== null && { toldMonth: questionMonth }) };
    await transaction.update(standingQuestions).set(made).where(eq(standingQuestions.id, questionId));
    const payload: SendingPayload = { exportId: id };
    const job = { key: `${SENDING_JOB} ${id}`, kind: SENDING_JOB, owner: { accountId: ownerId, personId }, payload };
    await this.deps.jobs.enqueue(job, transaction);
  }

  /** Tells the webhooks of its person how an export ended. */
  async #tell(ended: RecordExport, transaction: Transaction): Promise<void> {
    const [person] = await transaction.select().from(users).where(eq(users.id, ended.personId));
    if (!person) return;
    const { event, facts } = toldOf(ended, this.deps.settings.link.downloads);
    await this.deps.webhooks.tell(person, { event, about: `${event} ${ended.id}`, facts }, transaction);
  }

  /** @throws PortalError NOT_YOURS for a sub-user unless it is their own, for an owner unless it is the account's */
  async find(user: User, exportId: string): Promise<ListedExport> {
    const [found] = await this.#listed(and(byUuid(recordExports.id, exportId), this.#mayBeSeenBy(user)));
    if (!found) throw new PortalError('NOT_YOURS');
    return found;
  }

  /** The export that a person asked for under a key before. */
  async byIdempotencyKey(
    user: User,
    key: string,
    database: Database | Transaction = this.deps.database,
  ): Promise<RecordExport | undefined> {
    const [found] = await database
      .select()
      .from(recordExports)
      .where(and(eq(recordExports.personId, user.id), eq(recordExports.key, key)));
    return found;
  }

  /** The exports of an account that entries of its ledger are about, by the entries' keys. */
  async ofCharges(user: User, keys: readonly string[]): Promise<Map<string, Pick<RecordExport, 'id' | 'question'>>> {
    const prefix = chargeKey('');
    const ids = keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
    if (ids.length === 0) return new Map();
    const found = await this.deps.database
      .select({ id: recordExports.id, question: recordExports.question })
      .from(recordExports)
      .where(and(eq(recordExports.ownerId, ownerOf(user)), inArray(recordExports.id, ids)));
    return new Map(found.map((one) => [chargeKey(one.id), one]));
  }

  async get(
    exportId: string,
    database: Database | Transaction = this.deps.database,
  ): Promise<RecordExport | undefined> {
    const [found] = await database.select().from(recordExports).where(eq(recordExports.id, exportId));
    return found;
  }

  /** A page of exports, newest first, and how many there are. */
  async list(user: User, page: Page, only: { contains?: string; open?: boolean } = {}) {
    const found = only.contains ? contains(recordExports.question, only.contains) : undefined;
    const open = only.open
      ? and(inArray(recordExports.state, [...OPEN]), eq(recordExports.personId, user.id))
      : undefined;
    const narrowed = and(found, open);
    const where = and(this.#mayBeSeenBy(user), narrowed);
    const whose = user.uplineId === null ? { accountId: user.id } : { personId: user.id };
    const total = narrowed
      ? await countAtMost(this.deps.database, recordExports, where)
      : await countHistory(this.deps.database, 'EXPORT', whose);
    const order = [recordExports.createdAt, recordExports.id] as const;
    const ids = await pageOfIds(this.deps.database, recordExports, { where, order, page, total });
    return { exports: await this.#listed(inArray(recordExports.id, ids)), total };
  }

  #mayBeSeenBy(user: User) {
    return user.uplineId === null ? eq(recordExports.ownerId, user.id) : eq(recordExports.personId, user.id);
  }

  async #listed(which: SQL | undefined): Promise<ListedExport[]> {
    const found = await this.deps.database
      .select({ export: recordExports, firstname: users.firstname, lastname: users.lastname, rowsDone: jobs.rowsDone })
      .from(recordExports)
      .innerJoin(users, eq(users.id, recordExports.personId))
      .leftJoin(jobs, eq(jobs.key, sql`'export ' || ${recordExports.id}`))
      .where(which)
      .orderBy(desc(recordExports.createdAt), desc(recordExports.id));
    return found.map(({ firstname, lastname, rowsDone, ...rest }) => ({
      ...rest,
      personName: `${firstname} ${lastname}`.trim(),
      rowsDone: rowsDone ?? 0,
    }));
  }

  /** How many records the account has come to own by exports of a search: one that is exported again counts once. */
  async exportedOf(user: User, searchId: string): Promise<number> {
    const [found] = await this.deps.database
      .select({ rows: sql<number>`coalesce(sum(${recordExports.newRows}), 0)::integer` })
      .from(recordExports)
      .where(
        and(
          eq(recordExports.ownerId, ownerOf(user)),
          eq(recordExports.searchId, searchId),
          inArray(recordExports.state, [...OWNED]),
        ),
      );
    return found?.rows ?? 0;
  }

  /** Those of some searches of which the account has exported records. */
  async exportedSearches(user: User, searchIds: readonly string[]): Promise<Set<string>> {
    if (searchIds.length === 0) return new Set();
    const found = await this.deps.database
      .selectDistinct({ searchId: recordExports.searchId })
      .from(recordExports)
      .where(
        and(
          eq(recordExports.ownerId, ownerOf(user)),
          inArray(recordExports.searchId, [...searchIds]),
          inArray(recordExports.state, [...OWNED]),
        ),
      );
    return new Set(found.map(({ searchId }) => searchId));
  }

  /** Asks for an export to be cancelled: at once where it waits, else as soon as who makes it hears of it. */
  async cancel({ id }: RecordExport): Promise<void> {
    await this.deps.jobs.cancel(jobKey(id));
  }

  /** Has the file of an export made again, which costs nothing. Asked twice for the same version, it is made once. */
  async makeAgain(made: RecordExport, dataVersion: number): Promise<void> {
    await this.#enqueue(
      made,
      `${jobKey(made.id)} again ${dataVersion} ${Math.floor(this.deps.now().getTime() / MADE_AGAIN_MS)}`,
      this.deps.database,
    );
  }
}
