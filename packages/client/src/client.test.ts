/** How a client goes on where a portal does not answer at once: against a server that says what a test has it say. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ENDPOINTS, type PortalError } from '@tidewaiter/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createClient } from './client.js';
import type { Query } from './reading.js';

/** What the server does with a call. */
type Turn = (response: ServerResponse, request: IncomingMessage) => void;
interface Seen {
  at: number;
  path: string;
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
}

const query: Query = {
  ...{ tradeType: 'IMPORT', countryCode: ['KOR'], fromDate: '2020-01-01', toDate: '2020-12-31' },
  ...{ searchBy: 'HS_CODE', matchType: 'L', searchValue: ['6907'] },
};
/** A call as the server sees it. */
const lineOf = (name: keyof typeof ENDPOINTS) => `${ENDPOINTS[name].method} ${ENDPOINTS[name].path}`;

let turns: Turn[] = [];
let seen: Seen[] = [];
let client: Client;
const server = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  const { method, url, headers } = request;
  seen.push({ at: performance.now(), path: `${method} ${url}`, headers, body: JSON.parse(text || '{}') });
  const turn = turns.shift();
  if (turn) turn(response, request);
  else response.destroy();
});

beforeEach(async () => {
  [turns, seen] = [[], []];
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  client = createClient({ url: `http://127.0.0.1:${port}/`, key: 'tw_live_x' });
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const says =
  (answer: unknown): Turn =>
  (response) =>
    response.end(JSON.stringify(answer));
const refuses =
  (status: number, code: string, headers: Record<string, string> = {}): Turn =>
  (response) =>
    response.writeHead(status, headers).end(JSON.stringify({ errorCode: code, errorMsg: `It is ${code}.` }));
const breaks: Turn = (response) => response.destroy();
const breaksHalfway: Turn = (response) => {
  response.writeHead(200, { 'content-length': '1000' }).write('{"records":');
  setTimeout(() => response.destroy(), 20);
};

const problem = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: PortalError) => error,
  );

