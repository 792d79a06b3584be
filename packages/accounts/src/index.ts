export { AccountError } from './account-error.js';
export { type Accounts, openAccounts } from './accounts.js';
export type { DatabaseLocation } from './database/database.js';
export type { AskedSearch } from './searches.js';
export type { Caller, OpenedSession } from './sessions.js';
export type { DataAccess } from './subscriptions.js';
export type { User } from './user.js';
export type { NewAccount } from './users.js';
