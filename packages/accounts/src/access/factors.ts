import { randomUUID } from 'node:crypto';
import { clockOff, DAY_MS, FACTORS, type FactorDemand, MESSAGES, PortalError } from '@tidewaiter/contract';
import { and, asc, eq, gte, isNull, lt, or } from 'drizzle-orm';
import type { Database, Transaction } from '../database/database.js';
import { factors, recoveryCodes, users } from '../database/schema.js';
import { byUuid } from '../database/uuid.js';
import { MAIL } from '../mail/messages.js';
import { ownerOf, type User } from '../users/user.js';
import { holdPerson } from '../users/users.js';
import type { Foundation } from '../webhooks/foundation.js';
import type { By } from './api-keys.js';
import { looksLikeAppCode, newAppSecret, readAppCode } from './app-codes.js';
import type { Challenges } from './factor-challenges.js';
import type { PasskeyAnswer, Passkeys } from './passkeys.js';
import type { RateLimiter } from './rate-limiter.js';
import { makeRecoveryCodes, recoveryCodesLeft, useRecoveryCode } from './recovery-codes.js';

export type Factor = Pick<typeof factors.$inferSelect, 'id' | 'kind' | 'name' | 'createdAt' | 'lastUsedAt'>;

type NewFactor = Pick<typeof factors.$inferInsert, 'kind' | 'name'> & Partial<typeof factors.$inferInsert>;

/** To which row a sealed secret of an app belongs. */
const appSecret = (id: string) => `app ${id}`;

/** What people show beside their password: codes of an app, passkeys, recovery codes (decision 0067). */
export class Factors {
  constructor(
    private readonly deps: Foundation & { challenges: Challenges; passkeys: Passkeys; rateLimiter: RateLimiter },
  ) {}

  /** What a person has, and who asks that they have some. */
  async of(user: User): Promise<{ factors: Factor[]; codesLeft: number; demandedBy: FactorDemand | null }> {
    const own = await this.deps.database
      .select()
      .from(factors)
      .where(eq(factors.userId, user.id))
      .orderBy(asc(factors.createdAt));
    const codesLeft = await recoveryCodesLeft(user.id, this.deps.database);
    return { factors: own, codesLeft, demandedBy: await this.demandedBy(user) };
  }

  /** Who asks that everybody of a person's account have one. */
  async demandedBy(user: User): Promise<FactorDemand | null> {
    if (this.deps.settings.secondFactor === 'required' || user.operator) return 'OPERATOR';
    const [owner] = await this.deps.database
      .select({ by: users.factorsDemandedBy })
      .from(users)
      .where(eq(users.id, ownerOf(user)));
    return owner?.by ?? null;
  }

  async count(userId: number, database: Database | Transaction = this.deps.database): Promise<number> {
    return database.$count(factors, eq(factors.userId, userId));
  }

  /** Begins to add an app: its secret, which is kept sealed until the app shows a code. @throws PortalError FACTORS_FULL */
  async beginApp(user: User): Promise<{ challengeId: string; secret: string; uri: string }> {
    await this.#mustHaveRoom(user.id, this.deps.database);
    const { secret, uri } = newAppSecret(user.email);
    const id = randomUUID();
    await this.deps.challenges.keep('ADD_APP', user.id, this.deps.sealing.seal(Buffer.from(secret), appSecret(id)), id);
    return { challengeId: id, secret, uri };
  }

  /**
   * Adds the app that shows a code.
   *
   * @returns recovery codes, with a person's first factor
   * @throws PortalError FACTOR_REFUSED, after which another code may be tried; CHALLENGE_GONE or FACTORS_FULL
   */
  async addApp(
    user: User,
    app: { challengeId: string; code: string; name: string },
    by: By,
  ): Promise<string[] | undefined> {
    const { challengeId: id, code, name } = app;
    const sealed = await this.deps.challenges.look('ADD_APP', user.id, id);
    const read = readAppCode(this.deps.sealing.open(sealed, appSecret(id)).toString(), code, this.deps.now());
    if (!read || 'offBy' in read) throw codeRefused(read);
    await this.deps.challenges.take('ADD_APP', user.id, id);
    return this.#add(user, { id, kind: 'APP', name, secret: sealed, lastStep: read.step }, by);
  }

