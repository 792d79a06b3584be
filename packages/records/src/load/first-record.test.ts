import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeSmallFile } from '../testing/small-files.js';
import { firstRecord } from './first-record.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidewaiter-first-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it.each([
  ['ends with its line', 'a,b\r\n1,2\n', 'a,b\r\n'],
  ['may be all there is', 'a,b', 'a,b'],
  ['goes on inside a quoted cell', 'a,"b\n""c"",\n",d\n1,2,3\n', 'a,"b\n""c"",\n",d\n'],
  ['takes a quote within a cell for what it is', 'a,5" pipe\n1,2\n', 'a,5" pipe\n'],
  ['knows an empty quoted cell', '"",b\n1,2\n', '"",b\n'],
])('the first record %s', async (_, text, expected) => {
  const path = await writeSmallFile(folder, 'first.csv', text);
  expect(await firstRecord(path, ',')).toBe(expected);
});

it('a quote that is never closed does not read the whole file', async () => {
  const path = await writeSmallFile(folder, 'open.csv', `"a,b\n${'1,2\n'.repeat(500_000)}`);
  expect(await firstRecord(path, ',')).toHaveLength(1 << 20);
});