describe('a call', () => {
  it('carries the key, its fields, and what its path names', async () => {
    turns = [says([]), says({ countryList: [] })];
    await client.contactList({ contains: 'a b' });
    await client.countryListByTrade({}, { params: { trade: 'I' } });
    const country = ENDPOINTS.countryListByTrade.path.replace(':trade', 'I');
    expect(seen.map(({ path }) => path)).toEqual([`${lineOf('contactList')}?contains=a+b`, `GET ${country}`]);
    expect(seen[0]?.headers.authorization).toBe('Bearer tw_live_x');
  });

  it('is made again when nothing came of it, once or halfway', async () => {
    turns = [breaks, breaksHalfway, (response) => response.writeHead(502).end('<html>'), says(3)];
    expect(await client.searchCount(query)).toBe(3);
    expect(seen).toHaveLength(4);
  });

  it.each([
    [429, 'TOO_MANY_REQUESTS'],
    [503, 'PORTAL_BUSY'],
  ])('waits as long as a %i says', async (status, code) => {
    turns = [refuses(status, code, { 'retry-after': '1' }), says(3)];
    await client.searchCount(query);
    const [first, second] = seen;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it('is not made again when it is refused for what it asks', async () => {
    const refusal = { name: 'PortalError', code: 'VALIDATION', message: 'It is VALIDATION.' };
    for (const status of [400, 401, 402, 403, 404, 409]) {
      turns = [refuses(status, 'VALIDATION', { 'retry-after': '0' })];
      expect(await problem(client.searchCount(query))).toMatchObject(refusal);
    }
    expect(seen).toHaveLength(6);
  });

  it('tells whoever would wait too long, and gives up after so many times', async () => {
    turns = [refuses(429, 'TOO_MANY_REQUESTS', { 'retry-after': '3600' })];
    expect((await problem(client.searchCount(query)))?.code).toBe('TOO_MANY_REQUESTS');
    expect(seen).toHaveLength(1);
    const hasty = createClient({ url: `http://${seen[0]?.headers.host}`, key: 'k', retries: 1 });
    turns = [];
    seen = [];
    expect(await problem(hasty.searchCount(query))).toMatchObject({ code: 'NO_ANSWER' });
    expect(seen).toHaveLength(2);
  });

  it('that writes is not made again where it may have been heard, and is where it was turned away', async () => {
    turns = [breaks];
    expect((await problem(client.createWorkspace({ name: 'A' })))?.code).toBe('NO_ANSWER');
    turns = [refuses(429, 'TOO_MANY_REQUESTS', { 'retry-after': '0' }), says('id')];
    expect(await client.createWorkspace({ name: 'A' })).toBe('id');
    expect(seen).toHaveLength(3);
  });

  it('is abandoned while it waits, and while it is made', async () => {
    turns = [refuses(503, 'PORTAL_BUSY', { 'retry-after': '60' })];
    const reason = new Error('enough');
    /** A while after the server has seen the call, and not before. */
    const abandoned = (wait: number) => {
      const controller = new AbortController();
      const before = seen.length;
      const looking = setInterval(() => {
        if (seen.length === before) return;
        clearInterval(looking);
        setTimeout(() => controller.abort(reason), wait);
      }, 10);
      return { signal: controller.signal };
    };
    const begun = performance.now();
    expect(await problem(client.searchCount(query, abandoned(200)))).toBe(reason);
    turns = [() => {}];
    expect(await problem(client.searchCount(query, abandoned(200)))).toBe(reason);
    expect(await problem(client.searchCount(query, { signal: AbortSignal.abort(reason) }))).toBe(reason);
    // Nobody waited for the minute.
    expect(performance.now() - begun).toBeLessThan(50_000);
    expect(seen).toHaveLength(2);
  });
});

describe('a reading', () => {
  const page = (ids: number[], nextCursor: string | null, { points = 0, pointsLeft = 100 } = {}) =>
    says({
      records: ids.map((id) => ({ id: String(id) })),
      nextCursor,
      freeRecordsLeft: 0,
      found: 4,
      points,
      pointsLeft,
    });

  it('asks for a page when the one before is used up, and tells how far it is', async () => {
    turns = [page([1, 2], 'a'), page([3], null)];
    const reading = client.records(query, { limit: 2, columns: ['hs_code'] });
    expect(reading.progress).toBeUndefined();
    const read: string[] = [];
    for await (const { id } of reading) {
      read.push(id);
      expect(seen).toHaveLength(read.length < 3 ? 1 : 2);
    }
    expect(read).toEqual(['1', '2', '3']);
    expect(reading.progress).toEqual({ read: 3, found: 4, points: 0, pointsLeft: 100 });
    expect(seen.map(({ body }) => [body.cursor, body.limit, body.columns, body.maxPoints])).toEqual([
      [undefined, 2, ['hs_code'], 0],
      ['a', 2, ['hs_code'], 0],
    ]);
  });

  it('agrees to what is left of what it may spend, also where an answer was lost that had been paid', async () => {
    turns = [page([1], 'a'), page([2], 'b', { points: 30, pointsLeft: 70 }), breaks];
    turns.push(page([3], 'c', { pointsLeft: 40 }), page([4], null, { pointsLeft: 40 }));
    const reading = client.records(query, { maxPoints: 70 });
    for await (const _ of reading);
    expect(seen.map(({ body }) => body.maxPoints)).toEqual([70, 70, 40, 40, 10]);
    expect(reading.progress).toMatchObject({ read: 4, points: 60 });
  });

  it('ends where its records are others by now, and asks for nothing more once it is left', async () => {
    turns = [page([1], 'a'), refuses(409, 'CURSOR_STALE')];
    const read: string[] = [];
    const all = (async () => {
      for await (const { id } of client.records(query)) read.push(id);
    })();
    expect([(await problem(all))?.code, read]).toEqual(['CURSOR_STALE', ['1']]);
    turns = [page([1, 2], 'a')];
    for await (const _ of client.records(query)) break;
    expect(seen).toHaveLength(3);
  });
});

describe('an export', () => {
  const quote = { rows: 10, points: 10, refusal: null, fingerprint: 'f' };
  const made = (state: string) => says({ exportId: 'x', state, reason: null });

  it('is refused above what it may cost, and not begun', async () => {
    turns = [says(10), says(quote)];
    expect(await problem(client.export(query, { maxPoints: 9 }))).toMatchObject({ code: 'POINTS_NEEDED' });
    expect(seen.map(({ path }) => path)).toEqual([lineOf('searchCount'), lineOf('quoteExport')]);
  });

  it('is begun by one key however often it is asked for, waited for, and its file streamed', async () => {
    turns = [says(10), says(quote), breaks, made('WAITING'), made('MAKING'), made('READY')];
    turns.push(says({ url: '/file/ticket' }), (response) => response.end('a,b\n'));
    const states: unknown[] = [];
    const onProgress = ({ state }: { state: unknown }) => void states.push(state);
    const { about, file } = await client.export(query, { format: 'parquet', maxPoints: 10, onProgress });
    expect([about.exportId, await new Response(file).text()]).toEqual(['x', 'a,b\n']);
    expect(states).toEqual(['WAITING', 'MAKING', 'READY']);
    expect(seen[2]?.body).toMatchObject({ query, format: 'parquet', fingerprint: 'f', key: expect.any(String) });
    expect(seen[3]?.body).toEqual(seen[2]?.body);
    expect(seen.at(-1)?.path).toBe('GET /file/ticket');
  });

  it('is cancelled where it is abandoned', async () => {
    const controller = new AbortController();
    turns = [says(10), says(quote), made('WAITING'), made('CANCELLED')];
    const onProgress = () => controller.abort(new Error('enough'));
    const found = await problem(client.export(query, { maxPoints: 10, signal: controller.signal, onProgress }));
    expect([found?.message, seen.at(-1)?.path]).toEqual(['enough', `${lineOf('cancelExport')}?exportId=x`]);
  });
});
