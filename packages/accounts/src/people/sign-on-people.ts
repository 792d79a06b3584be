import { PortalError } from '@tidewaiter/contract';
import { and, eq, isNull } from 'drizzle-orm';
import { domainOf, type SignOn, takesIn } from '../access/sign-ons.js';
import type { Database, Transaction } from '../database/database.js';
import { signOnLinks, signOns, users } from '../database/schema.js';
import { MAIL } from '../mail/messages.js';
import { ownerOf, type User } from '../users/user.js';
import { normalEmail } from '../users/users.js';
import type { Foundation } from '../webhooks/foundation.js';
import type { SubUsers } from './sub-users.js';

/** Whom a provider says that somebody is. */
export interface ProviderPerson {
  subject: string;
  email: string | undefined;
  /** Undefined where it says nothing of it. */
  emailVerified: boolean | undefined;
  firstname: string | undefined;
  lastname: string | undefined;
  groups: readonly string[];
}

/** What is told to somebody who may not come in. */
const WORDS = {
  group: 'Your firm has not opened this portal to you. Please ask them.',
  disabled: 'Your access is disabled. Please ask whose account it is.',
  noEmail: 'Your firm’s sign-in does not say what your e-mail address is. Please ask them.',
  unverified: 'Your firm’s sign-in has not verified your e-mail address. Please ask them.',
  domain: 'Your e-mail address there is none of your firm’s account here. Please ask them.',
  elsewhere: 'Your e-mail address is of another account here. Please ask who runs this portal.',
  nobody: 'Nobody here has your e-mail address. Please sign up, or have your firm add you.',
  ownFirm: 'Your firm has a sign-in of its own here. Please sign in by that.',
  recycled: 'Somebody else of your firm signed in by this address before. Please ask who runs this portal.',
  waiting: 'Your account waits to be verified.',
} as const;

const refused = (why: keyof typeof WORDS) => new PortalError('SIGN_ON_REFUSED', [], WORDS[why]);

/** Who a person of a provider is here: known already, or by an address of their firm's, or made. */
export class SignOnPeople {
  constructor(private readonly deps: Foundation & { subUsers: SubUsers }) {}

  /**
   * @param address of the network, for the log
   * @throws PortalError SIGN_ON_REFUSED; SUB_USER_LIMIT_EXHAUSTED or NO_SUBSCRIPTION where somebody new has no place
   */
  async find(signOn: SignOn, person: ProviderPerson, address: string): Promise<User> {
    try {
      return await this.#find(signOn, person);
    } catch (error) {
      if (error instanceof PortalError) await this.refuse(signOn, error.message, address, person.email);
      throw error;
    }
  }

  /** Writes down that somebody of an account was not let in. */
  async refuse({ ownerId }: SignOn, why: string, address: string, email = ''): Promise<void> {
    const details = { why: why.slice(0, 300), ...(email && { email: email.slice(0, 254) }) };
    await this.deps.audit.refused({ event: 'SIGN_ON_REFUSED', subjectId: ownerId, address, details });
  }

  async #find(signOn: SignOn, person: ProviderPerson): Promise<User> {
    if (signOn.group !== undefined && !person.groups.includes(signOn.group)) throw refused('group');
    const user = (await this.#linked(signOn, person)) ?? (await this.#byAddress(signOn, person));
    await this.#mustBeOpen(signOn, user);
    return user;
  }

