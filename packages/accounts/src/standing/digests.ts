import { randomUUID } from 'node:crypto';
import { type DataAccess, WATCH_LIMITS, type WatchRhythm } from '@tidewaiter/contract';
import { and, asc, eq, inArray, isNotNull, isNull, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../database/database.js';
import { digests, findings, standingQuestions, users } from '../database/schema.js';
import { byUuid } from '../database/uuid.js';
import type { AskForLetter, Mailer, Message } from '../mail/mailer.js';
import type { User } from '../users/user.js';
import { type Findings, type FoundByName, mayBeTold } from './findings.js';
import { nextMailing } from './mailing-times.js';

/** How a person is written to. */
export interface Mailing {
  rhythm: WatchRhythm;
  timeZone: string;
  nextAt: Date;
}

/** What a message is made of when it is sent: what is new, how much more of it there is, and what is taken back. */
export interface Digest {
  user: User;
  found: readonly FoundByName[];
  more: number;
  withdrawn: readonly FoundByName[];
  /** Ends these messages. */
  endToken: string;
}

/** Writes a message out of it; undefined where nothing of it may be told any more. */
type WriteDigest = (digest: Digest, signal: AbortSignal) => Promise<Message | undefined>;

/** What a message is about, as it waits to be sent: findings by their ids, parted by commas. */
type AboutDigest = { userId: number; found: string; withdrawn: string; more: number };

/** How a person is written to of whom nobody has said anything. */
const USUAL = { rhythm: 'WEEKLY', timeZone: 'UTC' } as const;

/** So many people are written to in one go. */
const PEOPLE_AT_ONCE = 500;

/** Messages of what standing questions find: each is asked for together with the note that it was, so that it is sent once. */
export class Digests {
  readonly #askForDigest: AskForLetter<AboutDigest>;
  #writeDigest: WriteDigest | undefined;

  constructor(
    private readonly database: Database,
    mailer: Mailer,
    private readonly found: Findings,
    private readonly now: () => Date,
  ) {
    this.#askForDigest = mailer.letter('watch digest', (about, { signal }) => this.#digest(about, signal));
  }

  /** Who writes the messages: what they say is read when they are sent. */
  writtenBy(write: WriteDigest): void {
    this.#writeDigest = write;
  }

  async #digest(about: AboutDigest, signal: AbortSignal): Promise<Message | undefined> {
    if (!this.#writeDigest) throw new Error('nobody writes what was found');
    const [to] = await this.database
      .select({ user: users, endToken: digests.endToken, rhythm: digests.rhythm })
      .from(digests)
      .innerJoin(users, eq(users.id, digests.userId))
      .where(eq(digests.userId, about.userId));
    if (!to || to.rhythm === 'NEVER' || to.user.disabledAt !== null) return undefined;
    const { user, endToken } = to;
    const some = (ids: string) => this.found.some(user, ids.split(',').filter(Boolean).map(Number));
    const [found, withdrawn] = [await some(about.found), await some(about.withdrawn)];
    return this.#writeDigest({ ...{ user, found, withdrawn, endToken }, more: about.more }, signal);
  }

  /** Begins to write to a person, unless they are written to or have ended it. */
  async begin({ id }: Pick<User, 'id'>, transaction: Transaction): Promise<void> {
    const nextAt = nextMailing(USUAL.rhythm, USUAL.timeZone, this.now());
    await transaction
      .insert(digests)
      .values({ ...USUAL, userId: id, nextAt, endToken: randomUUID() })
      .onConflictDoNothing();
  }

  async of({ id }: User): Promise<Mailing> {
    const [found] = await this.database.select().from(digests).where(eq(digests.userId, id));
    return found ?? { ...USUAL, nextAt: nextMailing(USUAL.rhythm, USUAL.timeZone, this.now()) };
  }

  async change({ id }: User, { rhythm, timeZone }: Pick<Mailing, 'rhythm' | 'timeZone'>): Promise<void> {
    const set = { rhythm, timeZone, nextAt: nextMailing(rhythm, timeZone, this.now()) };
    await this.database
      .insert(digests)
      .values({ ...set, userId: id, endToken: randomUUID() })
      .onConflictDoUpdate({ target: digests.userId, set });
  }

  /** Ends the messages to whoever has a token from one of them; false for a token that there is not. */
  async end(token: string): Promise<boolean> {
    const ended = await this.database
      .update(digests)
      .set({ rhythm: 'NEVER' })
      .where(byUuid(digests.endToken, token))
      .returning({ userId: digests.userId });
    return ended.length > 0;
  }

  /** The people to whom a message is due. */
  async due(): Promise<User[]> {
    const found = await this.database
      .select({ user: users })
      .from(digests)
      .innerJoin(users, eq(users.id, digests.userId))
      .where(and(lte(digests.nextAt, this.now()), ne(digests.rhythm, 'NEVER')))
      .orderBy(asc(digests.nextAt))
      .limit(PEOPLE_AT_ONCE);
    return found.map(({ user }) => user);
  }

  /**
   * Asks for a message to a person of what was found for them since the last one, and of what is taken back of it, if one is due and there
   * is anything to say. What they have read meanwhile, put off, or may not see is left out.
   *
   * @param access what the person may see; null where they have no subscription, and are written nothing
   */
  async write(user: User, access: DataAccess | null): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const [mailing] = await transaction.select().from(digests).where(eq(digests.userId, user.id)).for('update');
      const now = this.now();
      if (!mailing || mailing.rhythm === 'NEVER' || mailing.nextAt > now) return;
      // At once means again when something is found.
      const nextAt = mailing.rhythm === 'AT_ONCE' ? FAR : nextMailing(mailing.rhythm, mailing.timeZone, now);
      await transaction.update(digests).set({ nextAt }).where(eq(digests.userId, user.id));
      if (access === null) return;
      const ofPerson = and(eq(findings.userId, user.id), mayBeTold(access), MAILED);
      const read = (which: SQL | undefined) =>
        transaction
          .select({ id: findings.id, snoozedUntil: findings.snoozedUntil })
          .from(findings)
          .innerJoin(standingQuestions, eq(standingQuestions.id, findings.questionId))
          .where(and(ofPerson, which))
          .orderBy(asc(standingQuestions.name), asc(findings.id));
      const unsaid = await read(and(isNull(findings.mailedAt), isNull(findings.withdrawnAt), isNull(findings.readAt)));
      const gone = await read(
        and(isNotNull(findings.withdrawnAt), isNotNull(findings.mailedAt), isNull(findings.withdrawalMailedAt)),
      );
      const heard = unsaid.filter(({ snoozedUntil }) => snoozedUntil === null || snoozedUntil <= now);
      const [found, withdrawn] = [heard.map(({ id }) => id), gone.map(({ id }) => id)];
      if (found.length === 0 && withdrawn.length === 0) return;
      await transaction.update(findings).set({ mailedAt: now }).where(inArray(findings.id, found));
      await transaction.update(findings).set({ withdrawalMailedAt: now }).where(inArray(findings.id, withdrawn));
      const named = (ids: readonly number[]) => ids.slice(0, WATCH_LIMITS.findingsInMail).join();
      const more = found.length - Math.min(found.length, WATCH_LIMITS.findingsInMail);
      const about = { userId: user.id, found: named(found), withdrawn: named(withdrawn), more };
      await this.#askForDigest(about, {}, transaction);
    });
  }
}

/** Of which findings a person is written to. */
const MAILED = and(eq(standingQuestions.isPaused, false), sql`'MAIL' = any(${standingQuestions.deliveries})`);

/** Not before something else says when. */
const FAR = new Date('9999-12-31T00:00:00Z');
