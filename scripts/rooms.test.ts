import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('the developer guide shows the rooms and arrows as they are', () => {
  const drawn = execFileSync(process.execPath, [fileURLToPath(new URL('rooms.mjs', import.meta.url))], {
    encoding: 'utf8',
  });
  const guide = readFileSync(new URL('../docs/developer.md', import.meta.url), 'utf8');
  expect(guide, 'put what `node scripts/rooms.mjs` prints into docs/developer.md').toContain(`\n${drawn}`);
});
