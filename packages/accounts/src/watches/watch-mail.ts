import { randomUUID } from 'node:crypto';
import { type DataAccess, WATCH_LIMITS, type WatchRhythm } from '@tidewaiter/contract';
import { and, asc, eq, inArray, isNotNull, isNull, lte, ne } from 'drizzle-orm';
import type { Database, Transaction } from '../database/database.js';
import { users, watches, watchFindings, watchMail } from '../database/schema.js';
import { isUuid } from '../database/uuid.js';
import type { Mailer, Message } from '../mail/mailer.js';
import type { User } from '../users/user.js';
import { type FindingRow, mayBeTold } from './findings.js';
import { nextMailing } from './mailing-times.js';

/** How a person is written to. */
export interface Mailing {
  rhythm: WatchRhythm;
  timeZone: string;
  nextAt: Date;
}

/** A finding with its watch, as a message names it. */
export type FoundByName = FindingRow & { watchName: string };

/** What a message is made of: what is new, how much more of it there is, and what is taken back. */
export interface Digest {
  user: User;
  found: readonly FoundByName[];
  more: number;
  withdrawn: readonly FoundByName[];
  /** Ends these messages. */
  endToken: string;
}

/** How a person is written to of whom nobody has said anything. */
const USUAL = { rhythm: 'WEEKLY', timeZone: 'UTC' } as const;

/** So many people are written to in one go. */
const PEOPLE_AT_ONCE = 500;

/** Messages of what watches find: each is asked for together with the note that it was, so that it is sent once. */
export class WatchMail {
  constructor(
    private readonly database: Database,
    private readonly mailer: Mailer,
    private readonly now: () => Date,
  ) {}

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
   * Writes to a person what their watches found since the last message, and what is taken back of it, if a message is due and there is
   * anything to say. What they have read meanwhile, put off, or may not see is left out.
   *
   * @param access what the person may see; null where they have no subscription, and are written nothing
   */
  async write(
    user: User,
    access: Pick<DataAccess, 'countries'> | null,
    messageOf: (digest: Digest) => Message,
  ): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const [mailing] = await transaction.select().from(watchMail).where(eq(watchMail.userId, user.id)).for('update');
      const now = this.now();
      if (!mailing || mailing.rhythm === 'NEVER' || mailing.nextAt > now) return;
      // At once means again when something is found.
      const nextAt = mailing.rhythm === 'AT_ONCE' ? FAR : nextMailing(mailing.rhythm, mailing.timeZone, now);
      await transaction.update(watchMail).set({ nextAt }).where(eq(watchMail.userId, user.id));
      if (access === null) return;
      const ofPerson = and(eq(watchFindings.userId, user.id), mayBeTold(access), eq(watches.isMuted, false));
      const read = () =>
        transaction
          .select({ row: watchFindings, watchName: watches.name })
          .from(watchFindings)
          .innerJoin(watches, eq(watches.id, watchFindings.watchId))
          .orderBy(asc(watches.name), asc(watchFindings.id));
      const unsaid = await read().where(
        and(ofPerson, isNull(watchFindings.mailedAt), isNull(watchFindings.withdrawnAt), isNull(watchFindings.readAt)),
      );
      const gone = await read().where(
        and(
          ofPerson,
          isNotNull(watchFindings.withdrawnAt),
          isNotNull(watchFindings.mailedAt),
          isNull(watchFindings.withdrawalMailedAt),
        ),
      );
      const named = (found: typeof unsaid) => found.map(({ row, watchName }) => ({ ...row, watchName }));
      const heard = named(unsaid).filter(({ snoozedUntil }) => snoozedUntil === null || snoozedUntil <= now);
      const idsOf = (found: readonly FindingRow[]) =>
        inArray(
          watchFindings.id,
          found.map(({ id }) => id),
        );
      const withdrawn = named(gone);
      if (heard.length === 0 && withdrawn.length === 0) return;
      await transaction.update(watchFindings).set({ mailedAt: now }).where(idsOf(heard));
      await transaction.update(watchFindings).set({ withdrawalMailedAt: now }).where(idsOf(withdrawn));
      const found = heard.slice(0, WATCH_LIMITS.findingsInMail);
      const digest = {
        ...{ user, found, more: heard.length - found.length },
        ...{ withdrawn: withdrawn.slice(0, WATCH_LIMITS.findingsInMail), endToken: mailing.endToken },
      };
      await this.mailer.send(messageOf(digest), transaction);
    });
  }
}

/** Not before something else says when. */
const FAR = new Date('9999-12-31T00:00:00Z');