  /** @throws PortalError FACTORS_FULL or PASSKEYS_ELSEWHERE */
  async beginPasskey(user: User) {
    await this.#mustHaveRoom(user.id, this.deps.database);
    return this.deps.passkeys.begin(user);
  }

  /** @returns recovery codes, with a person's first factor. @throws PortalError FACTOR_REFUSED, CHALLENGE_GONE or FACTORS_FULL */
  async addPasskey(
    user: User,
    { challengeId, passkey, name }: { challengeId: string; passkey: PasskeyAnswer; name: string },
    by: By,
  ): Promise<string[] | undefined> {
    const made = await this.deps.passkeys.made(user, challengeId, passkey);
    return this.#add(user, { kind: 'PASSKEY', name, ...made }, by);
  }

  async #add(user: User, factor: NewFactor, by: By): Promise<string[] | undefined> {
    return this.deps.database.transaction(async (transaction) => {
      await holdPerson(user, transaction);
      const had = await this.#mustHaveRoom(user.id, transaction);
      const [added] = await transaction
        .insert(factors)
        .values({ id: randomUUID(), userId: user.id, createdAt: this.deps.now(), ...factor })
        .onConflictDoNothing()
        .returning();
      if (!added) throw new PortalError('FACTOR_REFUSED', [], MESSAGES.passkeyRefused);
      const { kind, name } = added;
      await this.deps.audit.write(
        { event: 'FACTOR_ADDED', subjectId: user.id, ...by, details: { kind, name } },
        transaction,
      );
      await this.deps.mailer.send(MAIL.factorAdded(user, name), transaction);
      return had === 0 ? makeRecoveryCodes(user.id, transaction) : undefined;
    });
  }

  async #mustHaveRoom(userId: number, database: Database | Transaction): Promise<number> {
    const had = await this.count(userId, database);
    if (had >= FACTORS.perPerson) throw new PortalError('FACTORS_FULL');
    return had;
  }

  /**
   * Removes one of a person's own; with the last one go the recovery codes.
   *
   * @throws PortalError NOT_YOURS, or FACTOR_DEMANDED for the last one of somebody who is to have one
   */
  async remove(user: User, id: string, by: By): Promise<void> {
    const demandedBy = await this.demandedBy(user);
    await this.deps.database.transaction(async (transaction) => {
      await holdPerson(user, transaction);
      const own = and(byUuid(factors.id, id), eq(factors.userId, user.id));
      const [removed] = await transaction.delete(factors).where(own).returning();
      if (!removed) throw new PortalError('NOT_YOURS');
      const left = await this.count(user.id, transaction);
      if (left === 0 && demandedBy !== null) throw new PortalError('FACTOR_DEMANDED');
      if (left === 0) await transaction.delete(recoveryCodes).where(eq(recoveryCodes.userId, user.id));
      const { kind, name } = removed;
      await this.deps.audit.write(
        { event: 'FACTOR_REMOVED', subjectId: user.id, ...by, details: { kind, name } },
        transaction,
      );
      await this.deps.mailer.send(MAIL.factorRemoved(user, name), transaction);
    });
  }

  /** Puts other recovery codes in the place of a person's. @throws PortalError FACTOR_NEEDED for who has no factor */
  async renewRecoveryCodes(user: User, by: By): Promise<string[]> {
    return this.deps.database.transaction(async (transaction) => {
      await holdPerson(user, transaction);
      if ((await this.count(user.id, transaction)) === 0)
        throw new PortalError('FACTOR_NEEDED', [], MESSAGES.factorFirst);
      await this.deps.audit.write({ event: 'RECOVERY_CODES_MADE', subjectId: user.id, ...by }, transaction);
      await this.deps.mailer.send(MAIL.recoveryCodesMade(user), transaction);
      return makeRecoveryCodes(user.id, transaction);
    });
  }

  /** Takes all of a person's away, when they have lost them. @returns how many there were */
  async removeAll(user: User, transaction: Transaction): Promise<number> {
    const removed = await transaction.delete(factors).where(eq(factors.userId, user.id)).returning();
    await transaction.delete(recoveryCodes).where(eq(recoveryCodes.userId, user.id));
    return removed.length;
  }

  /** Takes away what was added to an account while somebody else may have had it, in so many days, and all recovery codes. */
  async removeYoung(user: User, days: number, transaction: Transaction): Promise<void> {
    const since = new Date(this.deps.now().getTime() - days * DAY_MS);
    const young = and(eq(factors.userId, user.id), gte(factors.createdAt, since));
    await transaction.delete(factors).where(young);
    await transaction.delete(recoveryCodes).where(eq(recoveryCodes.userId, user.id));
  }

  /**
   * Asks everybody of a main account for one, or no more. A main account that asks has one itself, and what the operator asks for it
   * cannot take back.
   *
   * @throws PortalError FACTOR_DEMANDED
   */
  async demand(owner: User, demanded: boolean, by: FactorDemand, who: By): Promise<void> {
    if (by === 'OWNER') {
      const before = await this.demandedBy(owner);
      if (before === 'OPERATOR') throw new PortalError('FACTOR_DEMANDED', [], MESSAGES.factorDemandedByOperator);
      if (demanded && (await this.count(owner.id)) === 0)
        throw new PortalError('FACTOR_DEMANDED', [], MESSAGES.factorFirst);
    }
    await this.deps.database.transaction(async (transaction) => {
      await transaction
        .update(users)
        .set({ factorsDemandedBy: demanded ? by : null })
        .where(eq(users.id, owner.id));
      await this.deps.audit.write(
        { event: 'FACTORS_DEMANDED', subjectId: owner.id, ...who, details: { demanded, by } },
        transaction,
      );
    });
  }

  /**
   * Looks at what somebody shows beside their password, who has been found to know that. Codes of apps are counted, since they are
   * short: whoever tries many has the password, so the person is told. Recovery codes are not guessed, and always open.
   *
   * @param code undefined where none was shown
   * @throws PortalError FACTOR_NEEDED or FACTOR_REFUSED; TooManyRequests
   */
  async mustShow(user: User, code: string | undefined, address: string): Promise<void> {
    const own = await this.deps.database.select().from(factors).where(eq(factors.userId, user.id));
    if (own.length === 0) return;
    if (!code) throw new PortalError('FACTOR_NEEDED');
    if (looksLikeAppCode(code)) return this.#mustBeOfApp(user, own, code, address);
    const left = await this.deps.database.transaction(async (transaction) => {
      const left = await useRecoveryCode(user.id, code, transaction);
      if (left === undefined) return undefined;
      const act = { event: 'RECOVERY_CODE_USED', subjectId: user.id, actorId: user.id, address } as const;
      await this.deps.audit.write({ ...act, details: { left } }, transaction);
      await this.deps.mailer.send(MAIL.recoveryCodeUsed(user, left), transaction);
      return left;
    });
    if (left === undefined) throw await this.#refused(user, address);
  }

  async #mustBeOfApp(user: User, own: readonly (typeof factors.$inferSelect)[], code: string, address: string) {
    await this.#countTry(user);
    let offBy: { offBy: number } | undefined;
    for (const { id, secret } of own) {
      const read =
        secret === null
          ? undefined
          : readAppCode(this.deps.sealing.open(secret, appSecret(id)).toString(), code, this.deps.now());
      if (read && 'offBy' in read) offBy = read;
      if (!read || 'offBy' in read) continue;
      const [used] = await this.deps.database
        .update(factors)
        .set({ lastStep: read.step, lastUsedAt: this.deps.now() })
        .where(and(eq(factors.id, id), or(isNull(factors.lastStep), lt(factors.lastStep, read.step))))
        .returning();
      if (used) return this.deps.rateLimiter.forgetCode(user.id);
    }
    throw await this.#refused(user, address, offBy);
  }

  /** Counts a code. The last one that is looked at is told to the person. */
  async #countTry(user: User): Promise<void> {
    const { calls } = await this.deps.rateLimiter.count('FACTOR_CODES', String(user.id));
    if (calls === 0) await this.deps.mailer.send(MAIL.codesGuessed(user));
  }

  async #refused(user: User, address: string, offBy?: { offBy: number }): Promise<PortalError> {
    await this.deps.audit.refused({ event: 'FACTOR_REFUSED', subjectId: user.id, address, details: {} });
    return codeRefused(offBy);
  }
}

function codeRefused(read: { offBy: number } | undefined): PortalError {
  if (!read) return new PortalError('FACTOR_REFUSED');
  const minutes = Math.max(1, Math.round(read.offBy / 60));
  return new PortalError('FACTOR_REFUSED', [], clockOff(minutes));
}
