/** The portal as `deploy/tidewaiter.service` runs it: as a user of its own, under a root file system that nothing is written in. */
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ended } from '@tidewaiter/testing/command';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Machine, machine, NO_MACHINE, SERVICE_USER } from '../../testing/machine.js';

/** Everything below a folder. */
const below = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => ({
    name,
    ...lstatSync(join(folder, name)),
  }));

describe.skipIf(NO_MACHINE !== '')(`as a service${NO_MACHINE && ` (${NO_MACHINE})`}`, () => {
  let on: Machine;
  beforeAll(() => {
    on = machine();
  });
  afterAll(() => on.remove());

  it('starts on an empty data folder, and what it puts there is its own alone', async () => {
    const { url, process } = await on.serve();
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    process.kill('SIGTERM');
    await ended(process);
    // The engine keeps what it knows of its own catalogue by rights of its own; nobody's data is in that.
    const accounts = below(join(on.data, 'accounts')).filter(({ name }) => !name.endsWith('pg_internal.init'));
    expect(accounts.length).toBeGreaterThan(1000);
    expect(accounts.filter(({ mode, uid }) => (mode & 0o077) !== 0 || uid !== SERVICE_USER)).toEqual([]);
  });
});
