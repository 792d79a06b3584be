import { POSTGRES, startPostgres } from '@tidewaiter/testing/postgres';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { type Database, openDatabase } from './database.js';

/** A statement's limit of time, as the server has it for a connection. */
async function limitOf(database: Database): Promise<unknown> {
  const { rows } = await database.execute(sql`show statement_timeout`);
  return rows[0];
}

it.runIf(POSTGRES)('statements of calls are ended by the server, and those of long work are not', async () => {
  const server = await startPostgres(POSTGRES ?? '');
  const opened = await openDatabase({ databaseUrl: server.url });
  expect(await limitOf(opened.database)).toEqual({ statement_timeout: '15s' });
  expect(await limitOf(opened.patient)).toEqual({ statement_timeout: '0' });
  await opened.close();
  await server.stop();
});
