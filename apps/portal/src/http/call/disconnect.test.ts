import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { onDisconnect } from './disconnect.js';
import { answerError } from './errors.js';

const logged: string[] = [];
const signals: AbortSignal[] = [];
const begun: string[] = [];
const late: AbortSignal[] = [];
const app = fastify({ logger: { level: 'error', stream: { write: (line: string) => void logged.push(line) } } });
app.setErrorHandler(answerError);
app.get('/answered', async (_, reply) => {
  signals.push(onDisconnect(reply));
  return 'answered';
});
app.get('/stopped', async (_, reply) => {
  const signal = onDisconnect(reply);
  signals.push(signal);
  await once(signal, 'abort');
  signal.throwIfAborted();
});
app.get('/late', async (_, reply) => {
  begun.push('late');
  await once(reply.raw, 'close');
  late.push(onDisconnect(reply));
});
app.get('/broken', async () => {
  throw new Error('a fault');
});
const url = await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => app.close());

it('a call whose caller goes away is stopped and not logged; others are neither', async () => {
  expect(await (await fetch(`${url}/answered`)).text()).toBe('answered');
  const gone = new AbortController();
  const call = fetch(`${url}/stopped`, { signal: gone.signal }).catch(() => undefined);
  await expect.poll(() => signals.length).toBe(2);
  gone.abort();
  await call;
  await expect.poll(() => signals[1]?.aborted).toBe(true);
  await sleep(50);
  expect(signals[0]?.aborted).toBe(false);
  expect(logged).toEqual([]);
  expect((await fetch(`${url}/broken`)).status).toBe(500);
  expect(logged).toHaveLength(1);
});

it('a call whose caller has gone before it is begun is stopped at once', async () => {
  const gone = new AbortController();
  const call = fetch(`${url}/late`, { signal: gone.signal }).catch(() => undefined);
  await expect.poll(() => begun).toEqual(['late']);
  gone.abort();
  await call;
  await expect.poll(() => late.map(({ aborted }) => aborted)).toEqual([true]);
});
