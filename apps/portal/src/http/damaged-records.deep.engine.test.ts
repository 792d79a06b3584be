/** What people and an operator are told where the disk has damaged files of the records under a portal at work. */
import { closeSync, openSync, readdirSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { failure, payload } from '../../testing/calls.js';
import { runHere } from '../../testing/command-line.js';
import { startPortal } from '../../testing/portal.js';
import { parts } from '../doctor/portal-state.js';

/** Writes nonsense into the middle of every file of records. */
function damage(folder: string): void {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.bin'))
    .map((entry) => join(entry.parentPath, entry.name));
  for (const file of files) {
    const handle = openSync(file, 'r+');
    const half = Math.floor(statSync(file).size / 2);
    writeSync(handle, Buffer.alloc(half, 0xa5), 0, half, Math.floor(half / 2));
    closeSync(handle);
  }
}

it('is said in words with the way back, and no answer is made of what is left', async () => {
  const portal = await startPortal();
  const { client } = await portal.signIn();
  const { services, config } = portal;
  const opened = { config, records: async () => services.records, services: async () => services };
  const read = async () => {
    const { findings } = JSON.parse((await runHere(opened, 'doctor', '--deep', '5', '--json')).out);
    return findings.find(({ check }: { check: string }) => check === 'parts');
  };
  expect(await read()).toMatchObject({ state: 'well', found: expect.stringContaining('all as they were written') });
  expect(await parts(services, 0)).toMatchObject({
    state: 'soon',
    found: expect.stringMatching(/^0 of \d+ parts .* within 0 minutes/),
  });
  const readiness = async () => (await fetch(`${portal.url}/health/ready`)).status;
  expect(await readiness()).toBe(200);
  damage(join(portal.config.dataFolder, 'records/data/default/records/'));
  expect(await readiness(), 'no record can be read').toBe(503);
  damage(join(portal.config.dataFolder, 'records/store'));
  expect(await failure(client.search({ ...payload(), numberOfRecords: 20, pageNumber: 0 }))).toMatchObject({
    code: 'RECORDS_MISSING',
    status: 503,
  });
  expect(await read()).toMatchObject({
    state: 'wrong',
    found: expect.stringMatching(/damaged .*\S+ of records\b/),
    todo: expect.stringContaining('reload --all'),
  });
  const backup = await runHere(opened, 'backup', join(config.dataFolder, 'backups'));
  expect(backup.status).toBe(1);
  expect(backup.err).toContain('Files of the records are damaged on the disk.');
  expect(backup.err).toMatch(/The engine cannot read \S+\/store\/\S+[^:,)]\./);
  expect(backup.err).toContain('reload --all');
  await portal.close();
});
