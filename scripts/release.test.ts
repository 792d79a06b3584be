/** A release is one version everywhere, with its changes and with what later versions are tested by. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FORMER_FOLDERS, FORMER_PORTALS } from '@tidewaiter/testing/former-portal';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');
const { version } = JSON.parse(read('package.json'));

it('every package bears the version, and so does the lock', () => {
  const locked: Record<string, { version?: string }> = JSON.parse(read('package-lock.json')).packages;
  const ours = Object.keys(locked).filter((path) => !path.includes('node_modules'));
  expect(ours.length).toBeGreaterThan(8);
  for (const path of ours)
    expect([locked[path]?.version, JSON.parse(read(join(path, 'package.json'))).version], path).toEqual([
      version,
      version,
    ]);
});

it('the newest release of the changes is this version, and each has left a backup and a folder', () => {
  const releases = [...read('CHANGELOG.md').matchAll(/^## (\d\S*) – \d+ \w+ \d{4}$/gm)].map(([, named]) => named);
  expect(releases[0]).toBe(version);
  expect(readdirSync(FORMER_PORTALS).sort()).toEqual(releases.toSorted());
  expect(readdirSync(FORMER_FOLDERS).sort()).toEqual(releases.map((of) => `${of}.tar.br`).sort());
});
