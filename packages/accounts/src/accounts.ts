import { Audit } from './audit.js';
import { type Database, type DatabaseLocation, openDatabase } from './database/database.js';
import { Grants } from './ledger/grants.js';
import { Ledger } from './ledger/ledger.js';
import { Plans } from './plans.js';
import { Searches } from './searches.js';
import { Sessions } from './sessions.js';
import { Site } from './site.js';
import { Subscriptions } from './subscriptions.js';
import { Users } from './users.js';

/** People and what belongs to them. */
export interface Accounts {
  users: Users;
  sessions: Sessions;
  subscriptions: Subscriptions;
  plans: Plans;
  ledger: Ledger;
  grants: Grants;
  searches: Searches;
  site: Site;
  audit: Audit;
  /** For tests that look beneath. */
  database: Database;
  close(): Promise<void>;
}

/** Opens the accounts. `now` is replaced in tests only. */
export async function openAccounts(location: DatabaseLocation, now: () => Date = () => new Date()): Promise<Accounts> {
  const { database, close } = await openDatabase(location);
  const audit = new Audit(database, now);
  const plans = new Plans(database);
  const ledger = new Ledger(database, now);
  const subscriptions = new Subscriptions(database, plans, ledger, audit, now);
  const users = new Users(database, subscriptions, audit, now);
  return {
    users,
    sessions: new Sessions(database, users, now),
    subscriptions,
    plans,
    ledger,
    grants: new Grants(database, ledger, subscriptions, audit),
    searches: new Searches(database, ledger, now),
    site: new Site(database),
    audit,
    database,
    close,
  };
}
