import { monthsBefore, PortalError } from '@tidewaiter/contract';
import { eq } from 'drizzle-orm';
import type { Database } from './database/database.js';
import { subscriptions } from './database/schema.js';
import type { User } from './users.js';

/** What an account may see of the records. */
export interface DataAccess {
  countries: readonly string[] | 'ALL';
  /** First and last visible day; null means no bound. */
  fromDate: string | null;
  toDate: string | null;
}

export class Subscriptions {
  constructor(
    private readonly database: Database,
    /** Replaced in tests only. */
    private readonly now: () => Date = () => new Date(),
  ) {}

  /**
   * What a person may see, by the subscription of their main account (SPEC 6).
   *
   * @throws PortalError NO_SUBSCRIPTION when there is none or it has expired
   */
  async dataAccess(user: User): Promise<DataAccess> {
    const owner = user.uplineId ?? user.id;
    const [subscription] = await this.database.select().from(subscriptions).where(eq(subscriptions.userId, owner));
    const today = this.now().toISOString().slice(0, 10);
    if (!subscription || (subscription.expiresOn !== null && subscription.expiresOn < today)) {
      throw new PortalError('NO_SUBSCRIPTION');
    }
    const { countries, dataAccessUpto, dataAccessInMonth } = subscription;
    return {
      countries: countries ?? 'ALL',
      fromDate: dataAccessInMonth === null ? null : monthsBefore(dataAccessUpto ?? today, dataAccessInMonth),
      toDate: dataAccessUpto,
    };
  }
}
