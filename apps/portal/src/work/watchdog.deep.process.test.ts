/** A portal whose event loop stands ends itself and says what it was; work with which it ended twice is set aside, and the rest goes on. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@tidewaiter/contract';
import { type CommandFolder, commandFolder, ended } from '@tidewaiter/testing/command';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { payload } from '../../testing/calls.js';
import { KOREAN_FIXTURE } from '../../testing/portal.js';

const PLANTED = new URL('../../../../packages/accounts/testing/plant-loops.mjs', import.meta.url).href;

let folder: CommandFolder;
beforeAll(async () => {
  folder = await commandFolder(undefined, { NODE_OPTIONS: `--import=${PLANTED}`, WATCHDOG_SECONDS: '5' });
  expect((await folder.run('load', KOREAN_FIXTURE)).err).toBe('');
});
afterAll(() => folder.remove());

/** Signs in to a portal as a new person with a watch. */
async function watcher(url: string, email: string, name: string) {
  const about = ['--firstname', 'Ada', '--lastname', 'Bay', '--company', 'Acme', '--keep-password', '--json'];
  const { out, err, status } = await folder.run('account', 'create', email, ...about);
  expect({ err, status }).toEqual({ err: '', status: 0 });
  const { password } = JSON.parse(out) as { password: string };
  const signedIn = async (baseUrl: string) => {
    const visitor = createClient({ baseUrl, credential: 'tidewaiter-web:', token: () => null });
    const { token } = await visitor.login({ email, password });
    return createClient({ baseUrl, credential: 'tidewaiter-web:', token: () => token });
  };
  await (await signedIn(url)).follow({
    ...{ name, signals: ['NEW_RECORDS'], strictness: 'WIDEST' },
    query: payload({ searchBy: 'HS_CODE', searchValue: ['851712'], fromDate: '2020-01-01', toDate: '2021-12-31' }),
  });
  return { email, signedIn };
}

it('names the call, then the job; the watch rests after the second end, its owner is named, and the other watch is looked after', async () => {
  const first = await folder.serve();
  const people = [
    await watcher(first.url, 'deadly@watch.example', 'Deadly'),
    await watcher(first.url, 'other@watch.example', 'Other'),
  ];
  const [deadly, other] = people;
  if (!deadly || !other) return expect.fail();
  // A process that is stopped, as by a debugger or a machine that sleeps, does not stand.
  first.process.kill('SIGSTOP');
  await sleep(9_000);
  first.process.kill('SIGCONT');
  const client = await other.signedIn(first.url);
  expect((await client.following({})).questions).toHaveLength(1);
  const held = client.following({ pageNumber: 7 }).catch(() => undefined);
  await ended(first.process);
  await held;
  expect(first.process.signalCode).toBe('SIGKILL');
  expect(first.said()).toMatch(
    /event loop has stood still for 5 seconds.* Under way: the call GET \/activity-management\/following, of account \d+ \([\da-f]{32}\), in forEver \(plant-loops\.mjs:\d+\) < /,
  );

  const csv = join(folder.path, 'more.csv');
  await writeFile(csv, (await readFile(KOREAN_FIXTURE, 'utf8')).replace(/^(?=\d)/gm, '9'));
  expect((await folder.run('load', csv, '--accept')).status).toBe(0);
  for (const _ of ['first', 'second']) {
    const portal = await folder.serve();
    await ended(portal.process);
    expect(portal.said()).toMatch(/Under way: job \d+ \(standing-questions\) \([\da-f]{32}\), in forEver/);
  }
  const last = await folder.serve();
  const found = async ({ signedIn }: typeof other) => (await (await signedIn(last.url)).findings({})).totalRecords;
  await expect.poll(() => found(other)).toBeGreaterThan(0);
  const rests = (await (await deadly.signedIn(last.url)).following({})).questions;
  expect(rests).toMatchObject([{ name: 'Deadly', problem: expect.stringContaining('is paused') }]);
  const [aside, ...more] = JSON.parse((await folder.run('jobs', 'list', '--state', 'failed', '--json')).out);
  expect(more).toEqual([]);
  expect(aside).toMatchObject({
    kind: 'standing-questions',
    error: expect.stringContaining('the standing question “Deadly”'),
  });
  expect((await folder.run('doctor')).out).toContain(`of person ${aside.personId}`);
  expect((await folder.run('jobs', 'cancel', String(aside.id))).out).toContain(
    'is looked after again with the next records',
  );
  expect(last.process.exitCode).toBeNull();
});
