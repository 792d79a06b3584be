import { addDays, dayOf } from '@tidewaiter/contract';
import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../database/database.js';
import { subscriptions, users } from '../database/schema.js';
import type { Mailer } from '../mail/mailer.js';
import { MAIL } from '../mail/messages.js';

/** Days ahead on which the end of a subscription is announced. */
const DAYS_AHEAD = [30, 7, 1];

/** Tells owners ahead that their subscription ends. */
export class ExpiryNotices {
  constructor(
    private readonly database: Database,
    private readonly mailer: Mailer,
    private readonly now: () => Date,
  ) {}

  /** Sends what is due; each notice once, however many portals ask. Returns how many were sent. */
  async send(): Promise<number> {
    const today = dayOf(this.now());
    let sent = 0;
    for (const days of DAYS_AHEAD.toSorted((a, b) => a - b)) {
      const last = addDays(today, days);
      await this.database.transaction(async (transaction) => {
        const due = await transaction
          .update(subscriptions)
          .set({ expiryNotice: days })
          .where(
            and(
              lte(subscriptions.expiresOn, last),
              sql`${subscriptions.expiresOn} >= ${today}`,
              or(isNull(subscriptions.expiryNotice), gt(subscriptions.expiryNotice, days)),
            ),
          )
          .returning({ userId: subscriptions.userId, plan: subscriptions.plan, expiresOn: subscriptions.expiresOn });
        for (const { userId, plan, expiresOn } of due) {
          const [owner] = await transaction.select().from(users).where(eq(users.id, userId));
          if (!owner || owner.disabledAt || expiresOn === null) continue;
          await this.mailer.send(MAIL.expiresSoon(owner, plan, expiresOn), transaction);
          sent += 1;
        }
      });
    }
    return sent;
  }
}
