import { OperatorError, PortalError } from '@tidewaiter/contract';
import { and, eq, inArray, isNotNull, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../database/database.js';
import { sessions, signOnDomains, signOnLinks, signOns, users } from '../database/schema.js';
import { ownerOf, type User } from '../users/user.js';
import type { Foundation } from '../webhooks/foundation.js';

/** The provider at which people sign in, and who of them may. */
export interface SignOn {
  id: number;
  /** Of whose account they are; null where it is the installation's: of every account that has none of its own. */
  ownerId: number | null;
  /** As it spells itself. */
  issuer: string;
  clientId: string;
  /** Undefined for a public client. */
  clientSecret: string | undefined;
  /** What the addresses of its people end in; none, for the installation's alone, is any. */
  domains: readonly string[];
  /** No sub-user of the account signs in otherwise; with the installation's, nobody but who has the operator's right. */
  enforced: boolean;
  /** Of the provider's groups, the one whose members may come in. */
  group: string | undefined;
  /** Its addresses count though it says nothing of having verified them. */
  trustsAddresses: boolean;
}

/** How the operator sets one up. */
export type SignOnSetting = Omit<SignOn, 'id' | 'ownerId'>;

/** Whose provider the operator speaks of: a main account's, or null for the installation's. */
export type SignOnOwner = User | null;

export const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

/** Whether people of a domain come in by a provider. */
export const takesIn = ({ ownerId, domains }: Pick<SignOn, 'ownerId' | 'domains'>, domain: string): boolean =>
  domains.includes(domain) || (ownerId === null && domains.length === 0);

/** What a client secret is sealed for: no other account's row opens by it. */
const secretOf = (ownerId: number | null) => `sign-on ${ownerId ?? 'of the installation'}`;

const isOf = (ownerId: number | null) => (ownerId === null ? isNull(signOns.ownerId) : eq(signOns.ownerId, ownerId));

/** Which accounts, or the installation, have a provider, as the operator has set it up. */
export class SignOns {
  constructor(private readonly deps: Foundation) {}

  /**
   * Sets a provider up, in place of one that was there. Sessions end that it no longer opens.
   *
   * @throws OperatorError for a domain that is another account's
   */
  async set(owner: SignOnOwner, { domains, clientSecret, ...asked }: SignOnSetting): Promise<void> {
    const ownerId = owner?.id ?? null;
    const before = await this.of(ownerId);
    const sealed =
      clientSecret === undefined ? null : this.deps.sealing.seal(Buffer.from(clientSecret), secretOf(ownerId));
    const { group, ...rest } = asked;
    const row = { ...rest, clientSecret: sealed, groupName: group ?? null };
    await this.deps.database.transaction(async (transaction) => {
      const id = await this.#write(ownerId, row, transaction);
      await transaction.delete(signOnDomains).where(eq(signOnDomains.signOnId, id));
      const names = [...new Set(domains.map((domain) => domain.toLowerCase()))];
      await this.#claim(names, id, transaction);
      // An account's first ends what the installation's has opened for its people.
      if (before?.issuer !== rest.issuer) await this.#endOpened(owner, transaction);
      if (rest.enforced) await this.#endOthers(owner, names, transaction);
      const details = { issuer: rest.issuer, domains: names, enforced: rest.enforced, group: group ?? null };
      await this.deps.audit.write({ event: 'SIGN_ON_SET', subjectId: ownerId, details }, transaction);
    });
  }

  /** @returns its id. @throws OperatorError where somebody else sets one up in this moment */
  async #write(
    ownerId: number | null,
    row: Omit<typeof signOns.$inferInsert, 'ownerId' | 'createdAt'>,
    transaction: Transaction,
  ): Promise<number> {
    const [changed] = await transaction.update(signOns).set(row).where(isOf(ownerId)).returning({ id: signOns.id });
    if (changed) return changed.id;
    const [made] = await transaction
      .insert(signOns)
      .values({ ownerId, ...row, createdAt: this.deps.now() })
      .onConflictDoNothing()
      .returning({ id: signOns.id });
    if (!made) throw new OperatorError('Somebody else has just set it up. Look at it before you change it.');
    return made.id;
  }

  /** @throws OperatorError for a domain that is another provider's */
  async #claim(names: readonly string[], signOnId: number, transaction: Transaction): Promise<void> {
    if (names.length === 0) return;
    const taken = await transaction
      .insert(signOnDomains)
      .values(names.map((domain) => ({ domain, signOnId })))
      .onConflictDoNothing()
      .returning();
    const [other] = names.filter((name) => !taken.some(({ domain }) => domain === name));
    if (other !== undefined) throw new OperatorError(`${other} is a domain of another account already.`);
  }

  /** @throws OperatorError where there is none */
  async remove(owner: SignOnOwner): Promise<void> {
    const ownerId = owner?.id ?? null;
    await this.deps.database.transaction(async (transaction) => {
      // While it is still known whose those sessions are.
      await this.#endOpened(owner, transaction);
      const [removed] = await transaction.delete(signOns).where(isOf(ownerId)).returning();
      if (!removed) throw noneOf(owner);
      const details = { issuer: removed.issuer };
      await this.deps.audit.write({ event: 'SIGN_ON_REMOVED', subjectId: ownerId, details }, transaction);
    });
  }

  /**
   * Forgets as whom a provider knows a person, who is linked anew by their address: it may have become somebody else's.
   *
   * @throws OperatorError where it knows them as nobody
   */
  async unlink(user: User): Promise<void> {
    await this.deps.database.transaction(async (transaction) => {
      const [removed] = await transaction.delete(signOnLinks).where(eq(signOnLinks.userId, user.id)).returning();
      if (!removed) throw new OperatorError(`${user.email} has not signed in with a firm.`);
      await transaction
        .update(sessions)
        .set({ endedAt: this.deps.now() })
        .where(and(eq(sessions.userId, user.id), eq(sessions.byProvider, true), isNull(sessions.endedAt)));
      const details = { issuer: removed.issuer };
      await this.deps.audit.write({ event: 'SIGN_ON_UNLINKED', subjectId: user.id, details }, transaction);
    });
  }

  /** An account's own, or the installation's. */
  async of(ownerId: number | null): Promise<SignOn | undefined> {
    return this.#find(isOf(ownerId));
  }

  /** One that a browser was sent to. */
  async byId(id: number): Promise<SignOn | undefined> {
    return this.#find(eq(signOns.id, id));
  }

  /** Whether the people of a domain have one; it tells no more. */
  async isOffered(domain: string): Promise<boolean> {
    return (await this.#ofDomain(domain)) !== undefined;
  }

  /** That of the people of a domain. @throws PortalError SIGN_ON_REFUSED where they have none */
  async ofDomain(domain: string): Promise<SignOn> {
    const found = await this.#ofDomain(domain);
    if (!found) throw new PortalError('SIGN_ON_REFUSED');
    return found;
  }

  async #ofDomain(domain: string): Promise<SignOn | undefined> {
    const [named] = await this.deps.database
      .select({ id: signOnDomains.signOnId })
      .from(signOnDomains)
      .where(eq(signOnDomains.domain, domain.toLowerCase()));
    if (named) return this.byId(named.id);
    const everybodys = await this.of(null);
    return everybodys && takesIn(everybodys, domain) ? everybodys : undefined;
  }

  async #find(which: SQL): Promise<SignOn | undefined> {
    const [row] = await this.deps.database.select().from(signOns).where(which);
    if (!row) return undefined;
    const domains = await domainsOf(row.id, this.deps.database);
    const { clientSecret, groupName, createdAt: _, ...rest } = row;
    return {
      ...rest,
      clientSecret:
        clientSecret === null
          ? undefined
          : this.deps.sealing.open(clientSecret, secretOf(row.ownerId)).toString('utf8'),
      group: groupName ?? undefined,
      domains,
    };
  }

  /** Ends what the provider that an account had has opened, be it the installation's; for the latter, of all who have no other. */
  async #endOpened(owner: SignOnOwner, transaction: Transaction): Promise<void> {
    const people = owner ? ofAccount(owner.id) : withoutOwn(transaction);
    await this.#end(people, eq(sessions.byProvider, true), transaction);
  }

  /** Ends what those have opened otherwise who must not. */
  async #endOthers(owner: SignOnOwner, domains: readonly string[], transaction: Transaction): Promise<void> {
    const people = owner ? eq(users.uplineId, owner.id) : and(withoutOwn(transaction), mustUse(domains));
    await this.#end(people, eq(sessions.byProvider, false), transaction);
  }

  async #end(whose: SQL | undefined, which: SQL, transaction: Transaction): Promise<void> {
    const people = transaction.select({ id: users.id }).from(users).where(whose);
    await transaction
      .update(sessions)
      .set({ endedAt: this.deps.now() })
      .where(and(inArray(sessions.userId, people), which, isNull(sessions.endedAt)));
  }
}

