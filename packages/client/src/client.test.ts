/** How a client goes on where a portal does not answer at once: against a server that says what a test has it say. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createClient } from './client.js';
import type { ApiProblem } from './problem.js';

/** What the server does with a call. */
type Turn = (response: ServerResponse, request: IncomingMessage) => void;
interface Seen {
  at: number;
  path: string;
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
}

const question = {
  ...{ trade: 'import', countries: ['KR'], from: '2020-01-01', to: '2020-12-31' },
  where: [{ field: 'hs_code', values: ['6907'] }],
};
const META = { cost: { searches: 0, points: 0 }, left: { searches: 9, points: 100 } };

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
  (data: unknown, meta: object = {}): Turn =>
  (response) =>
    response.end(JSON.stringify({ data, meta: { ...META, ...meta } }));
const refuses =
  (status: number, code: string, headers: Record<string, string> = {}): Turn =>
  (response) =>
    response.writeHead(status, headers).end(JSON.stringify({ code, detail: `It is ${code}.`, status }));
const breaks: Turn = (response) => response.destroy();
const breaksHalfway: Turn = (response) => {
  response.writeHead(200, { 'content-length': '1000' }).write('{"data":');
  setTimeout(() => response.destroy(), 20);
};

const problem = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: ApiProblem) => error,
  );

