import { randomBytes } from 'node:crypto';
import { DAY_MS } from '@tidewaiter/contract';
import { and, desc, eq, gt, isNotNull, lt, notInArray, or } from 'drizzle-orm';
import type { Database, Transaction } from '../database/database.js';
import { knownBrowsers, users } from '../database/schema.js';
import { normalEmail } from '../users/users.js';
import { sha256 } from './secrets.js';

/** How long a browser is known after the last sign-in with it, in milliseconds. */
export const KNOWN_BROWSER_MS = 180 * DAY_MS;

/** Browsers that are known of one person: a program that signs in anew each time must not fill the table. */
const MOST_OF_A_PERSON = 20;

/**
 * The browsers that people signed in with before (OWASP's device cookies). Their secret opens nothing: it tells a person's own
 * tries at their password from those of strangers.
 */
export class KnownBrowsers {
  constructor(
    private readonly database: Database,
    private readonly now: () => Date,
  ) {}

  /** Whether the person of this e-mail address signed in before with the browser that has this secret. */
  async knows(secret: string, email: string): Promise<boolean> {
    const [found] = await this.database
      .select({ userId: knownBrowsers.userId })
      .from(knownBrowsers)
      .innerJoin(users, eq(users.id, knownBrowsers.userId))
      .where(
        and(
          eq(knownBrowsers.secretHash, sha256(secret)),
          eq(users.email, normalEmail(email)),
          isNotNull(users.verifiedAt),
          gt(knownBrowsers.signedInAt, this.#tooOld()),
        ),
      );
    return found !== undefined;
  }

  /**
   * Knows a browser from now on as that of this person, and no longer by its earlier secret.
   *
   * @returns the browser's new secret, of which only the hash is kept
   */
  async remember(userId: number, earlier: string | undefined): Promise<string> {
    const secret = randomBytes(32).toString('base64url');
    const own = eq(knownBrowsers.userId, userId);
    await this.database.insert(knownBrowsers).values({ secretHash: sha256(secret), userId, signedInAt: this.now() });
    const latest = this.database
      .select({ secretHash: knownBrowsers.secretHash })
      .from(knownBrowsers)
      .where(own)
      .orderBy(desc(knownBrowsers.signedInAt))
      .limit(MOST_OF_A_PERSON);
    const past = or(
      notInArray(knownBrowsers.secretHash, latest),
      lt(knownBrowsers.signedInAt, this.#tooOld()),
      earlier === undefined ? undefined : eq(knownBrowsers.secretHash, sha256(earlier)),
    );
    await this.database.delete(knownBrowsers).where(and(own, past));
    return secret;
  }

  /** Knows none of a person's browsers any more: one of them may have been somebody else's, who had the password. */
  async forgetAll(userId: number, transaction: Transaction): Promise<void> {
    await transaction.delete(knownBrowsers).where(eq(knownBrowsers.userId, userId));
  }

  #tooOld(): Date {
    return new Date(this.now().getTime() - KNOWN_BROWSER_MS);
  }
}
