/** What is particular to HTTP; what both drivers promise is in `conformance.deep.engine.test.ts`. */
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { type Gateway, startGateway } from '@tidewaiter/testing/gateway';
import { onLoopback } from '@tidewaiter/testing/loopback';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ENDLESS, failure } from '../../testing/statements.js';
import { openClickHouse } from './clickhouse.js';
import { EngineError, engineFor, PORTAL, type RecordEngine, type Statement } from './engine.js';
import { type StatementTaken, watched } from './statement-log.js';

let gateway: Gateway;
let engine: RecordEngine;
beforeAll(async () => {
  gateway = await startGateway();
  engine = at(gateway.url());
  await engine.run({ name: 'test.table', sql: 'CREATE TABLE numbered (n UInt32) ENGINE = MergeTree ORDER BY n' });
});
afterAll(async () => {
  await engine.close();
  await gateway.stop();
});

const ask = (sql: string, changes: Partial<Statement<unknown[]>> = {}) =>
  engine.query({ name: 'test', sql, row, ...changes });
const tries = (matching: RegExp) => gateway.received.filter((sql) => matching.test(sql)).length;

const row = z.array(z.unknown());
const at = (url: string, silentMs?: number) => engineFor(openClickHouse({ url }, silentMs), PORTAL);
describe('a record server over HTTP', () => {
  it('is told of which span a statement is, where one is recorded', async () => {
    const seen: unknown[] = [];
    const server = createHttpServer((request, answer) => {
      seen.push(request.headers.traceparent);
      request.resume();
      answer.end('[1]\n');
    });
    const traced = at(`${await onLoopback(server)}/x`);
    const one = { name: 'test', sql: 'SELECT 1' };
    const traceparent = `00-${'a0'.repeat(16)}-${'b1'.repeat(8)}-01`;
    await traced.query({ ...one, row, traceparent });
    await traced.run({ ...one, traceparent });
    await traced.query({ ...one, row });
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
    const to = at(await onLoopback(silent), 200);
    const asked = to.query({ name: 'test', sql: 'SELECT 1', row });
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
    const sql = "SELECT 1 FROM system.processes WHERE query LIKE '%sipHash64(number)%' AND query NOT LIKE '%LIKE%'";
    const running = async () => (await gateway.ask(sql)).length;
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

  it('has every statement said with its name, its time, and its rows or that it failed', async () => {
    const said: StatementTaken[] = [];
    const heard = engineFor(
      watched(openClickHouse({ url: gateway.url() }), () => ({ ended: (one) => said.push(one) })),
      PORTAL,
    );
    await heard.query({ name: 'test.rows', sql: 'SELECT toUInt32(number) FROM numbers(3)', row });
    await heard.run({ name: 'test.table', sql: 'CREATE TABLE t (n UInt32) ENGINE = MergeTree ORDER BY n' });
    await heard.stream(
      { name: 'test.stream', sql: 'SELECT toUInt32(number) FROM numbers(20000)', row },
      async () => {},
    );
    await expect(heard.query({ name: 'test.wrong', sql: 'SELECT nothing', row })).rejects.toThrow();
    await heard.close();
    const ms = expect.any(Number);
    expect(said).toEqual([
      { name: 'test.rows', lane: 'search', ms, rows: 3 },
      { name: 'test.table', lane: 'load', ms },
      { name: 'test.stream', lane: 'search', ms, rows: 20_000 },
      { name: 'test.wrong', lane: 'search', ms, failed: true },
    ]);
  });

  it('never shows the password', async () => {
    for (const url of [gateway.url().replace('pass', 'wrong'), 'http://user:wrong%20word@127.0.0.1:9/records']) {
      const stranger = at(url);
      const error = await failure(stranger.query({ name: 'test', sql: 'SELECT 1', row }));
      expect(error).toBeInstanceOf(EngineError);
      expect(`${(error as Error).stack}${JSON.stringify(error)}`).not.toMatch(/wrong|word%|word\/1|Basic/);
      await stranger.close();
    }
  });
});
