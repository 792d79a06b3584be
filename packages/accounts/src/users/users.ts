import { OperatorError, PortalError } from '@tidewaiter/contract';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Database, Transaction } from '../database/database.js';
import { users } from '../database/schema.js';
import type { Audit } from '../site/audit.js';
import type { User } from './user.js';

/** Addresses differ by more than case only. */
export const normalEmail = (email: string) => email.trim().toLowerCase();

/** Whether somebody has shown that an address is theirs. */
export async function addressIsTaken(database: Database | Transaction, email: string): Promise<boolean> {
  const [holder] = await database
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, normalEmail(email)), isNotNull(users.verifiedAt)));
  return holder !== undefined;
}

/**
 * Nothing of what opens an account changes while another change of it is under way.
 *
 * @throws PortalError SESSION_TIMEOUT where the person's password was changed or taken away meanwhile, since that shuts out whoever asks
 */
export async function holdPerson(user: User, transaction: Transaction): Promise<void> {
  const [held] = await transaction.select().from(users).where(eq(users.id, user.id)).for('no key update');
  if (!held || held.passwordHash !== user.passwordHash || held.disabledAt) throw new PortalError('SESSION_TIMEOUT');
}

export class Users {
  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly now: () => Date,
  ) {}

  /** The person whose address this has been shown to be. */
  async findByEmail(email: string): Promise<User | undefined> {
    const [user] = await this.database
      .select()
      .from(users)
      .where(and(eq(users.email, normalEmail(email)), isNotNull(users.verifiedAt)));
    return user;
  }

  async findById(id: number): Promise<User | undefined> {
    const [user] = await this.database.select().from(users).where(eq(users.id, id));
    return user;
  }

  /**
   * The main account or sub-user of an address, also one that waits.
   *
   * @throws OperatorError when there is none
   */
  async ofAddress(email: string): Promise<User> {
    const found = await this.database
      .select()
      .from(users)
      .where(eq(users.email, normalEmail(email)))
      .orderBy(users.verifiedAt, users.id);
    // Postgres puts those without a date last.
    const [user] = found;
    if (!user) throw new OperatorError(`${email} has no account.`);
    return user;
  }

  /** @throws OperatorError when the address has no main account */
  async mainAccount(email: string): Promise<User> {
    const user = await this.ofAddress(email);
    if (user.uplineId !== null) throw new OperatorError(`${email} is a sub-user; plans are the main account's.`);
    return user;
  }

  /** Everybody who has an account, oldest first. */
  async list(): Promise<User[]> {
    return this.database.select().from(users).where(isNull(users.erasedAt)).orderBy(users.id);
  }

  /** Ends an account's sign-ins, with those of its sub-users; or lets them in again. */
  async setDisabled(user: User, disabled: boolean, actorId: number | null = null): Promise<void> {
    await this.database
      .update(users)
      .set({ disabledAt: disabled ? this.now() : null })
      .where(and(eq(users.id, user.id), disabled ? isNull(users.disabledAt) : isNotNull(users.disabledAt)));
    const event = disabled ? 'ACCOUNT_DISABLED' : 'ACCOUNT_ENABLED';
    await this.audit.write({ event, subjectId: user.id, actorId });
  }

  /** Gives a person the right to do over HTTP what the operator does by command, or takes it away. */
  async setOperator(user: User, operator: boolean): Promise<void> {
    await this.database.update(users).set({ operator }).where(eq(users.id, user.id));
    await this.audit.write({ event: 'OPERATOR_SET', subjectId: user.id, details: { operator } });
  }

  /** Removes the demo's accounts with all that belongs to them. */
  async removeDemo(): Promise<number> {
    const removed = await this.database.delete(users).where(eq(users.demo, true)).returning({ id: users.id });
    if (removed.length > 0) await this.audit.write({ event: 'DEMO_REMOVED', details: { people: removed.length } });
    return removed.length;
  }
}
