/** What lies beneath the accounts: for tests and tools that look at the tables themselves. */
export { databaseOf } from './accounts.js';
export { openDatabase } from './database/database.js';
export * as schema from './database/schema.js';
