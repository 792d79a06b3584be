import { randomUUID } from 'node:crypto';
import type { Allowance } from '@tidewaiter/contract';
import type { Audit } from '../audit.js';
import type { Database } from '../database/database.js';
import type { Subscriptions } from '../subscriptions.js';
import { ownerOf, type User } from '../user.js';
import type { Ledger } from './ledger.js';

/** What the operator gives, or takes back: with a reason, and until the end of the period. */
export class Grants {
  constructor(
    private readonly database: Database,
    private readonly ledger: Ledger,
    private readonly subscriptions: Subscriptions,
    private readonly audit: Audit,
  ) {}

  /**
   * Searches and workspaces are the main account's; downloads are the person's own.
   *
   * @returns the balance afterwards
   * @throws PortalError when more would be taken back than there is, or there is no active subscription
   */
  async give(user: User, allowance: Allowance, points: number, reason: string): Promise<number> {
    await this.subscriptions.active(user);
    const holder = { userId: allowance === 'DOWNLOADS' ? user.id : ownerOf(user), allowance };
    return this.database.transaction(async (transaction) => {
      const cause = points < 0 ? 'CORRECTION' : 'GRANT';
      await this.ledger.enter(transaction, { ...holder, amount: points, cause, key: `grant ${randomUUID()}`, reason });
      const details = { allowance, points, reason };
      await this.audit.write({ event: 'GRANTED', subjectId: holder.userId, details }, transaction);
      return this.ledger.balance(holder, transaction);
    });
  }
}
