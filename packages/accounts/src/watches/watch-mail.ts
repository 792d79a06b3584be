import { randomUUID } from 'node:crypto';
import { type DataAccess, WATCH_LIMITS, type WatchRhythm } from '@tidewaiter/contract';
import { and, asc, eq, inArray, isNotNull, isNull, lte, ne, type SQL } from 'drizzle-orm';
import type { Database, Transaction } from '../database/database.js';
import { users, watches, watchFindings, watchMail } from '../database/schema.js';
import { isUuid } from '../database/uuid.js';
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

/** Messages of what watches find: each is asked for together with the note that it was, so that it is sent once. */
export class WatchMail {
  readonly #askForDigest: AskForLetter<AboutDigest>;
  #writeDigest: WriteDigest | undefined;

  constructor(
    private readonly database: Database,
    mailer: Mailer,
    private readonly findings: Findings,
    private readonly now: () => Date,
  ) {
    this.#askForDigest = mailer.letter('watch digest', (about, { signal }) => this.#digest(about, signal));
  }

  /** Who writes the messages: what they say is read when they are sent. */
  writtenBy(write: WriteDigest): void {
    this.#writeDigest = write;
  }

  async #digest(about: AboutDigest, signal: AbortSignal): Promise<Message | undefined> {
    if (!this.#writeDigest) throw new Error('nobody writes what watches found');
    const [to] = await this.database
      .select({ user: users, endToken: watchMail.endToken, rhythm: watchMail.rhythm })
      .from(watchMail)
      .innerJoin(users, eq(users.id, watchMail.userId))
      .where(eq(watchMail.userId, about.userId));
    if (!to || to.rhythm === 'NEVER' || to.user.disabledAt !== null) return undefined;
    const { user, endToken } = to;
    const some = (ids: string) => this.findings.some(user, ids.split(',').filter(Boolean).map(Number));
    const [found, withdrawn] = [await some(about.found), await some(about.withdrawn)];
    return this.#writeDigest({ ...{ user, found, withdrawn, endToken }, more: about.more }, signal);
  }

  /** Begins to write to a person, unless they are written to or have ended it. */
  async begin({ id }: Pick<User, 'id'>, transaction: Transaction): Promise<void> {
    const nextAt = nextMailing(USUAL.rhythm, USUAL.timeZone, this.now());
    await transaction
      .insert(watchMail)
      .values({ ...USUAL, userId: id, nextAt, endToken: randomUUID() })
      .onConflictDoNothing();
  }

  async of({ id }: User): Promise<Mailing> {
    const [found] = await this.database.select().from(watchMail).where(eq(watchMail.userId, id));
    return found ?? { ...USUAL, nextAt: nextMailing(USUAL.rhythm, USUAL.timeZone, this.now()) };
  }

  async change({ id }: User, { rhythm, timeZone }: Pick<Mailing, 'rhythm' | 'timeZone'>): Promise<void> {
    const set = { rhythm, timeZone, nextAt: nextMailing(rhythm, timeZone, this.now()) };
    await this.database
      .insert(watchMail)
      .values({ ...set, userId: id, endToken: randomUUID() })
      .onConflictDoUpdate({ target: watchMail.userId, set });
  }

  /** Ends the messages to whoever has a token from one of them; false for a token that there is not. */
  async end(token: string): Promise<boolean> {
    if (!isUuid(token)) return false;
    const ended = await this.database
      .update(watchMail)
      .set({ rhythm: 'NEVER' })
      .where(eq(watchMail.endToken, token))
      .returning({ userId: watchMail.userId });
    return ended.length > 0;
  }

  /** The people to whom a message is due. */
  async due(): Promise<User[]> {
    const found = await this.database
      .select({ user: users })
      .from(watchMail)
      .innerJoin(users, eq(users.id, watchMail.userId))
      .where(and(lte(watchMail.nextAt, this.now()), ne(watchMail.rhythm, 'NEVER')))
      .orderBy(asc(watchMail.nextAt))
      .limit(PEOPLE_AT_ONCE);
    return found.map(({ user }) => user);
  }

  /**
   * Asks for a message to a person of what their watches found since the last one, and of what is taken back of it, if one is due and there
   * is anything to say. What they have read meanwhile, put off, or may not see is left out.
   *
   * @param access what the person may see; null where they have no subscription, and are written nothing
   */
  async write(user: User, access: DataAccess | null): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const [mailing] = await transaction.select().from(watchMail).where(eq(watchMail.userId, user.id)).for('update');
      const now = this.now();
      if (!mailing || mailing.rhythm === 'NEVER' || mailing.nextAt > now) return;
      // At once means again when something is found.
      const nextAt = mailing.rhythm === 'AT_ONCE' ? FAR : nextMailing(mailing.rhythm, mailing.timeZone, now);
      await transaction.update(watchMail).set({ nextAt }).where(eq(watchMail.userId, user.id));
      if (access === null) return;
      const ofPerson = and(eq(watchFindings.userId, user.id), mayBeTold(access), eq(watches.isMuted, false));
      const read = (which: SQL | undefined) =>
        transaction
          .select({ id: watchFindings.id, snoozedUntil: watchFindings.snoozedUntil })
          .from(watchFindings)
          .innerJoin(watches, eq(watches.id, watchFindings.watchId))
          .where(and(ofPerson, which))
          .orderBy(asc(watches.name), asc(watchFindings.id));
      const unsaid = await read(
        and(isNull(watchFindings.mailedAt), isNull(watchFindings.withdrawnAt), isNull(watchFindings.readAt)),
      );
      const gone = await read(
        and(
          isNotNull(watchFindings.withdrawnAt),
          isNotNull(watchFindings.mailedAt),
          isNull(watchFindings.withdrawalMailedAt),
        ),
      );
      const heard = unsaid.filter(({ snoozedUntil }) => snoozedUntil === null || snoozedUntil <= now);
      const [found, withdrawn] = [heard.map(({ id }) => id), gone.map(({ id }) => id)];
      if (found.length === 0 && withdrawn.length === 0) return;
      await transaction.update(watchFindings).set({ mailedAt: now }).where(inArray(watchFindings.id, found));
      await transaction
        .update(watchFindings)
        .set({ withdrawalMailedAt: now })
        .where(inArray(watchFindings.id, withdrawn));
      const named = (ids: readonly number[]) => ids.slice(0, WATCH_LIMITS.findingsInMail).join();
      const more = found.length - Math.min(found.length, WATCH_LIMITS.findingsInMail);
      const about = { userId: user.id, found: named(found), withdrawn: named(withdrawn), more };
      await this.#askForDigest(about, {}, transaction);
    });
  }
}

/** Not before something else says when. */
const FAR = new Date('9999-12-31T00:00:00Z');