/** What the operator is told where there is no such provider. */
export const noneOf = (owner: SignOnOwner) =>
  new OperatorError(
    owner ? `${owner.email} has no sign-in of its own.` : 'The installation has no sign-in of its own.',
  );

const ofAccount = (ownerId: number) => or(eq(users.id, ownerId), eq(users.uplineId, ownerId));

/** Those whose account has no provider of its own. */
function withoutOwn(database: Database | Transaction): SQL {
  const owners = database.select({ id: signOns.ownerId }).from(signOns).where(isNotNull(signOns.ownerId));
  return notInArray(sql`coalesce(${users.uplineId}, ${users.id})`, owners);
}

/** Of those, whom an enforced one of the installation lets in by it alone: not who looks after the portal when it is away. */
const mustUse = (domains: readonly string[]): SQL | undefined =>
  and(
    eq(users.operator, false),
    domains.length > 0 ? inArray(sql`lower(split_part(${users.email}, '@', 2))`, [...domains]) : undefined,
  );

async function domainsOf(signOnId: number, database: Database | Transaction): Promise<string[]> {
  const rows = await database
    .select({ domain: signOnDomains.domain })
    .from(signOnDomains)
    .where(eq(signOnDomains.signOnId, signOnId))
    .orderBy(signOnDomains.domain);
  return rows.map(({ domain }) => domain);
}

/**
 * Whether a person signs in by their provider alone: an account's own asks that of its sub-users, the installation's of all but who has the
 * operator's right, so that a broken provider never locks out those who can mend it.
 */
export async function mustUseFirm(
  database: Database,
  user: Pick<User, 'id' | 'uplineId' | 'email' | 'operator'>,
): Promise<boolean> {
  const [found] = await database
    .select()
    .from(signOns)
    .where(or(eq(signOns.ownerId, ownerOf(user)), isNull(signOns.ownerId)))
    // The account's own goes before the installation's.
    .orderBy(sql`${signOns.ownerId} nulls last`)
    .limit(1);
  if (!found?.enforced) return false;
  if (found.ownerId !== null) return user.uplineId !== null;
  if (user.operator) return false;
  return takesIn({ ownerId: null, domains: await domainsOf(found.id, database) }, domainOf(user.email));
}
