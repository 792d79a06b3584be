import { randomUUID } from 'node:crypto';
import { FACTORS, PortalError } from '@tidewaiter/contract';
import { and, eq, isNull, lt } from 'drizzle-orm';
import type { Database } from '../database/database.js';
import { stillGood } from '../database/lifetime.js';
import { factorChallenges } from '../database/schema.js';
import type { ChallengeKind } from '../database/tables/factors.js';
import { byUuid } from '../database/uuid.js';

/** What was asked of apps and browsers, each good for one answer. */
export class Challenges {
  constructor(
    private readonly database: Database,
    private readonly now: () => Date,
  ) {}

  /** @param userId whose answer it waits for; null where the answer says who gives it */
  async keep(
    kind: ChallengeKind,
    userId: number | null,
    challenge: string,
    id: string = randomUUID(),
  ): Promise<string> {
    const expiresAt = new Date(this.now().getTime() + FACTORS.challengeMs);
    await this.database.delete(factorChallenges).where(lt(factorChallenges.expiresAt, this.now()));
    await this.database.insert(factorChallenges).values({ id, kind, userId, challenge, expiresAt });
    return id;
  }

  /** What was asked, without using it up. @throws PortalError CHALLENGE_GONE */
  async look(kind: ChallengeKind, userId: number | null, id: string): Promise<string> {
    const [found] = await this.database
      .select()
      .from(factorChallenges)
      .where(this.#standing(kind, userId, id));
    if (!found) throw new PortalError('CHALLENGE_GONE');
    return found.challenge;
  }

  /** Uses one up. @throws PortalError CHALLENGE_GONE where it was used, is too old, somebody else's or never was */
  async take(kind: ChallengeKind, userId: number | null, id: string): Promise<string> {
    const [taken] = await this.database
      .delete(factorChallenges)
      .where(this.#standing(kind, userId, id))
      .returning();
    if (!taken) throw new PortalError('CHALLENGE_GONE');
    return taken.challenge;
  }

  #standing(kind: ChallengeKind, userId: number | null, id: string) {
    return and(
      byUuid(factorChallenges.id, id),
      eq(factorChallenges.kind, kind),
      userId === null ? isNull(factorChallenges.userId) : eq(factorChallenges.userId, userId),
      stillGood(factorChallenges.expiresAt, FACTORS.challengeMs, this.now()),
    );
  }
}
