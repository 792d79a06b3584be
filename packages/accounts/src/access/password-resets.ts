import { randomInt, randomUUID } from 'node:crypto';
import { HOUR_MS, PortalError } from '@tidewaiter/contract';
import { and, between, desc, eq, isNull, lt, ne, sql } from 'drizzle-orm';
import { stillGood } from '../database/lifetime.js';
import { passwordResets, users } from '../database/schema.js';
import { byUuid } from '../database/uuid.js';
import type { AskForLetter, Message } from '../mail/mailer.js';
import { MAIL } from '../mail/messages.js';
import { normalEmail } from '../users/users.js';
import type { Foundation } from '../webhooks/foundation.js';
import { type OneUseLinks, RESET_TOKEN_MS } from './one-use-links.js';
import { hashPassword, verifyPassword } from './password.js';

const CODE_DIGITS = 8;
const CODE_MINUTES = 10;
const CODE_MS = CODE_MINUTES * 60 * 1000;
/** Wrong codes after which a request is dead. */
const TRIES = 5;
/** Codes that one address is mailed within an hour, whoever asks. */
const CODES_AN_HOUR = 5;
/** Forgotten passwords: a one-time password by mail, bound to the request that asked for it. */
export class PasswordResets {
  readonly #mailCode: AskForLetter<{ id: string; address: string }>;

  constructor(private readonly deps: Foundation & { links: OneUseLinks }) {
    this.#mailCode = deps.mailer.letter('one-time password', (about) => this.#writeCode(about));
  }

  /**
   * Begins a reset, in the same way for every address. Whether it has an account is looked up afterwards, when nobody waits. An
   * address that was mailed enough codes is mailed no other: the last one goes with this request too.
   *
   * @returns the id that goes with the one-time password
   */
  async begin(email: string, address: string): Promise<string> {
    const id = randomUUID();
    const expiresAt = new Date(this.deps.now().getTime() + CODE_MS);
    await this.deps.database.transaction(async (transaction) => {
      // Those of the last hour tell how many codes an address was mailed.
      await transaction.delete(passwordResets).where(lt(passwordResets.expiresAt, this.#anHourAgo()));
      await transaction.insert(passwordResets).values({ id, email: normalEmail(email), expiresAt });
      await this.#mailCode({ id, address }, { unnoticed: true }, transaction);
    });
    return id;
  }

  /**
   * Trades a one-time password for a token that sets a password.
   *
   * @throws PortalError INVALID_OTP, in the same words and time for an address without an account
   */
  async verify(id: string, code: string): Promise<string> {
    const [request] = await this.deps.database
      .update(passwordResets)
      .set({ tries: sql`${passwordResets.tries} + 1` })
      .where(
        and(
          byUuid(passwordResets.id, id),
          isNull(passwordResets.usedAt),
          lt(passwordResets.tries, TRIES),
          stillGood(passwordResets.expiresAt, CODE_MS, this.deps.now()),
        ),
      )
      .returning();
    const matches = await verifyPassword(request?.codeHash ?? undefined, code.trim());
    const user = request && matches ? await this.deps.users.findByEmail(request.email) : undefined;
    if (!user || !request?.codeHash) throw new PortalError('INVALID_OTP');
    // Several requests may share a code, which is used up for all of them.
    const used = await this.deps.database
      .update(passwordResets)
      .set({ usedAt: this.deps.now() })
      .where(and(eq(passwordResets.codeHash, request.codeHash), isNull(passwordResets.usedAt)))
      .returning({ id: passwordResets.id });
    if (used.length === 0) throw new PortalError('INVALID_OTP');
    return this.deps.links.issue(user.id, 'SET_PASSWORD', { lifeMs: RESET_TOKEN_MS });
  }

  /** Makes the code when it is mailed; another one where the mail is sent again. Nothing where the request works no more. */
  async #writeCode({ id, address }: { id: string; address: string }): Promise<Message | undefined> {
    const usable = and(
      eq(passwordResets.id, id),
      isNull(passwordResets.usedAt),
      stillGood(passwordResets.expiresAt, CODE_MS, this.deps.now()),
    );
    const [request] = await this.deps.database.select().from(passwordResets).where(usable);
    const user = request && (await this.deps.users.findByEmail(request.email));
    if (!user || user.disabledAt) return undefined;
    const code = Array.from({ length: CODE_DIGITS }, () => randomInt(10)).join('');
    const codeHash = await hashPassword(code);
    const isSent = await this.deps.database.transaction(async (transaction) => {
      // One request of an address after another: no two of them take the last code that may be sent.
      await transaction.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for('update');
      const lately = await transaction
        .select()
        .from(passwordResets)
        .where(
          and(
            eq(passwordResets.email, user.email),
            between(passwordResets.sentAt, this.#anHourAgo(), this.deps.now()),
            ne(passwordResets.id, id),
          ),
        )
        .orderBy(desc(passwordResets.sentAt));
      const room = lately.length < CODES_AN_HOUR;
      const [last] = lately;
      const set = room ? { codeHash, sentAt: this.deps.now() } : { codeHash: last?.codeHash, usedAt: last?.usedAt };
      const kept = await transaction.update(passwordResets).set(set).where(usable).returning();
      const isFirst = request.codeHash === null && kept.length > 0;
      const act = { event: 'PASSWORD_RESET_ASKED', subjectId: user.id, address } as const;
      if (isFirst) await this.deps.audit.write(act, transaction);
      return room && kept.length > 0;
    });
    return isSent ? MAIL.oneTimePassword(user, code, CODE_MINUTES) : undefined;
  }

  #anHourAgo(): Date {
    return new Date(this.deps.now().getTime() - HOUR_MS);
  }
}
