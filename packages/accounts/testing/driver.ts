import { type Accounts, databaseOf } from '../src/accounts.js';

/** The driver's own client: PGlite, or a pool of connections to PostgreSQL. */
export interface Driver {
  query(statement: string | { text: string }): unknown;
  /** How a transaction begins on either. */
  transaction?(work: unknown): unknown;
  connect?(): unknown;
}

/** It is kept by Drizzle's databases under a name that their types do not tell. */
export const driverOf = (accounts: Accounts): Driver =>
  (databaseOf(accounts) as ReturnType<typeof databaseOf> & { $client: Driver }).$client;
