/** The page for those who write programs: each of its examples does what it says, against a portal that is asked from outside. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { createClient, type Query } from '@tidewaiter/client';
import { ENDPOINTS, ERRORS } from '@tidewaiter/contract';
import { API_CALLS } from '@tidewaiter/contract/api';
import { sharedFolder } from '@tidewaiter/testing/folder';
import { beforeAll, expect, it } from 'vitest';
import { programFor } from '../../testing/program.js';
import { sharedPortalAtWork } from '../../testing/shared-portal.js';
import { loadTiles } from '../../testing/tiles.js';

const PAGE = readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8');
const blocks = (language: string) =>
  [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, text = '']) => text);

const RECORDS = 2050;
const run = promisify(execFile);

const portal = sharedPortalAtWork();
const folder = sharedFolder();
let key: string;
beforeAll(async () => {
  await loadTiles(portal, RECORDS);
  ({ key } = await programFor(portal, await portal.signIn()));
});

/** Runs a program, if there is one of that name, with the portal and the key of this test where the page has others. */
async function outputOf(
  program: string,
  args: readonly string[],
  code: string,
  cwd = folder,
): Promise<string | undefined> {
  const text = code.replaceAll('http://localhost:3000', portal.url).replaceAll('tw_live_…', key);
  const env = { ...process.env, TIDEWAITER_API_KEY: key };
  try {
    return (await run(program, [...args, text], { cwd, env })).stdout;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    process.stdout.write(`Skipped: there is no "${program}" here.\n`);
    return undefined;
  }
}

/** Whether a program is there and can do what an example needs of it. */
const can = (program: string, ...args: string[]) =>
  run(program, args).then(
    () => true,
    () => false,
  );

it('has its lines of curl answered', async () => {
  const [first = '', list = '', tag = ''] = blocks('sh');
  expect(JSON.parse((await outputOf('bash', ['-ec'], first)) ?? '')).toBe(RECORDS);
  expect(await outputOf('bash', ['-ec'], list)).toContain('"BUYER 9"');
  expect(tag).toBe('');
});

it('has its question understood, and names codes that there are', async () => {
  const client = createClient({ url: portal.url, key });
  const [question = ''] = blocks('json');
  expect(await client.searchCount(JSON.parse(question) as Query)).toEqual(expect.any(Number));
  const codes = new Map(Object.entries(ERRORS).map(([code, { status }]) => [code, status]));
  const rows = [...PAGE.matchAll(/^\| (\d{3}) \| (.*?) \|/gm)];
  expect(rows.length).toBeGreaterThan(8);
  for (const [, status, named = ''] of rows)
    for (const [, code = ''] of named.matchAll(/`(\w+)`/g))
      expect([code, codes.get(code)]).toEqual([code, Number(status)]);
});

it('says of each former call what answers it now', () => {
  const said = new Map([...PAGE.matchAll(/^\| `(\w+ \/\S+)` \| `(\w+ \/\S+)`/gm)].map(([, was, is]) => [was, is]));
  for (const { method, path, wire } of Object.values(API_CALLS)) {
    const now = ENDPOINTS[wire];
    expect([path, said.get(`${method} ${path}`)]).toEqual([path, `${now.method} ${now.path}`]);
  }
});

it('has its program for Node.js run', async () => {
  const [code = ''] = blocks('js');
  // A package is found from where a program runs.
  const output = await outputOf(process.execPath, ['--input-type=module', '-e'], code, import.meta.dirname);
  expect(output).toContain("'BUYER 9: ");
  expect(output).toContain(`${RECORDS} records,`);
  expect(output).toContain(`POINTS_NEEDED ${RECORDS} records cost ${RECORDS} points`);
});

it('has its program in Python run', async () => {
  const output = await outputOf('python3', ['-c'], blocks('python')[0] ?? '');
  if (output !== undefined) expect(output).toMatch(new RegExp(`^${RECORDS} records; `));
});

it('has its program in R run, where it is', async () => {
  if (!(await can('Rscript', '-e', 'library(curl); library(jsonlite)')))
    return void process.stdout.write('Skipped: there is no R with curl and jsonlite here.\n');
  expect(await outputOf('Rscript', ['-e'], blocks('r')[0] ?? '')).toContain('BUYER');
});
