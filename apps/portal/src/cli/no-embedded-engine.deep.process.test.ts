/** A machine for which the embedded record engine is not published: a record server takes its place, and whoever has none is told. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandFolder } from '@tidewaiter/testing/command';
import { afterAll, expect, it } from 'vitest';

/** Refuses the library as it refuses itself on such a machine. */
const hooks = `export const resolve = (name, context, next) => {
  if (name === 'chdb/connection') throw Object.assign(new Error('no such library'), { code: 'CHDB_PLATFORM' });
  return next(name, context);
};`;
const module = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;
const refusing = module(`import { register } from 'node:module'; register(${JSON.stringify(module(hooks))});`);

const folder = await commandFolder(await mkdtemp(join(tmpdir(), 'tidewaiter-no-engine-')), {
  NODE_OPTIONS: `--import=${refusing}`,
});
afterAll(() => folder.remove());

it('is told so where no record server is set, and needs none where one is', async () => {
  expect(await folder.run('--version')).toMatchObject({ status: 0, err: '' });
  const refused = await folder.run('loads');
  expect(refused).toMatchObject({ status: 1, out: '' });
  expect(refused.err).toMatch(/^The embedded record engine is not there for this machine \(.*\n {2}Set CLICKHOUSE_URL/);
  const server = await commandFolder(folder.path, {
    NODE_OPTIONS: `--import=${refusing}`,
    CLICKHOUSE_URL: 'http://a:b@127.0.0.1:9/x',
  });
  expect((await server.run('loads')).err).toContain('The record server of CLICKHOUSE_URL cannot be reached.');
});
