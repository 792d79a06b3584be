/** A first start of a newer version that is killed, again and again: the next one goes on, and what the older version left is kept whole. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandFolder, ended } from '@tidewaiter/testing/command';
import { answeredBy, answersOf, unpackFolder } from '@tidewaiter/testing/former-portal';
import { expect, it } from 'vitest';
import { VERSION } from './version.js';

/** From before a start has opened anything to after it has ended, in milliseconds. */
const MOMENTS = Array.from({ length: 9 }, (_, step) => 400 + step * 350);

const sums = (path: string) =>
  execFileSync('sh', ['-c', 'find records accounts archive -type f | sort | xargs sha256sum'], {
    cwd: path,
    encoding: 'utf8',
  });

it('starts in the end, with everything that there was', async () => {
  const folder = await commandFolder(await mkdtemp(join(tmpdir(), 'tidewaiter-upgrade-')));
  await unpackFolder('0.1.0', folder.path);
  const [left, kept] = [sums(folder.path), join(folder.path, `before-${VERSION}`)];
  let killed = 0;
  for (const moment of MOMENTS) {
    const start = folder.start('account', 'list');
    await sleep(moment);
    if (start.exitCode === null) killed += 1;
    start.kill('SIGKILL');
    await ended(start);
    if (existsSync(kept)) expect(sums(kept), `killed after ${moment} ms`).toBe(left);
  }
  expect(killed).toBeGreaterThan(4);
  await folder.run('loads');
  expect(await answersOf(folder.run)).toMatchObject(await answeredBy('0.1.0'));
  expect(sums(kept)).toBe(left);
  await folder.remove();
});

it('takes what a first command that was killed has left for no older version’s', async () => {
  const folder = await commandFolder();
  const first = folder.start('loads');
  while (first.exitCode === null && !existsSync(join(folder.path, 'records'))) await sleep(1);
  first.kill('SIGKILL');
  await ended(first);
  expect(first.signalCode).toBe('SIGKILL');
  await folder.run('loads');
  expect(readdirSync(folder.path)).not.toContain(`before-${VERSION}`);
  await folder.remove();
});
