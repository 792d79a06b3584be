/** What is particular to HTTP; what both drivers promise is in `conformance.deep.engine.test.ts`. */
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { createClient } from '@clickhouse/client';
import { GATEWAY_PASSWORD, type Gateway, startGateway } from '@tidewaiter/testing/gateway';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openClickHouse } from './clickhouse.js';
import { EngineError, engineFor, PORTAL, type RecordEngine, type Statement } from './engine.js';

let gateway: Gateway;
let engine: RecordEngine;
beforeAll(async () => {
  gateway = await startGateway();
  engine = engineFor(openClickHouse({ url: gateway.url() }), PORTAL);
  await engine.run({ name: 'test.table', sql: 'CREATE TABLE numbered (n UInt32) ENGINE = MergeTree ORDER BY n' });
});
afterAll(async () => {
  await engine.close();
  await gateway.stop();
});

const ask = (sql: string, changes: Partial<Statement<unknown[]>> = {}) =>
  engine.query({ name: 'test', sql, row: z.array(z.unknown()), ...changes });
const failure = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: unknown) => error,
  );
const tries = (matching: RegExp) => gateway.received.filter((sql) => matching.test(sql)).length;

/** Keeps a core busy for longer than any test waits. */
const ENDLESS = 'SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = 1';

describe('a record server over HTTP', () => {
  it('is told of which span a statement is, where one is recorded', async () => {
    const seen: unknown[] = [];
    const server = createHttpServer((request, answer) => {
      seen.push(request.headers.traceparent);
      request.resume();
      answer.end('[1]\n');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const traced = engineFor(
      openClickHouse({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/x` }),
      PORTAL,
    );
    const one = { name: 'test', sql: 'SELECT 1' };
    const traceparent = `00-${'a0'.repeat(16)}-${'b1'.repeat(8)}-01`;
    await traced.query({ ...one, row: z.array(z.unknown()), traceparent });
    await traced.run({ ...one, traceparent });
    await traced.query({ ...one, row: z.array(z.unknown()) });
    expect(seen).toEqual([traceparent, traceparent, undefined]);
    await traced.close();
    server.close();
  });

  it('asks again when the connection is lost, a few times', async () => {
    gateway.cut(/SELECT 'first'/, 'before');
    gateway.cut(/SELECT 'second'/, 'after', 2);
    gateway.cut(/SELECT 'third'/, 'before', 9);
    expect(await ask("SELECT 'first'")).toEqual([['first']]);
    expect(await ask("SELECT 'second'")).toEqual([['second']]);
    expect(await failure(ask("SELECT 'third'"))).toBeInstanceOf(EngineError);
    expect([tries(/'first'/), tries(/'second'/), tries(/'third'/)]).toEqual([2, 3, 3]);
  });

  it('is told from a slow one where it says nothing at all', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const to = engineFor(openClickHouse({ url: `http://127.0.0.1:${port}` }, 200), PORTAL);
    const asked = to.query({ name: 'test', sql: 'SELECT 1', row: z.unknown() });
    // As a host that does not answer: people are told that the database is away.
    expect(await failure(asked)).toMatchObject({ cause: { code: 'ETIMEDOUT' } });
    await to.close();
    silent.close();
  });

  it('does not insert again when it cannot know', async () => {
    gateway.cut(/INSERT INTO numbered SELECT 1/, 'after');
    gateway.cut(/CREATE TABLE IF NOT EXISTS repeatable/, 'after');
    const error = await failure(engine.run({ name: 'test.insert', sql: 'INSERT INTO numbered SELECT 1' }));
    expect(error).toMatchObject({ message: expect.stringContaining('test.insert') });
    expect(await ask('SELECT toUInt32(count()) FROM numbered')).toEqual([[1]]);
    const sql = 'CREATE TABLE IF NOT EXISTS repeatable (n UInt32) ENGINE = MergeTree ORDER BY n';
    await engine.run({ name: 'test.create', sql, repeatable: true });
    expect(tries(/EXISTS repeatable/)).toBe(2);
  });

  it('stops a question that nobody waits for any more, also one that has not begun', async () => {
    const running = async () =>
      (
        await gateway.ask(
          "SELECT 1 FROM system.processes WHERE query LIKE '%sipHash64(number)%' AND query NOT LIKE '%LIKE%'",
        )
      ).length;
    const gone = new AbortController();
    const queued = new AbortController();
    const asked = Array.from({ length: 8 }, () => failure(ask(ENDLESS, { signal: gone.signal })));
    const waiting = failure(ask("SELECT 'never'", { signal: queued.signal }));
    await expect.poll(running).toBeGreaterThan(0);
    queued.abort();
    expect(await waiting).toBe(queued.signal.reason);
    gone.abort();
    expect(await Promise.all(asked)).toEqual(asked.map(() => gone.signal.reason));
    expect(await running()).toBe(0);
    expect(tries(/'never'/)).toBe(0);
  });

  it('binds hostile and long values, and keeps exact what is exact', async () => {
    const text = 'it\'s \\ "quoted" {brace} %_ \n\t\u0000é';
    const many = Array.from({ length: 3000 }, (_, index) => `${text}${index}`);
    const sql = "SELECT toUInt64(18446744073709551615), toDecimal128('0.1', 18), {text:String}, {many:Array(String)}";
    expect(await ask(sql, { parameters: { text, many } })).toEqual([['18446744073709551615', '0.1', text, many]]);
  });

  it('never shows the password', async () => {
    for (const url of [gateway.url().replace('pass', 'wrong'), 'http://user:wrong%20word@127.0.0.1:9/records']) {
      const stranger = engineFor(openClickHouse({ url }), PORTAL);
      const error = await failure(stranger.query({ name: 'test', sql: 'SELECT 1', row: z.array(z.unknown()) }));
      expect(error).toBeInstanceOf(EngineError);
      expect(`${(error as Error).stack}${JSON.stringify(error)}`).not.toMatch(/wrong|word%|word\/1|Basic/);
      await stranger.close();
    }
  });
});

it('the gateway streams an answer that nobody asked to wait for', async () => {
  const [, username = ''] = /\/\/(\w+):/.exec(gateway.url()) ?? [];
  const client = createClient({ url: new URL(gateway.url()).origin, username, password: GATEWAY_PASSWORD });
  const result = await client.query({
    query: 'SELECT number, {text:String} FROM numbers(300000)',
    format: 'JSONCompactEachRow',
    query_params: { text: 'x' },
  });
  let rows = 0;
  let chunks = 0;
  for await (const chunk of result.stream()) {
    rows += chunk.length;
    chunks += 1;
  }
  expect(rows).toBe(300_000);
  expect(chunks).toBeGreaterThan(1);
  await client.close();
});
