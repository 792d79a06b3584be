import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { PortalError } from '@tidewaiter/contract';
import { and, eq, lt } from 'drizzle-orm';
import type { Database } from '../database/database.js';
import { stillGood } from '../database/lifetime.js';
import { signOnTries } from '../database/schema.js';
import { sha256 } from './secrets.js';

/** How long somebody may take at their firm's provider, in milliseconds. */
export const SIGN_ON_MS = 15 * 60 * 1000;

/** What a provider is told, and is to bring back. */
export interface SignOnTry {
  state: string;
  nonce: string;
  /** Of PKCE: the provider is told its hash, and asked for it with the code. */
  verifier: string;
}

type Kept = Pick<typeof signOnTries.$inferSelect, 'signOnId' | 'kept' | 'fresh'>;

const derived = (secret: string, what: string) =>
  createHmac('sha256', secret).update(`sign-on ${what}`).digest('base64url');

/** All of it follows from the secret in the browser's cookie: another browser cannot use what comes back, nor can who reads the database. */
const tryOf = (secret: string): SignOnTry => ({
  state: derived(secret, 'state'),
  nonce: derived(secret, 'nonce'),
  verifier: derived(secret, 'verifier'),
});

/** Browsers that were sent to a provider, each for one return. */
export class SignOnTries {
  constructor(
    private readonly database: Database,
    private readonly now: () => Date,
  ) {}

  /** @returns what the provider is told, and the secret of the browser's cookie */
  async begin(about: Kept): Promise<SignOnTry & { secret: string }> {
    const secret = randomBytes(32).toString('base64url');
    await this.database.delete(signOnTries).where(lt(signOnTries.expiresAt, this.now()));
    const expiresAt = new Date(this.now().getTime() + SIGN_ON_MS);
    await this.database.insert(signOnTries).values({ secretHash: sha256(secret), ...about, expiresAt });
    return { secret, ...tryOf(secret) };
  }

  /**
   * Uses one up.
   *
   * @param secret of the browser that came back
   * @param state that it brings
   * @throws PortalError CHALLENGE_GONE where it was used, is too old, or another browser's
   */
  async take(secret: string | undefined, state: string): Promise<SignOnTry & Kept> {
    if (secret === undefined) throw new PortalError('CHALLENGE_GONE');
    const told = tryOf(secret);
    if (!timingSafeEqual(Buffer.from(sha256(told.state)), Buffer.from(sha256(state))))
      throw new PortalError('CHALLENGE_GONE');
    const [taken] = await this.database
      .delete(signOnTries)
      .where(and(eq(signOnTries.secretHash, sha256(secret)), stillGood(signOnTries.expiresAt, SIGN_ON_MS, this.now())))
      .returning();
    if (!taken) throw new PortalError('CHALLENGE_GONE');
    const { signOnId, kept, fresh } = taken;
    return { ...told, signOnId, kept, fresh };
  }
}
