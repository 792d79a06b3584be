/** The last step of a build: see `prepared-database.ts`. */
import { migrationsFolder, openDatabase } from './database.js';
import { prepare } from './prepared-database.js';

// What the engine writes down of the time zone is the same wherever it is built.
process.env.TZ = 'UTC';
await prepare(migrationsFolder, async (dataFolder) => (await openDatabase({ dataFolder })).close());
