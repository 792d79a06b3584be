import { OperatorError } from '@tidewaiter/contract';
import { generatePassword, hashPassword } from '../access/password.js';
import type { Transaction } from '../database/database.js';
import { users } from '../database/schema.js';
import type { NewSubscription, Subscriptions } from '../plans/subscriptions.js';
import type { User } from '../users/user.js';
import { normalEmail } from '../users/users.js';
import type { Foundation } from '../webhooks/foundation.js';
import type { FirstLinks } from './invitations.js';

export interface NewAccount extends NewSubscription {
  email: string;
  firstname: string;
  lastname: string;
  companyName: string;
  mobile?: string;
  demo?: boolean;
  /** The password is read by whoever opens the account: its person chooses their own at the first sign-in. */
  mustChangePassword?: boolean;
}

/** Main accounts as the operator opens them. */
export class NewAccounts {
  constructor(private readonly deps: Foundation & { subscriptions: Subscriptions; firstLinks: FirstLinks }) {}

  /**
   * Opens a main account with its subscription and a random password, which is returned once and never stored.
   *
   * @throws OperatorError when the address has an account, or there is no such plan
   */
  async create(account: NewAccount): Promise<{ user: User; password: string }> {
    const password = generatePassword();
    const passwordHash = await hashPassword(password);
    const user = await this.deps.database.transaction((transaction) => this.#open(account, passwordHash, transaction));
    return { user, password };
  }

  /**
   * Opens a main account with its subscription, whose person is mailed a link to set their password.
   *
   * @throws OperatorError when the address has an account, or there is no such plan
   */
  async invite(account: NewAccount): Promise<User> {
    return this.deps.database.transaction(async (transaction) => {
      const user = await this.#open(account, null, transaction);
      await this.deps.firstLinks.send(user, 'OPERATOR', transaction);
      return user;
    });
  }

  async #open(account: NewAccount, passwordHash: string | null, transaction: Transaction): Promise<User> {
    const { firstname, lastname, companyName, mobile = '', demo = false, mustChangePassword = false } = account;
    const [user] = await transaction
      .insert(users)
      .values({
        ...{ email: normalEmail(account.email), passwordHash, mustChangePassword, firstname, lastname, companyName },
        ...{ mobile, demo, verifiedAt: this.deps.now() },
      })
      .onConflictDoNothing()
      .returning();
    if (!user) throw new OperatorError(`${account.email} has an account already.`);
    await this.deps.audit.write({ event: 'ACCOUNT_CREATED', subjectId: user.id }, transaction);
    await this.deps.subscriptions.subscribe(user.id, account, transaction);
    return user;
  }
}
