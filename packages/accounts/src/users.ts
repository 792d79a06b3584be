import { eq } from 'drizzle-orm';
import type { Database } from './database/database.js';
import { subscriptions, users } from './database/schema.js';
import { generatePassword, hashPassword } from './password.js';

export type User = typeof users.$inferSelect;

export interface NewAccount {
  email: string;
  firstname: string;
  lastname: string;
  companyName: string;
  mobile?: string;
  plan: string;
  /** Shortcodes; null for every source country. */
  countries: readonly string[] | null;
  demo?: boolean;
}

/** An account that cannot be made as asked. */
export class AccountError extends Error {
  override readonly name = 'AccountError';
}

export class Users {
  constructor(private readonly database: Database) {}

  /**
   * Opens a main account with its subscription and a random password, which is returned once and never stored.
   *
   * @throws AccountError when the address has an account
   */
  async create(account: NewAccount): Promise<{ user: User; password: string }> {
    const password = generatePassword();
    const passwordHash = await hashPassword(password);
    return this.database.transaction(async (transaction) => {
      const [user] = await transaction
        .insert(users)
        .values({
          email: account.email.trim().toLowerCase(),
          passwordHash,
          firstname: account.firstname,
          lastname: account.lastname,
          companyName: account.companyName,
          mobile: account.mobile ?? '',
          demo: account.demo ?? false,
        })
        .onConflictDoNothing({ target: users.email })
        .returning();
      if (!user) throw new AccountError(`${account.email} has an account already.`);
      await transaction.insert(subscriptions).values({
        userId: user.id,
        plan: account.plan,
        countries: account.countries === null ? null : [...account.countries],
      });
      return { user, password };
    });
  }

  async findByEmail(email: string): Promise<User | undefined> {
    const [user] = await this.database.select().from(users).where(eq(users.email, email.trim().toLowerCase()));
    return user;
  }

  /** Everybody who has an account, oldest first. */
  async list(): Promise<User[]> {
    return this.database.select().from(users).orderBy(users.id);
  }

  /** Removes the demo's accounts with all that belongs to them. */
  async removeDemo(): Promise<number> {
    const removed = await this.database.delete(users).where(eq(users.demo, true)).returning({ id: users.id });
    return removed.length;
  }
}