  async #mustBeOpen(
    { ownerId }: SignOn,
    user: User,
    database: Database | Transaction = this.deps.database,
  ): Promise<void> {
    const account = ownerOf(user);
    const [owner] = await database.select().from(users).where(eq(users.id, account));
    if (user.disabledAt || owner?.disabledAt) throw refused('disabled');
    if (!user.verifiedAt) throw refused('waiting');
    // Nobody goes around the provider of their own firm.
    const own =
      ownerId === null ? await database.select().from(signOns).where(eq(signOns.ownerId, account)).limit(1) : [];
    if (own.length > 0) throw refused('ownFirm');
  }

  async #linked({ id, ownerId, issuer }: SignOn, { subject }: ProviderPerson): Promise<User | undefined> {
    const [found] = await this.deps.database
      .select({ user: users })
      .from(signOnLinks)
      .innerJoin(users, eq(users.id, signOnLinks.userId))
      .where(and(eq(signOnLinks.signOnId, id), eq(signOnLinks.issuer, issuer), eq(signOnLinks.subject, subject)));
    return found && [null, ownerOf(found.user)].includes(ownerId) ? found.user : undefined;
  }

  async #byAddress(signOn: SignOn, person: ProviderPerson): Promise<User> {
    if (!person.email) throw refused('noEmail');
    const email = normalEmail(person.email);
    if (!(person.emailVerified ?? signOn.trustsAddresses)) throw refused('unverified');
    if (!takesIn(signOn, domainOf(email))) throw refused('domain');
    const owner = signOn.ownerId === null ? undefined : await this.deps.users.findById(signOn.ownerId);
    if (signOn.ownerId !== null && (!owner || owner.disabledAt)) throw refused('disabled');
    return this.deps.database.transaction(async (transaction) => {
      // One after another: somebody who comes in twice at once is made once.
      await transaction.select().from(signOns).where(eq(signOns.id, signOn.id)).for('update');
      const known = await this.#holder(owner, email, transaction);
      const { firstname = email.slice(0, email.indexOf('@')), lastname = '' } = person;
      const names = { firstname: firstname.slice(0, 100), lastname: lastname.slice(0, 100) };
      const user = known ?? (owner && (await this.deps.subUsers.provide(owner, { email, ...names }, transaction)));
      // Whose sub-user somebody new would be, an account's provider alone says.
      if (!user) throw refused('nobody');
      // Nobody who may not come in is linked.
      await this.#mustBeOpen(signOn, user, transaction);
      await this.#link(signOn, user, person, transaction);
      if (known) await this.deps.mailer.send(MAIL.signOnLinked(known, signOn.issuer), transaction);
      return user;
    });
  }

  /**
   * Whose an address is, by the word of the provider: somebody's of its account, or anybody's for the installation's; undefined where nobody
   * has it.
   */
  async #holder(owner: User | undefined, email: string, transaction: Transaction): Promise<User | undefined> {
    const holders = await transaction
      .select()
      .from(users)
      .where(and(eq(users.email, email), isNull(users.erasedAt)))
      .orderBy(users.verifiedAt, users.id);
    // Of several who were only invited, nobody can say which one it is.
    const own = owner
      ? holders.find((holder) => ownerOf(holder) === owner.id)
      : holders.find((holder) => holder.verifiedAt || holders.length === 1);
    if (holders.some((holder) => holder.verifiedAt && holder.id !== own?.id)) throw refused('elsewhere');
    // A main account is verified by its operator or a mailed link; an invited sub-user by whoever shows that the address is theirs.
    if (!own || own.verifiedAt || own.uplineId === null) return own;
    const [verified] = await transaction
      .update(users)
      .set({ verifiedAt: this.deps.now() })
      .where(eq(users.id, own.id))
      .returning();
    return verified;
  }

  async #link({ id: signOnId, issuer }: SignOn, user: User, { subject }: ProviderPerson, transaction: Transaction) {
    const [before] = await transaction.select().from(signOnLinks).where(eq(signOnLinks.userId, user.id));
    if (before?.issuer === issuer && before.subject !== subject) throw refused('recycled');
    const link = { signOnId, issuer, subject, linkedAt: this.deps.now() };
    await transaction
      .insert(signOnLinks)
      .values({ userId: user.id, ...link })
      .onConflictDoUpdate({ target: signOnLinks.userId, set: link });
    await this.deps.audit.write(
      { event: 'SIGN_ON_LINKED', subjectId: user.id, actorId: user.id, details: { issuer } },
      transaction,
    );
  }
}
