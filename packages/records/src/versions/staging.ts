import { rm } from 'node:fs/promises';
import { z } from 'zod';
import type { RecordEngine } from '../engine/engine.js';

/** Where a file is read before its rows are records: tables of raw cells in the engine, private copies in a folder. */
export interface Staging {
  engine: RecordEngine;
  folder: string;
}

/** What the names of staging tables begin with. */
export const STAGING_PREFIX = 'raw_';

/** Removes a staging table, whether or not it is there. */
export async function dropStagingTable(engine: RecordEngine, name: string): Promise<void> {
  await engine.run({ name: 'raw.drop', sql: `DROP TABLE IF EXISTS ${name} SYNC` });
}

/** Removes the copies that a killed load has left. The caller is the only one that loads in this data folder. */
export const clearStagingFolder = ({ folder }: Staging): Promise<void> => rm(folder, { recursive: true, force: true });

/** Removes the tables that killed loads have left. Only inside a change: nobody else is loading then. */
export async function clearStagingTables({ engine }: Staging): Promise<void> {
  const tables = await engine.query({
    name: 'raw.leftovers',
    sql: `SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, '${STAGING_PREFIX}')`,
    row: z.tuple([z.string()]),
  });
  for (const [name] of tables) await dropStagingTable(engine, name);
}
