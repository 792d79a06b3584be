/** A collector that is away, or says nothing, holds nobody up. */
import { createServer } from 'node:net';
import { freePort } from '@tidewaiter/testing/free-port';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tracesTo } from './otlp.js';
import { newTraceId } from './trace-context.js';

const silent = createServer(() => {});
let ports: { away: number; silent: number };
beforeAll(async () => {
  ports = { away: await freePort(), silent: await freePort() };
  await new Promise<void>((resolve) => silent.listen(ports.silent, '127.0.0.1', resolve));
});
afterAll(() => void silent.close());

it.each(['away', 'silent'] as const)('what a collector that is %s cannot be sent is dropped', async (which) => {
  const traces = tracesTo(new URL(`http://127.0.0.1:${ports[which]}`), '1');
  // More than are kept for it.
  for (let n = 0; n < 5_000; n += 1) traces.begin('call', 'GET /', { traceId: newTraceId() }).end({}, false);
  await expect(traces.close()).resolves.toBeUndefined();
});
