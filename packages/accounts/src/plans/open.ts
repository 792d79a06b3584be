import type { RateLimiter } from '../access/rate-limiter.js';
import type { Foundation } from '../webhooks/foundation.js';
import { ExpiryNotices } from './expiry-notices.js';
import { Grants, Ledger } from './ledger.js';
import { Plans } from './plans.js';
import { Subscriptions } from './subscriptions.js';
import { Weightages } from './weightages.js';

/** What accounts subscribe to, and what is taken off it. */
export type PlansRoom = ReturnType<typeof openPlans>;

export function openPlans(given: Foundation & { rateLimiter: RateLimiter }) {
  const { database, audit, mailer, now } = given;
  const catalogue = new Plans(database, audit);
  const ledger = new Ledger(database, now);
  const subscriptions = new Subscriptions({ ...given, plans: catalogue, ledger });
  return {
    catalogue,
    ledger,
    subscriptions,
    grants: new Grants({ ...given, ledger, subscriptions }),
    weightages: new Weightages(database, audit),
    expiryNotices: new ExpiryNotices(database, mailer, now),
  };
}