describe('a call', () => {
  it('carries the key, its fields, and what its path names', async () => {
    turns = [says({ contact: 1 }), says({ revision: 2 })];
    await client.contacts({ contains: 'a b' });
    await client.updateContact({ contact_id: 'x/y', company_name: 'Acme', revision: 1 });
    expect(seen.map(({ path }) => path)).toEqual(['GET /api/v1/contacts?contains=a+b', 'PATCH /api/v1/contacts/x%2Fy']);
    expect(seen[0]?.headers.authorization).toBe('Bearer tw_live_x');
    expect(seen[1]?.body).toEqual({ company_name: 'Acme', revision: 1 });
  });

  it('is made again when nothing came of it, once or halfway', async () => {
    turns = [breaks, breaksHalfway, (response) => response.writeHead(502).end('<html>'), says({ count: 3 })];
    expect((await client.count({ question })).data).toEqual({ count: 3 });
    expect(seen).toHaveLength(4);
  });

  it.each([
    [429, 'too_many_requests'],
    [503, 'portal_busy'],
  ])('waits as long as a %i says', async (status, code) => {
    turns = [refuses(status, code, { 'retry-after': '1' }), says({ count: 3 })];
    await client.count({ question });
    const [first, second] = seen;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it('is not made again when it is refused for what it asks', async () => {
    const refusal = { name: 'ApiProblem', code: 'validation', detail: 'It is validation.' };
    for (const status of [400, 401, 402, 403, 404, 409]) {
      turns = [refuses(status, 'validation', { 'retry-after': '0' })];
      expect(await problem(client.count({ question }))).toMatchObject({ ...refusal, status });
    }
    expect(seen).toHaveLength(6);
  });

  it('tells whoever would wait too long, and gives up after so many times', async () => {
    turns = [refuses(429, 'too_many_requests', { 'retry-after': '3600' })];
    expect((await problem(client.count({ question })))?.retryAfter).toBe(3600);
    const hasty = createClient({ url: `http://${seen[0]?.headers.host}`, key: 'k', retries: 1 });
    turns = [];
    seen = [];
    expect(await problem(hasty.count({ question }))).toMatchObject({ code: 'no_answer', status: 0 });
    expect(seen).toHaveLength(2);
  });

  it('that writes is not made again where it may have been heard, and is where it was turned away', async () => {
    turns = [breaks];
    expect((await problem(client.createWorkspace({ name: 'A' })))?.code).toBe('no_answer');
    turns = [refuses(429, 'too_many_requests', { 'retry-after': '0' }), says('id')];
    expect((await client.createWorkspace({ name: 'A' })).data).toBe('id');
    expect(seen).toHaveLength(3);
  });

  it('that spends goes by one key however often it is made', async () => {
    turns = [breaks, says({ id: 'x' }), says({ id: 'x' })];
    await client.startExport({ question, fingerprint: 'f' });
    await client.startExport({ question, fingerprint: 'f' }, { idempotencyKey: 'mine' });
    const [one, again, own] = seen.map(({ headers }) => headers['idempotency-key']);
    expect(one).toMatch(/^[0-9a-f-]{36}$/);
    expect([again, own]).toEqual([one, 'mine']);
  });

  it('is abandoned while it waits, and while it is made', async () => {
    turns = [refuses(503, 'portal_busy', { 'retry-after': '60' })];
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
    expect(await problem(client.count({ question }, abandoned(200)))).toBe(reason);
    turns = [() => {}];
    expect(await problem(client.count({ question }, abandoned(200)))).toBe(reason);
    expect(await problem(client.count({ question }, { signal: AbortSignal.abort(reason) }))).toBe(reason);
    // Nobody waited for the minute.
    expect(performance.now() - begun).toBeLessThan(50_000);
    expect(seen).toHaveLength(2);
  });
});

describe('a reading', () => {
  const page = (ids: number[], next: string | null, meta: object = {}) =>
    says({ records: ids.map((id) => ({ id: String(id) })), next_cursor: next }, meta);
  const cost = (points: number, left: number) => ({
    cost: { searches: 0, points },
    left: { searches: 9, points: left },
  });

  it('asks for a page when the one before is used up, and tells how far it is', async () => {
    turns = [page([1, 2], 'a'), page([3], null)];
    const reading = client.records(question, { limit: 2, columns: ['hs_code'] });
    expect(reading.progress).toBeUndefined();
    const read: string[] = [];
    for await (const { id } of reading) {
      read.push(id);
      expect(seen).toHaveLength(read.length < 3 ? 1 : 2);
    }
    expect(read).toEqual(['1', '2', '3']);
    expect(reading.progress).toMatchObject({ read: 3, points: 0, meta: META });
    expect(seen.map(({ body }) => [body.cursor, body.limit, body.columns, body.max_points])).toEqual([
      [undefined, 2, ['hs_code'], 0],
      ['a', 2, ['hs_code'], 0],
    ]);
  });

  it('agrees to what is left of what it may spend, also where an answer was lost that had been paid', async () => {
    turns = [page([1], 'a', cost(0, 100)), page([2], 'b', cost(30, 70)), breaks];
    turns.push(page([3], 'c', cost(0, 40)), page([4], null));
    const reading = client.records(question, { maxPoints: 70 });
    for await (const _ of reading);
    expect(seen.map(({ body }) => body.max_points)).toEqual([70, 70, 40, 40, 10]);
    expect(reading.progress).toMatchObject({ read: 4, points: 60 });
  });

  it('ends where its records are others by now, and asks for nothing more once it is left', async () => {
    turns = [page([1], 'a'), refuses(409, 'cursor_stale')];
    const read: string[] = [];
    const all = (async () => {
      for await (const { id } of client.records(question)) read.push(id);
    })();
    expect([(await problem(all))?.code, read]).toEqual(['cursor_stale', ['1']]);
    turns = [page([1, 2], 'a')];
    for await (const _ of client.records(question)) break;
    expect(seen).toHaveLength(3);
  });
});

describe('an export', () => {
  const quote = { rows: 10, points: 10, refusal: null, fingerprint: 'f' };

  it('is refused above what it may cost, and not begun', async () => {
    turns = [says({ count: 10 }), says(quote)];
    const refused = await problem(client.export(question, { maxPoints: 9 }));
    expect(refused).toMatchObject({ code: 'points_needed', status: 402 });
    expect(seen.map(({ path }) => path)).toEqual(['POST /api/v1/count', 'POST /api/v1/exports/quote']);
  });

  it('is waited for, and its file streamed', async () => {
    const made = (state: string) => says({ id: 'x', state, refusal: null });
    turns = [says({ count: 10 }), says(quote), made('waiting'), made('making'), made('ready')];
    turns.push(refuses(503, 'file_made_again', { 'retry-after': '0' }), (response) => response.end('a,b\n'));
    const states: unknown[] = [];
    const onProgress = ({ state }: { state: unknown }) => void states.push(state);
    const { about, file } = await client.export(question, { format: 'parquet', maxPoints: 10, onProgress });
    expect([about.id, await new Response(file).text(), states]).toEqual(['x', 'a,b\n', ['waiting', 'making', 'ready']]);
    expect(seen[2]?.body).toEqual({ question, format: 'parquet', fingerprint: 'f' });
  });

  it('is cancelled where it is abandoned', async () => {
    const controller = new AbortController();
    turns = [says({ count: 10 }), says(quote), says({ id: 'x', state: 'waiting', refusal: null }), says({ id: 'x' })];
    const onProgress = () => controller.abort(new Error('enough'));
    const found = await problem(client.export(question, { maxPoints: 10, signal: controller.signal, onProgress }));
    expect([found?.message, seen.at(-1)?.path]).toEqual(['enough', 'POST /api/v1/exports/x/cancel']);
  });
});
