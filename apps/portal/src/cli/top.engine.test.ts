/** What `top` reads of a running portal, as it comes through the portal's socket. */
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { payload } from '../../testing/calls.js';
import { commandsOf } from '../../testing/command-line.js';
import { sharedPortal } from '../../testing/shared-portal.js';
import { listenForCommands, portalAsHost, runThroughPortal } from './control.js';
import { OwnFiles } from './shell/caller-files.js';

const portal = sharedPortal();
let socket: string;
let close: () => void;
beforeAll(async () => {
  socket = join(portal.config.dataFolder, 'test.sock');
  const control = await listenForCommands(socket, portalAsHost(portal.services, portal.config));
  close = () => control.close();
  const { client } = await portal.signIn();
  await client.search(payload({ incoterm: 'CIF' }));
  await client.search(payload({ toDate: '2020-11-30' }));
  await fetch(`${portal.url}/search-management/search`, { method: 'POST' });
});
afterAll(() => close());

/** Runs `top` through the portal. */
async function top(isTerminal: boolean, ...args: string[]) {
  const out: string[] = [];
  const context = {
    ...{ cwd: '/', isTerminal, operator: 'tester', ask: undefined, files: new OwnFiles('/') },
    ...{ err() {}, progress() {}, out: (text: string) => out.push(text) },
  };
  const status = await runThroughPortal(socket, ['top', ...args], context);
  return { status, out };
}

it('reads calls, lanes, the slowest statements with what was asked, jobs and memory', async () => {
  await portal.services.accounts.jobs.enqueue({ key: 'waits', kind: 'of nobody', afterMs: 60_000 });
  const { status, out } = await top(false, '--json');
  const reading = JSON.parse(out.join(''));
  expect(status).toBe(0);
  expect(reading.calls).toMatchObject({ failed: 0, refused: 0 });
  expect(reading.calls.perSecond).toBeGreaterThan(0);
  expect(reading.calls.p95).toBeGreaterThanOrEqual(reading.calls.p50);
  const lanes = ['admission', 'compressing', 'contacts', 'export', 'heavy', 'search', 'short'];
  expect(reading.lanes.map(({ lane }: { lane: string }) => lane).sort()).toEqual(lanes);
  const [search] = reading.lanes.filter(({ lane }: { lane: string }) => lane === 'search');
  // Dictionaries of the records may still be made in it.
  expect(search).toMatchObject({ running: expect.any(Number), waiting: 0, refused: 0 });
  expect(search.perSecond).toBeGreaterThan(0);
  // Which of a search's statements are among the slowest is the machine's affair.
  expect(reading.slowest).toContainEqual({
    ...{ name: expect.stringMatching(/^(search|breakdown)\./), lane: 'search' },
    ...{ ms: expect.any(Number), secondsAgo: expect.any(Number) },
    question: expect.stringMatching(/^Imports of South Korea whose HS code starts with .* · Incoterm: CIF$/),
  });
  const times = reading.slowest.map(({ ms }: { ms: number }) => ms);
  expect(times).toEqual([...times].sort((one, other) => other - one));
  expect(reading.jobs).toContainEqual({
    ...{ kind: 'of nobody', state: 'WAITING', count: 1, oldestSeconds: expect.any(Number) },
  });
  expect(reading.process.rss).toBeGreaterThan(1e7);
  expect(reading.process.loopBusy).toBeLessThanOrEqual(1);
});

it('is one page where it is asked for once, and where nobody sits at a terminal', async () => {
  for (const { status, out } of [await top(true, '--once'), await top(false)]) {
    expect(status).toBe(0);
    const page = out.join('\n');
    expect(page).toMatch(/[\d.]+ calls a second, half within [\d.]+ m?s, 95% within \d+/);
    expect(page).toMatch(/ {2}search +\d +0 +0 +[\d.]+ +[\d.]+ m?s/);
    expect(page).toContain('Incoterm: CIF');
    expect(page).not.toContain('\x1b');
  }
});

it('is drawn anew until whoever looks at it has gone', async () => {
  const read = vi.spyOn(portal.services.lately, 'read');
  let shown = '';
  const call = request({ socketPath: socket, method: 'POST' }, (answer) => {
    answer.on('data', (chunk: Buffer) => {
      shown += chunk.toString();
    });
    answer.on('error', () => {});
  });
  call.on('error', () => {});
  call.end(`${JSON.stringify({ argv: ['top'], cwd: '/', isTerminal: true, operator: 'tester', canAsk: false })}\n`);
  await expect.poll(() => shown.match(/calls a second/g)?.length ?? 0).toBeGreaterThanOrEqual(2);
  call.destroy();
  // In more than twice the time after which it is drawn anew.
  const readings = async () => {
    const before = read.mock.calls.length;
    await sleep(5_000);
    return read.mock.calls.length - before;
  };
  await expect.poll(readings).toBe(0);
  read.mockRestore();
});

it('says so where no portal runs', async () => {
  const { run } = commandsOf(portal);
  expect(await run('top')).toMatchObject({ status: 1, err: expect.stringContaining('No portal runs') });
});

it('ends when the portal begins to stop', async () => {
  const read = vi.spyOn(portal.services.lately, 'read');
  const watching = top(true);
  await expect.poll(() => read.mock.calls.length).toBeGreaterThan(0);
  portal.services.stopping.abort();
  expect((await watching).status).toBe(0);
});
