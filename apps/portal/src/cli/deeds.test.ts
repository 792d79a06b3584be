/** What a command does for the process that it runs in: it may be root's, and that process anybody's who has the data folder. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Caller } from './deeds.js';
import { OwnFiles } from './shell/caller-files.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidewaiter-deeds-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ID = 'b2a6f1a4-4a8f-4d53-9d39-0f5a3d6f2c11';

/** What the caller of a command line answers a process that asks for a deed and gives these bytes. */
async function answered(argv: readonly string[], asked: object, bytes = 'bytes'): Promise<unknown> {
  const socket = join(folder, 'socket');
  let came = '';
  const server = createServer(async (incoming, answer) => {
    if (incoming.method === 'POST') came = await text(incoming);
    answer.end(incoming.method === 'GET' ? bytes : '');
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  const whole = { id: ID, name: '', overwrite: false, ...asked } as Parameters<Caller['perform']>[0];
  await new Caller(socket, argv, new OwnFiles(folder)).perform(whole);
  server.close();
  return JSON.parse(came);
}

it.each([
  ['read', { act: 'read', path: 'secret' }],
  ['as text', { act: 'text', path: 'secret' }],
  ['written', { act: 'write', path: 'secret', overwrite: true }],
  ['kept beside backups', { act: 'put', path: '.', name: 'secret' }],
])('a file that the command line does not name is not %s', async (_, asked) => {
  writeFileSync(join(folder, 'secret'), 'of root');
  expect(await answered(['load', 'june.csv'], asked)).toEqual({
    failed: `${asked.path} is no file that the command line names.`,
    details: [],
  });
  expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe('of root');
});

it.each(['../secret', '/etc/passwd', 'objects/../../secret', '..'])('%s is no part of backups', async (name) => {
  expect(await answered(['backup', 'kept'], { act: 'put', path: 'kept', name })).toEqual({
    failed: `${name} is no part of backups.`,
    details: [],
  });
});

it('a file is written whole, and never over another unless that is said', async () => {
  const write = (overwrite: boolean, bytes: string) =>
    answered(['rejected', '1', '--out=out.csv'], { act: 'write', path: 'out.csv', overwrite }, bytes);
  expect(await write(false, 'one')).toEqual({ value: null });
  expect(await write(false, 'two')).toMatchObject({
    failed: `${folder}/out.csv cannot be written: it is there already.`,
  });
  expect(readFileSync(join(folder, 'out.csv'), 'utf8')).toBe('one');
  expect(await write(true, 'three')).toEqual({ value: null });
  expect(readFileSync(join(folder, 'out.csv'), 'utf8')).toBe('three');
  expect(readdirSync(folder).filter((name) => name.includes('part'))).toEqual([]);
});
