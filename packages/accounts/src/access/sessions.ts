import { randomBytes, randomUUID } from 'node:crypto';
import { MESSAGES, PortalError, SESSION, type SignedIn } from '@tidewaiter/contract';
import { and, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database, Transaction } from '../database/database.js';
import { JointWork } from '../database/joint-work.js';
import { factors, sessions, users } from '../database/schema.js';
import { byUuid } from '../database/uuid.js';
import type { User } from '../users/user.js';
import type { Foundation } from '../webhooks/foundation.js';
import type { Factors } from './factors.js';
import { hashPassword, verifyPassword } from './password.js';
import { sha256 } from './secrets.js';
import {
  type ByProvider,
  type Caller,
  type Entering,
  endedAt,
  type Found,
  type ListedSession,
  mustAdd,
  type OpenedSession,
  openedBy,
  present,
  type Session,
  tokenOf,
} from './session.js';
import { mustUseFirm } from './sign-ons.js';

const owners = alias(users, 'owners');

/** `lastSeenAt` is written at most this often. */
const TOUCH_EVERY_MS = 60_000;

export class Sessions {
  readonly #touching = new JointWork();

  constructor(private readonly deps: Foundation & { factors: Factors }) {}

  /** How many of them a person may have. */
  get #most(): number {
    return this.deps.settings.sessionsPerPerson ?? SESSION.perPerson;
  }

  /**
   * Opens a session, and ends the one that this browser had before.
   *
   * @throws PortalError INVALID_LOGIN, in the same time and words whether or not the address has an account. Whoever has the right
   *   password is told of a second factor: FACTOR_NEEDED or FACTOR_REFUSED
   */
  async login(
    credentials: { email: string; password: string; code?: string | undefined } & Entering,
  ): Promise<OpenedSession> {
    const user = await this.deps.users.findByEmail(credentials.email);
    const matches = await verifyPassword(user?.passwordHash ?? undefined, credentials.password);
    if (user && matches && !(await this.#isDisabled(user))) {
      await this.deps.factors.mustShow(user, credentials.code, credentials.address);
      await this.#mustNotUseFirm(user);
      const opened = await this.#enter(user, credentials);
      if (opened) {
        if (matches === 'before') await this.#hashAnew(user, credentials.password);
        return opened;
      }
    }
    return this.#refuse(user, credentials.address, credentials.email);
  }

  /** Nothing where the password was changed meanwhile. */
  async #hashAnew({ id, passwordHash }: User, password: string): Promise<void> {
    if (passwordHash === null) return;
    await this.deps.database
      .update(users)
      .set({ passwordHash: await hashPassword(password) })
      .where(and(eq(users.id, id), eq(users.passwordHash, passwordHash)));
  }

  /**
   * Opens a session for whose passkey was shown, or whom their firm's provider has shown.
   *
   * @throws PortalError INVALID_LOGIN for who is disabled; SIGN_ON_ONLY
   */
  async loginShown(user: User, how: Entering & { provider?: ByProvider }): Promise<OpenedSession> {
    if (!how.provider) await this.#mustNotUseFirm(user);
    const opened = (await this.#isDisabled(user)) ? undefined : await this.#enter(user, how);
    return opened ?? this.#refuse(user, how.address, user.email);
  }

  /** Nothing where the password was changed meanwhile. */
  async #enter(
    user: User,
    { keepLoggedIn: kept, address, device = null, restoreSecret, provider }: Entering & { provider?: ByProvider },
  ): Promise<OpenedSession | undefined> {
    const opened = await this.deps.database.transaction(async (transaction) => {
      if (!(await this.#stillHasPassword(user, transaction))) return undefined;
      if (restoreSecret !== undefined) await this.#endRestorable(restoreSecret, user, address, transaction);
      const previousVisitAt = await this.#visit(user, transaction);
      return this.#open(user, { kept, address, device, previousVisitAt, ...openedBy(provider) }, transaction);
    });
    if (opened) await this.deps.audit.write({ event: 'LOGIN', subjectId: user.id, actorId: user.id, address });
    return opened;
  }

  /** @throws PortalError SIGN_ON_ONLY */
  async #mustNotUseFirm(user: User): Promise<void> {
    if (await mustUseFirm(this.deps.database, user)) throw new PortalError('SIGN_ON_ONLY');
  }

  async #refuse(user: User | undefined, address: string, email: string): Promise<never> {
    await this.deps.audit.refused({ event: 'LOGIN_REFUSED', subjectId: user?.id ?? null, address, details: { email } });
    throw new PortalError('INVALID_LOGIN');
  }

  /**
   * The person of a session has shown once more who they are.
   *
   * @param proof what they show: their password, with a code where they have a second factor; or whose passkey was shown
   * @throws PortalError INCORRECT_PASSWORD, FACTOR_NEEDED or FACTOR_REFUSED
   */
  async confirm(
    { user, sessionId }: Pick<Caller, 'user' | 'sessionId'>,
    proof: { password: string; code?: string | undefined } | { shown: User },
    address: string,
  ): Promise<void> {
    if ('shown' in proof) {
      if (proof.shown.id !== user.id) throw new PortalError('FACTOR_REFUSED', [], MESSAGES.passkeyRefused);
    } else {
      if (!(await verifyPassword(user.passwordHash ?? undefined, proof.password)))
        throw new PortalError('INCORRECT_PASSWORD');
      await this.deps.factors.mustShow(user, proof.code, address);
    }
    await this.deps.database
      .update(sessions)
      .set({ confirmedAt: this.deps.now() })
      .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)));
    await this.deps.audit.write({ event: 'SESSION_CONFIRMED', subjectId: user.id, actorId: user.id, address });
  }

  /** Ends every session of a person, and opens one in place of the one that they are in. */
  async renew(
    user: User,
    { sessionId, address }: { sessionId: string; address: string },
    transaction: Transaction,
  ): Promise<OpenedSession> {
    const [own] = await transaction
      .select({
        ...{ kept: sessions.kept, previousVisitAt: sessions.previousVisitAt },
        ...{ byProvider: sessions.byProvider, providerEnd: sessions.providerEnd, device: sessions.device },
      })
      .from(sessions)
      .where(eq(sessions.id, sessionId));
    await this.endAll(user.id, {}, transaction);
    const { kept = false, previousVisitAt = null, byProvider = false, providerEnd = null, device = null } = own ?? {};
    const how = { kept, address, device, previousVisitAt, byProvider, providerEnd, confirmedAt: null };
    return this.#open(user, how, transaction);
  }

  /**
   * Who carries this token.
   *
   * @throws PortalError SIGN_IN_FIRST for a token that never was, SESSION_TIMEOUT for one whose session has ended
   */
  async resolve(token: string): Promise<Caller> {
    const found = await this.#standing(await this.#find(eq(sessions.tokenHash, sha256(token))));
    const { session, user } = found;
    if (Math.abs(this.deps.now().getTime() - session.lastSeenAt.getTime()) > TOUCH_EVERY_MS)
      await this.#touch(session.id);
    const { id: sessionId, loginId, previousVisitAt, confirmedAt, createdAt, byProvider, providerEnd } = session;
    const { hasFactor } = found;
    const shown = { confirmedAt: confirmedAt ?? createdAt, hasFactor, mustAddFactor: mustAdd(found, session) };
    return { user, sessionId, loginId, previousVisitAt, byProvider, providerEnd, ...shown };
  }

  async #touch(id: string): Promise<void> {
    await this.#touching.join(id, async () => {
      await this.deps.database.update(sessions).set({ lastSeenAt: this.deps.now() }).where(eq(sessions.id, id));
    });
  }

  /**
   * Opens the session of a restore cookie in another tab.
   *
   * @throws PortalError SIGN_IN_FIRST or SESSION_TIMEOUT, as for a token
   */
  async restore(restoreSecret: string): Promise<SignedIn> {
    const found = await this.#standing(await this.#find(eq(sessions.restoreHash, sha256(restoreSecret))));
    return present(found.user, found.session, tokenOf(restoreSecret), mustAdd(found, found.session));
  }

  /**
   * When the login ended; null while it stands. Asking does not count as being there, so an open tab may time out.
   *
   * @throws PortalError SIGN_IN_FIRST when the token is not this login's
   */
  async logoutTime(token: string, loginId: string): Promise<Date | null> {
    const found = await this.#find(eq(sessions.tokenHash, sha256(token)));
    if (!found || found.session.loginId !== loginId) throw new PortalError('SIGN_IN_FIRST');
    return endedAt(found, this.deps.now()) ?? null;
  }

  /** Where a person is signed in, latest first. */
  async list(user: User): Promise<ListedSession[]> {
    const found = await this.#select()
      .where(and(eq(sessions.userId, user.id), isNull(sessions.endedAt)))
      .orderBy(desc(sessions.lastSeenAt))
      // More of them stand where the operator has lowered the setting, until the person signs in again.
      .limit(this.#most);
    return found.filter((one) => endedAt(one, this.deps.now()) === undefined).map(({ session }) => session);
  }

  async end(sessionId: string): Promise<void> {
    await this.deps.database
      .update(sessions)
      .set({ endedAt: this.deps.now() })
      .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)));
  }

  /**
   * Ends one of a person's sessions.
   *
   * @throws PortalError NOT_YOURS when the id is made up or somebody else's
   */
  async endOwn(user: User, sessionId: string, address: string): Promise<void> {
    const [own] = await this.deps.database
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(byUuid(sessions.id, sessionId), eq(sessions.userId, user.id)));
    if (!own) throw new PortalError('NOT_YOURS');
    await this.end(own.id);
    await this.deps.audit.write({ event: 'SESSION_ENDED', subjectId: user.id, actorId: user.id, address });
  }

  /** Ends every session of a person but their own. */
  async endOthers(user: User, sessionId: string, address: string): Promise<void> {
    await this.endAll(user.id, { except: sessionId });
    await this.deps.audit.write({ event: 'SESSION_ENDED', subjectId: user.id, actorId: user.id, address });
  }

  /** Ends every session of a person, but one where one is named. */
  async endAll(
    userId: number,
    { except }: { except?: string } = {},
    database: Database | Transaction = this.deps.database,
  ): Promise<void> {
    await database
      .update(sessions)
      .set({ endedAt: this.deps.now() })
      .where(
        and(
          eq(sessions.userId, userId),
          isNull(sessions.endedAt),
          except === undefined ? undefined : ne(sessions.id, except),
        ),
      );
  }

  async #open(
    user: User,
    how: Pick<
      Session,
      'kept' | 'address' | 'device' | 'previousVisitAt' | 'byProvider' | 'providerEnd' | 'confirmedAt'
    >,
    transaction: Transaction,
  ): Promise<OpenedSession> {
    const restoreSecret = randomBytes(32).toString('base64url');
    const token = tokenOf(restoreSecret);
    const session = {
      id: randomUUID(),
      loginId: randomUUID(),
      userId: user.id,
      tokenHash: sha256(token),
      restoreHash: sha256(restoreSecret),
      ...how,
      createdAt: this.deps.now(),
      lastSeenAt: this.deps.now(),
    };
    await transaction.insert(sessions).values(session);
    const beyond = transaction
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.userId, user.id), isNull(sessions.endedAt), ne(sessions.id, session.id)))
      .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))
      .offset(this.#most - 1);
    await transaction.update(sessions).set({ endedAt: this.deps.now() }).where(inArray(sessions.id, beyond));
    const mustAddFactor = mustAdd(await this.#factorsOf(user, transaction), session);
    return { signedIn: present(user, session, token, mustAddFactor), restoreSecret, kept: how.kept };
  }

  /** Notes that a person comes in, and says when they did before. */
  async #visit({ id }: User, transaction: Transaction): Promise<Date | null> {
    const [before] = await transaction.select({ lastVisitAt: users.lastVisitAt }).from(users).where(eq(users.id, id));
    await transaction.update(users).set({ lastVisitAt: this.deps.now() }).where(eq(users.id, id));
    return before?.lastVisitAt ?? null;
  }

  /**
   * Whether the password that was looked at still is the person's. Looking takes a while, and a new password ends the sessions that are
   * there: the row is held, so that none begins by the old one afterwards.
   */
  async #stillHasPassword({ id, passwordHash }: User, transaction: Transaction): Promise<boolean> {
    const [held] = await transaction
      .select({ passwordHash: users.passwordHash })
      .from(users)
      .where(eq(users.id, id))
      .for('no key update');
    return held !== undefined && held.passwordHash === passwordHash;
  }

  /** Ends the session that a restore cookie opens, whoever's it is. */
  async #endRestorable(secret: string, by: User, address: string, transaction: Transaction): Promise<void> {
    const [ended] = await transaction
      .update(sessions)
      .set({ endedAt: this.deps.now() })
      .where(and(eq(sessions.restoreHash, sha256(secret)), isNull(sessions.endedAt)))
      .returning({ userId: sessions.userId });
    if (!ended) return;
    await this.deps.audit.write(
      { event: 'SESSION_ENDED', subjectId: ended.userId, actorId: by.id, address },
      transaction,
    );
  }

  async #isDisabled(user: User): Promise<boolean> {
    const owner = user.uplineId === null ? undefined : await this.deps.users.findById(user.uplineId);
    return (user.disabledAt ?? owner?.disabledAt ?? null) !== null;
  }

  #select() {
    return this.deps.database
      .select({ session: sessions, user: users, ownerDisabledAt: owners.disabledAt, ...this.#factorFields() })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .leftJoin(owners, eq(owners.id, users.uplineId));
  }

  /** Of `users` with their `owners`: whether they have a second factor, and whether one is asked of them. */
  #factorFields() {
    // Who has the operator's right signs in with one, whatever their account asks.
    const isAsked = sql<boolean>`coalesce(${owners.factorsDemandedBy}, ${users.factorsDemandedBy}) is not null or ${users.operator}`;
    return {
      hasFactor: sql<boolean>`exists (select 1 from ${factors} where ${factors.userId} = ${users.id})`,
      demanded: this.deps.settings.secondFactor === 'required' ? sql<boolean>`true` : isAsked,
    };
  }

  async #factorsOf({ id }: User, transaction: Transaction) {
    const [found] = await transaction
      .select(this.#factorFields())
      .from(users)
      .leftJoin(owners, eq(owners.id, users.uplineId))
      .where(eq(users.id, id));
    return found ?? { hasFactor: false, demanded: false };
  }

  async #find(condition: ReturnType<typeof eq>): Promise<Found | undefined> {
    const [found] = await this.#select().where(condition);
    return found;
  }

  async #standing(found: Found | undefined): Promise<Found> {
    if (!found) throw new PortalError('SIGN_IN_FIRST');
    const { session } = found;
    const ended = endedAt(found, this.deps.now());
    if (!ended) return found;
    if (!session.endedAt) {
      await this.deps.database.update(sessions).set({ endedAt: ended }).where(eq(sessions.id, session.id));
    }
    throw new PortalError('SESSION_TIMEOUT');
  }
}
