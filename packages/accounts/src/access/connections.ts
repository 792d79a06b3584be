import { randomUUID } from 'node:crypto';
import { type KeyScope, LIMITS, MESSAGES, PortalError } from '@tidewaiter/contract';
import { and, eq, isNotNull } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { apiKeys, users } from '../database/schema.js';
import { byUuid } from '../database/uuid.js';
import { MAIL } from '../mail/messages.js';
import type { Actor, UsedKey, User } from '../users/user.js';
import { normalEmail } from '../users/users.js';
import type { Foundation } from '../webhooks/foundation.js';
import { type ApiKey, type ApiKeys, type By, named } from './api-keys.js';

/** What an access token says that was found to be good. */
export interface TokenGrant {
  issuer: string;
  /** The client that it was given to. */
  clientId: string;
  /** The address of its person. */
  email: string;
  scopes: KeyScope[];
}

const owners = alias(users, 'owners');

/**
 * What access tokens of an issuer hang on: one row of the keys for each client of each person, so that spending, limits, uses and revocation are
 * those of keys (decision 0064).
 */
export class Connections {
  constructor(private readonly deps: Foundation & { apiKeys: ApiKeys }) {}

  /**
   * Who calls by a token. The first one of a client makes its connection, and tells its person by mail.
   *
   * @throws PortalError TOKEN_REFUSED for an address that nobody has, KEY_REVOKED, API_KEYS_FULL
   */
  async actor(grant: TokenGrant, address: string): Promise<Actor & { apiKey: UsedKey }> {
    const { issuer, clientId, scopes } = grant;
    const ofClient = and(eq(apiKeys.userId, users.id), eq(apiKeys.issuer, issuer), eq(apiKeys.clientId, clientId));
    const [found] = await this.deps.database
      .select({ user: users, ownerDisabledAt: owners.disabledAt, key: apiKeys })
      .from(users)
      .leftJoin(owners, eq(owners.id, users.uplineId))
      .leftJoin(apiKeys, ofClient)
      .where(and(eq(users.email, normalEmail(grant.email)), isNotNull(users.verifiedAt)));
    if (!found) throw new PortalError('TOKEN_REFUSED', [], MESSAGES.tokenOfNobody);
    const { user, ownerDisabledAt } = found;
    if (user.disabledAt ?? ownerDisabledAt) throw new PortalError('KEY_REVOKED', [], MESSAGES.keyOfDisabled);
    const key = found.key ?? (await this.#connect(user, grant, address));
    if (key.revokedAt) throw new PortalError('KEY_REVOKED', [], MESSAGES.connectionRevoked);
    await this.deps.apiKeys.used(key, scopes);
    return { user, apiKey: { id: key.id, name: key.name, scopes, isConnection: true } };
  }

  /** Makes the connection, unless another call has meanwhile. */
  async #connect(user: User, { issuer, clientId, scopes }: TokenGrant, address: string): Promise<ApiKey> {
    return this.deps.database.transaction(async (transaction) => {
      // One at a time for a person: so no more are made than a person may have.
      const [held] = await transaction.select().from(users).where(eq(users.id, user.id)).for('no key update');
      if (!held || held.email !== user.email || held.disabledAt) throw new PortalError('TOKEN_REFUSED');
      const ofClient = { userId: user.id, issuer, clientId };
      const [meanwhile] = await transaction
        .select()
        .from(apiKeys)
        .where(and(eq(apiKeys.userId, user.id), eq(apiKeys.issuer, issuer), eq(apiKeys.clientId, clientId)));
      if (meanwhile) return meanwhile;
      if ((await this.deps.apiKeys.standing(user.id, transaction)) >= LIMITS.apiKeys)
        throw new PortalError('API_KEYS_FULL');
      const name = clientId.slice(0, LIMITS.nameMaxLength);
      const [made] = await transaction
        .insert(apiKeys)
        .values({ ...ofClient, id: randomUUID(), name, prefix: '', scopes, createdAt: this.deps.now() })
        .returning();
      if (!made) throw new Error('a connection that was just made is not there');
      const act = { event: 'KEY_CREATED', subjectId: user.id, actorId: user.id, address } as const;
      await this.deps.audit.write({ ...act, details: { ...named(made), scopes } }, transaction);
      await this.deps.mailer.send(MAIL.connected(user, made), transaction);
      return made;
    });
  }

  /**
   * Allows one's own connection again, within the limits that it has; one that was not revoked stays as it is.
   *
   * @throws PortalError NOT_YOURS; API_KEYS_FULL
   */
  async allow(user: User, id: string, by: By): Promise<void> {
    await this.deps.database.transaction(async (transaction) => {
      await transaction.select().from(users).where(eq(users.id, user.id)).for('no key update');
      const mine = and(eq(apiKeys.userId, user.id), isNotNull(apiKeys.clientId));
      const [key] = await transaction
        .select()
        .from(apiKeys)
        .where(and(byUuid(apiKeys.id, id), mine));
      if (!key) throw new PortalError('NOT_YOURS');
      if (!key.revokedAt) return;
      if ((await this.deps.apiKeys.standing(user.id, transaction)) >= LIMITS.apiKeys)
        throw new PortalError('API_KEYS_FULL');
      await transaction.update(apiKeys).set({ revokedAt: null, revokedBy: null }).where(eq(apiKeys.id, id));
      await this.deps.audit.write(
        { event: 'KEY_ALLOWED', subjectId: user.id, ...by, details: named(key) },
        transaction,
      );
      await this.deps.mailer.send(MAIL.connected(user, key), transaction);
    });
  }
}
