import { OperatorError, PortalError } from '@tidewaiter/contract';
import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Database, Transaction } from '../database/database.js';
import { sessions, signOnDomains, signOnLinks, signOns, users } from '../database/schema.js';
import type { Audit } from '../site/audit.js';
import type { Sealing } from '../site/sealing.js';
import type { User } from '../users/user.js';

/** The provider at which the people of a main account sign in, and who of them may. */
export interface SignOn {
  ownerId: number;
  /** As it spells itself. */
  issuer: string;
  clientId: string;
  /** Undefined for a public client. */
  clientSecret: string | undefined;
  /** What the addresses of its people end in. */
  domains: readonly string[];
  /** No sub-user of the account signs in otherwise. */
  enforced: boolean;
  /** Of the provider's groups, the one whose members may come in. */
  group: string | undefined;
  /** Its addresses count though it says nothing of having verified them. */
  trustsAddresses: boolean;
}

export const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

/** What a client secret is sealed for: no other account's row opens by it. */
const secretOf = (ownerId: number) => `sign-on ${ownerId}`;

const ofAccount = (ownerId: number) => or(eq(users.id, ownerId), eq(users.uplineId, ownerId));

/** Which accounts have a provider of their own, as the operator has set it up. */
export class SignOns {
  constructor(
    private readonly database: Database,
    private readonly sealing: Sealing,
    private readonly audit: Audit,
    private readonly now: () => Date,
  ) {}

  /**
   * Sets an account's provider up, in place of one that it had. Sessions end that it no longer opens.
   *
   * @throws OperatorError for a domain that is another account's
   */
  async set(owner: User, { ownerId: _, domains, clientSecret, ...asked }: SignOn): Promise<void> {
    const before = await this.of(owner.id);
    const sealed = clientSecret === undefined ? null : this.sealing.seal(Buffer.from(clientSecret), secretOf(owner.id));
    const { group, ...rest } = asked;
    const row = { ...rest, clientSecret: sealed, groupName: group ?? null };
    await this.database.transaction(async (transaction) => {
      await transaction
        .insert(signOns)
        .values({ ownerId: owner.id, ...row, createdAt: this.now() })
        .onConflictDoUpdate({ target: signOns.ownerId, set: row });
      await transaction.delete(signOnDomains).where(eq(signOnDomains.ownerId, owner.id));
      const names = [...new Set(domains.map((domain) => domain.toLowerCase()))];
      const taken = await transaction
        .insert(signOnDomains)
        .values(names.map((domain) => ({ domain, ownerId: owner.id })))
        .onConflictDoNothing()
        .returning();
      const [other] = names.filter((name) => !taken.some(({ domain }) => domain === name));
      if (other !== undefined) throw new OperatorError(`${other} is a domain of another account already.`);
      if (before && before.issuer !== rest.issuer) await this.#endOpened(owner, transaction);
      if (rest.enforced) await this.#endOthers(owner, transaction);
      const details = { issuer: rest.issuer, domains: names, enforced: rest.enforced, group: group ?? null };
      await this.audit.write({ event: 'SIGN_ON_SET', subjectId: owner.id, details }, transaction);
    });
  }

  /** @throws OperatorError where the account has none */
  async remove(owner: User): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const [removed] = await transaction.delete(signOns).where(eq(signOns.ownerId, owner.id)).returning();
      if (!removed) throw new OperatorError(`${owner.email} has no sign-in of its own.`);
      await this.#endOpened(owner, transaction);
      const details = { issuer: removed.issuer };
      await this.audit.write({ event: 'SIGN_ON_REMOVED', subjectId: owner.id, details }, transaction);
    });
  }

  /**
   * Forgets as whom a provider knows a person, who is linked anew by their address: it may have become somebody else's.
   *
   * @throws OperatorError where it knows them as nobody
   */
  async unlink(user: User): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const [removed] = await transaction.delete(signOnLinks).where(eq(signOnLinks.userId, user.id)).returning();
      if (!removed) throw new OperatorError(`${user.email} has not signed in with a firm.`);
      await transaction
        .update(sessions)
        .set({ endedAt: this.now() })
        .where(and(eq(sessions.userId, user.id), eq(sessions.byProvider, true), isNull(sessions.endedAt)));
      const details = { issuer: removed.issuer };
      await this.audit.write({ event: 'SIGN_ON_UNLINKED', subjectId: user.id, details }, transaction);
    });
  }

  /** An account's own. */
  async of(ownerId: number): Promise<SignOn | undefined> {
    const [row] = await this.database.select().from(signOns).where(eq(signOns.ownerId, ownerId));
    if (!row) return undefined;
    const domains = await this.database
      .select({ domain: signOnDomains.domain })
      .from(signOnDomains)
      .where(eq(signOnDomains.ownerId, ownerId))
      .orderBy(signOnDomains.domain);
    const { clientSecret, groupName, createdAt: _, ...rest } = row;
    return {
      ...rest,
      clientSecret:
        clientSecret === null ? undefined : this.sealing.open(clientSecret, secretOf(ownerId)).toString('utf8'),
      group: groupName ?? undefined,
      domains: domains.map(({ domain }) => domain),
    };
  }

  /** Whether the people of a domain have one; it tells no more. */
  async isOffered(domain: string): Promise<boolean> {
    return (await this.#ownerOf(domain)) !== undefined;
  }

  /** That of the people of a domain. @throws PortalError SIGN_ON_REFUSED where they have none */
  async ofDomain(domain: string): Promise<SignOn> {
    const ownerId = await this.#ownerOf(domain);
    const found = ownerId === undefined ? undefined : await this.of(ownerId);
    if (!found) throw new PortalError('SIGN_ON_REFUSED');
    return found;
  }

  async #ownerOf(domain: string): Promise<number | undefined> {
    const [found] = await this.database
      .select({ ownerId: signOnDomains.ownerId })
      .from(signOnDomains)
      .where(eq(signOnDomains.domain, domain.toLowerCase()));
    return found?.ownerId;
  }

  /** Ends what the provider that an account had has opened. */
  async #endOpened(owner: User, transaction: Transaction): Promise<void> {
    const people = transaction.select({ id: users.id }).from(users).where(ofAccount(owner.id));
    await this.#end(and(inArray(sessions.userId, people), eq(sessions.byProvider, true)), transaction);
  }

  /** Ends what sub-users have opened otherwise. */
  async #endOthers(owner: User, transaction: Transaction): Promise<void> {
    const people = transaction.select({ id: users.id }).from(users).where(eq(users.uplineId, owner.id));
    await this.#end(and(inArray(sessions.userId, people), eq(sessions.byProvider, false)), transaction);
  }

  async #end(which: ReturnType<typeof and>, transaction: Transaction): Promise<void> {
    await transaction
      .update(sessions)
      .set({ endedAt: this.now() })
      .where(and(which, isNull(sessions.endedAt)));
  }
}

/** Whether a person signs in with their firm alone. A main account also by its password, so that a broken provider locks nobody out. */
export async function mustUseFirm(database: Database, { uplineId }: Pick<User, 'uplineId'>): Promise<boolean> {
  if (uplineId === null) return false;
  const [found] = await database
    .select({ ownerId: signOns.ownerId })
    .from(signOns)
    .where(and(eq(signOns.ownerId, uplineId), eq(signOns.enforced, true)));
  return found !== undefined;
}
