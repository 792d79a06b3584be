import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseLocation } from '@tidewaiter/accounts';
import { POSTGRES, startPostgres } from './postgres.js';

export type Engine = 'PGlite' | 'PostgreSQL';

/** Deep suites run on both, where both are there. */
export const ENGINES: readonly Engine[] = POSTGRES === undefined ? ['PGlite'] : ['PGlite', 'PostgreSQL'];

/** Those of the gate: on the one that the run's seed draws, so that runs add up; in a deep run on both. */
export const DRAWN_ENGINES: readonly Engine[] =
  process.env.TIDEWAITER_DEEP === '1' ? ENGINES : [ENGINES[Number(process.env.SEED ?? 0) % ENGINES.length] ?? 'PGlite'];

if (POSTGRES === undefined) process.stdout.write('Skipped: no PostgreSQL server is installed here.\n');

export interface StartedEngine {
  location: DatabaseLocation;
  stop(): Promise<void>;
}

/** An empty database of its own. */
export async function startEngine(engine: Engine): Promise<StartedEngine> {
  if (engine === 'PostgreSQL' && POSTGRES !== undefined) {
    const server = await startPostgres(POSTGRES);
    return { location: { databaseUrl: server.url }, stop: server.stop };
  }
  const dataFolder = await mkdtemp(join(tmpdir(), 'tidewaiter-accounts-'));
  return { location: { dataFolder }, stop: () => rm(dataFolder, { recursive: true, force: true }) };
}
