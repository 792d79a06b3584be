import { type Database, type DatabaseLocation, openDatabase } from './database/database.js';
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
  searches: Searches;
  site: Site;
  /** For tests that look beneath. */
  database: Database;
  close(): Promise<void>;
}

/** Opens the accounts. `now` is replaced in tests only. */
export async function openAccounts(location: DatabaseLocation, now: () => Date = () => new Date()): Promise<Accounts> {
  const { database, close } = await openDatabase(location);
  const users = new Users(database);
  return {
    users,
    sessions: new Sessions(database, users, now),
    subscriptions: new Subscriptions(database, now),
    searches: new Searches(database, now),
    site: new Site(database),
    database,
    close,
  };
}
