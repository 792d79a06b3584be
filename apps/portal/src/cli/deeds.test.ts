/** What a command does for the process that it runs in: it may be root's, and that process anybody's who has the data folder. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runThroughPortal } from './control.js';
import { Caller } from './deeds.js';
import { filesNamedBy } from './named-files.js';
import { ACTS, commandsOf, createProgram } from './program.js';
import { OwnFiles } from './shell/caller-files.js';
import type { CommandContext } from './shell/context.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidewaiter-deeds-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ID = 'b2a6f1a4-4a8f-4d53-9d39-0f5a3d6f2c11';

/** What the caller of a command line answers a process that asks for deeds, one after another, and gives these bytes: to the last. */
async function answered(argv: readonly string[], ...asked: readonly object[]): Promise<unknown> {
  const socket = join(folder, 'socket');
  let came = '';
  const server = createServer(async (incoming, answer) => {
    const body = await text(incoming);
    if (incoming.method === 'POST') came = body;
    answer.end(incoming.method === 'GET' ? 'bytes' : '');
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  const caller = new Caller(socket, await filesNamedBy(argv), new OwnFiles(folder));
  for (const deed of asked) await caller.perform({ id: ID, name: '', ...deed } as Parameters<Caller['perform']>[0]);
  server.close();
  return JSON.parse(came);
}

it('what that process says steers no terminal', async () => {
  const socket = join(folder, 'socket');
  const said: string[] = [];
  const hostile = '\x1b]0;title\x07a\tb\nc\x9b2J\r';
  const progress = { label: hostile };
  const events = [{ out: hostile }, { err: hostile }, { progress }, { ask: hostile }, { exit: 0 }];
  const server = createServer((incoming, answer) => {
    incoming.resume();
    answer.end(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  const status = await runThroughPortal(socket, ['loads'], {
    ...{ cwd: '/', operator: '', isTerminal: true, files: new OwnFiles(folder) },
    out: (text) => said.push(text),
    err: (text) => said.push(text),
    progress: (step) => said.push(step?.label ?? ''),
    ask: async (prompt) => `${said.push(prompt)}`,
  });
  server.close();
  expect(status).toBe(0);
  expect(said).toEqual(Array(4).fill(' ]0;title a\tb\nc 2J '));
});

it('says that a portal which was killed in the middle of a command is gone, and how to go on', async () => {
  const socket = join(folder, 'socket');
  const file = join(folder, 'june.csv');
  writeFileSync(file, Buffer.alloc(4 << 20));
  const server = createServer((incoming, answer) => {
    if (incoming.method === 'PUT') return void incoming.once('data', () => server.closeAllConnections());
    answer.writeHead(200);
    answer.write(`${JSON.stringify({ deed: { id: ID, act: 'read', path: file } })}\n{"out"`);
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  const context = { cwd: folder, operator: '', isTerminal: false, files: new OwnFiles(folder), ask: undefined };
  const silent = { out() {}, err() {}, progress() {} };
  await expect(runThroughPortal(socket, ['load', file], { ...context, ...silent })).rejects.toMatchObject({
    ...{ name: 'OperatorError', message: expect.stringContaining('The portal went away') },
    details: [expect.stringContaining('npx tidewaiter serve')],
  });
  server.close();
});

it.each([
  ['read', { act: 'read', path: 'secret' }],
  ['as text', { act: 'text', path: 'secret' }],
  ['written', { act: 'overwrite', path: 'secret' }],
  ['kept beside backups', { act: 'put', path: '.', name: 'secret' }],
])('a file that the command line does not name is not %s', async (_, asked) => {
  writeFileSync(join(folder, 'secret'), 'of root');
  expect(await answered(['load', 'june.csv'], asked)).toEqual({
    failed: `${asked.path} is no file that the command line names.`,
    details: [],
  });
  expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe('of root');
});

const ALL = ['text', 'read', 'folder', 'write', 'overwrite', 'put', 'fetch', 'list', 'remove'];

it.each([
  ['jobs list', 'list', []],
  ['load june.csv', 'load', []],
  ['load june.csv', 'june.csv', ['read']],
  ['load june.csv --mapping vn.json', 'vn.json', ['text']],
  ['load june.csv --layout=vn.json', 'vn.json', ['text']],
  ['load june.csv --source vn.json', 'vn.json', []],
  ['load june.csv --write-mapping vn.json', 'vn.json', ['write']],
  ['load june.csv --write-mapping vn.json --overwrite', 'vn.json', ['overwrite']],
  ['load june.csv july.csv', 'july.csv', ['read']],
  ['mapping import vn.json', 'vn.json', ['text']],
  ['mapping export vn --out vn.json', 'vn.json', ['write']],
  ['mapping export vn --out vn.json', 'vn', []],
  ['notice add secret --file news.txt', 'secret', []],
  ['notice add secret --file news.txt', 'news.txt', ['text']],
  ['rejected 1 --out=out.csv', 'out.csv', ['overwrite']],
  ['source add chile --from aduana', 'aduana', ['folder']],
  ['source add chile --from aduana', 'chile', []],
  ['backup kept', 'kept', ['put', 'fetch', 'list', 'remove']],
  ['backup kept --check', 'kept', ['fetch', 'list']],
  ['backup s3://kept', 's3://kept', []],
  ['restore kept', 'kept', ['fetch', 'list']],
  ['lode june.csv', 'june.csv', []],
])('%s: with %s nothing is done but %j', async (line, path, allowed) => {
  const done: string[] = [];
  for (const act of ALL) {
    const name = ['put', 'fetch', 'list', 'remove'].includes(act) ? 'backups' : '';
    const { failed } = (await answered(line.split(' '), { act, path, name })) as { failed?: string };
    if (!/that the command line names|by the command line\.$/.test(failed ?? '')) done.push(act);
  }
  expect(done).toEqual(allowed);
});

it('of a mapping that is handed over, the files of codes below it are read, and nothing else', async () => {
  mkdirSync(join(folder, 'maps'));
  const columns = {
    ...{ hs_code: { from: 'HS', codes: 'codes.json' }, quantity: { from: 'Q', codes: '../secret' } },
    ...{ origin_country: { from: 'O', codes: '/etc/passwd' }, unit: { from: 'U', codes: { 1: 'KG' } } },
  };
  writeFileSync(join(folder, 'maps/vn.json'), JSON.stringify({ columns }));
  writeFileSync(join(folder, 'maps/codes.json'), '{}');
  const line = ['load', 'june.csv', '--mapping', 'maps/vn.json'];
  const text = (path: string) => ({ act: 'text', path });
  const codes = text('maps/codes.json');
  expect(await answered(line, codes)).toMatchObject({ failed: expect.stringContaining('is no file') });
  expect(await answered(line, text('maps/vn.json'), codes)).toEqual({ value: '{}' });
  expect(await answered(line, text('maps/vn.json'), { ...codes, act: 'overwrite' })).toHaveProperty('failed');
  for (const path of ['secret', 'maps/../secret', '../secret', '/etc/passwd'])
    expect(await answered(line, text('maps/vn.json'), text(path))).toHaveProperty('failed');
  const news = ['notice', 'add', 'News', '--file', 'maps/vn.json'];
  expect(await answered(news, text('maps/vn.json'), codes)).toHaveProperty('failed');
});

it('of a folder that is named, the files in it are read once they are listed, and nothing else', async () => {
  mkdirSync(join(folder, 'aduana/below'), { recursive: true });
  mkdirSync(join(folder, 'aduana/chile'));
  for (const name of ['june.txt', 'below/july.txt', 'chile/may.txt', '../outside.txt'])
    writeFileSync(join(folder, 'aduana', name), '');
  const line = ['source', 'add', 'chile', '--from', 'aduana/'];
  const [list, read] = [{ act: 'folder', path: 'aduana/' }, (path: string) => ({ act: 'read', path })];
  expect(await answered(line, list)).toEqual({ value: ['june.txt'] });
  expect(await answered(line, list, read('aduana/june.txt'))).toEqual({ value: null });
  expect(await answered(line, read('aduana/june.txt'))).toHaveProperty('failed');
  for (const path of ['aduana/below/july.txt', 'aduana/../outside.txt', 'outside.txt'])
    expect(await answered(line, list, read(path))).toHaveProperty('failed');
  // Of several sources, those that are called as they are.
  expect(await answered(line, { ...list, path: 'aduana/chile' }, read('aduana/chile/may.txt'))).toEqual({
    value: null,
  });
  expect(await answered(line, { ...list, path: 'aduana/below' })).toHaveProperty('failed');
});

it('of a mapping that is handed over or ships, the files that it joins to the loaded one are read, and nothing else', async () => {
  const joining = {
    mainFile: 'head',
    join: [
      { file: 'body', on: 'no' },
      { file: '../secret', on: 'no' },
    ],
  };
  const [own, evil] = [{ ...joining, join: joining.join.slice(0, 1) }, joining];
  for (const [name, text] of Object.entries({ own, evil }))
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(text));
  for (const name of ['head.csv', 'body.csv', 'secret.csv', 'ams__shipper.csv'])
    writeFileSync(join(folder, name), 'of root');
  const text = (path: string) => ({ act: 'text', path });
  const read = (path: string) => ({ act: 'read', path });
  const line = (mapping: string, file = 'head.csv') => ['load', file, '--mapping', mapping];
  const isRefused = { failed: expect.stringContaining('that the command line names') };
  expect(await answered(line('own.json'), read('body.csv'))).toMatchObject(isRefused);
  expect(await answered(line('own.json'), text('own.json'), read('body.csv'))).toEqual({ value: null });
  expect(await answered(line('own.json', './head.csv'), text('own.json'), read('body.csv'))).toEqual({ value: null });
  expect(await answered(line('own.json'), text('own.json'), read('secret.csv'))).toMatchObject(isRefused);
  expect(await answered(line('evil.json'), text('evil.json'), read('body.csv'))).toMatchObject(isRefused);
  expect(await answered(line('own.json', 'other.csv'), text('own.json'), read('body.csv'))).toMatchObject(isRefused);
  const shipped = line('us-manifest-imports', 'ams__header.csv');
  expect(await answered(shipped, read('ams__shipper.csv'))).toEqual({ value: null });
  expect(await answered(shipped, read('body.csv'))).toMatchObject(isRefused);
  // Without a mapping those of one that ships, where these need not be there: its file is known by its header.
  for (const name of ['ma30130226.csv', 'mb30130226.csv']) writeFileSync(join(folder, name), 'of root');
  const beside = read('mb30130226.csv');
  expect(await answered(['load', 'ma30130226.csv'], beside)).toEqual({ value: null });
  expect(await answered(line('own.json', 'ma30130226.csv'), beside)).toMatchObject(isRefused);
  expect(await answered(['rates', 'load', 'ma30130226.csv'], beside)).toMatchObject(isRefused);
  expect(await answered(['load', 'head.csv'], read('body.csv'))).toMatchObject(isRefused);
});

it('knows every file that a command may name', () => {
  const named = commandsOf(createProgram({} as CommandContext, async () => {})).flatMap(([name, command]) => [
    ...command.registeredArguments
      .filter((argument) => /file|path|folder|where|settings/.test(argument.name()))
      .map((argument) => `${name}: ${argument.name()}`),
    ...command.options
      .filter(({ flags }) => /<.*(file|path|folder).*>/.test(flags))
      .map((option) => `${name}: ${option.attributeName()}`),
  ]);
  const known = Object.entries(ACTS).flatMap(([name, { files }]) =>
    Object.keys(files?.({}) ?? {}).map((of) => `${name}: ${of}`),
  );
  expect(known.filter((one) => !one.endsWith(': typed')).sort()).toEqual(named.sort());
});

it.each(['../secret', '/etc/passwd', 'objects/../../secret', '..', 'etc/passwd', 'secret'])(
  '%s is no part of backups',
  async (name) => {
    expect(await answered(['backup', 'kept'], { act: 'put', path: 'kept', name })).toEqual({
      failed: `${name} is no part of backups.`,
      details: [],
    });
  },
);

it('a file is written whole, and never over another unless that is said', async () => {
  const path = 'rows.json';
  const line = ['load', 'in.csv', '--write-mapping', path];
  const isThere = { failed: `${folder}/rows.json cannot be written: it is there already.` };
  expect(await answered(line, { act: 'write', path })).toEqual({ value: null });
  expect(readFileSync(join(folder, path), 'utf8')).toBe('bytes');
  writeFileSync(join(folder, path), 'edited');
  expect(await answered(line, { act: 'write', path })).toMatchObject(isThere);
  expect(readFileSync(join(folder, path), 'utf8')).toBe('edited');
  expect(await answered([...line, '--overwrite'], { act: 'overwrite', path })).toEqual({ value: null });
  expect(readFileSync(join(folder, path), 'utf8')).toBe('bytes');
  expect(readdirSync(folder).filter((name) => name.includes('part'))).toEqual([]);
});
