/** What several portals share: an accounts database (PostgreSQL), a record server (the tests' gateway to the embedded engine), and a folder of exports. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandFolder, commandFolder } from '@tidewaiter/testing/command';
import { startGateway } from '@tidewaiter/testing/gateway';
import { POSTGRES, startPostgres } from '@tidewaiter/testing/postgres';

export interface SharedServers {
  /** For whatever else is shared; gone in the end. */
  folder: string;
  /** A data folder of its own for a portal on what all share. */
  portal(settings?: Record<string, string>): Promise<CommandFolder>;
  stop(): Promise<void>;
}

export async function sharedServers(): Promise<SharedServers> {
  if (POSTGRES === undefined) throw new Error('PostgreSQL must be installed here.');
  const folder = await mkdtemp(join(tmpdir(), 'tidewaiter-shared-'));
  const [database, gateway] = await Promise.all([startPostgres(POSTGRES), startGateway()]);
  const shared = { DATABASE_URL: database.url, CLICKHOUSE_URL: gateway.url(), EXPORT_DIR: join(folder, 'exports') };
  await mkdir(shared.EXPORT_DIR, { mode: 0o700 });
  return {
    folder,
    portal: async (settings = {}) =>
      commandFolder(await mkdtemp(join(folder, 'portal-')), { ...shared, RATE_LIMITS: 'off', ...settings }),
    async stop() {
      await Promise.all([gateway.stop(), database.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
