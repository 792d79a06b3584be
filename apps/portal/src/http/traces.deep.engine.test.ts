/** What a collector of traces is sent: whose child each span is. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { BASIC, payload } from '../../testing/calls.js';
import { sharedAccount, sharedPortalAtWork } from '../../testing/shared-portal.js';
import { newSpanId, newTraceId } from '../work/trace-context.js';

/** A span as OTLP writes it. */
interface Received {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

const received: Received[] = [];
let service: unknown;
const collector = createServer(async (request, answer) => {
  expect(request.url).toBe('/v1/traces');
  for (const { resource, scopeSpans } of JSON.parse(await text(request)).resourceSpans) {
    service = resource.attributes.find(({ key }: { key: string }) => key === 'service.name').value.stringValue;
    for (const { spans } of scopeSpans) received.push(...spans);
  }
  answer.end('{}');
}).listen(0, '127.0.0.1');
await once(collector, 'listening');
const { port } = collector.address() as AddressInfo;
const portal = sharedPortalAtWork({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
const me = sharedAccount(portal);
afterAll(() => void collector.close());

const call = async (path: string, body: object, traceparent?: string) => {
  const response = await fetch(`${portal.url}/${path}`, {
    method: 'POST',
    headers: {
      ...{ authorization: BASIC, accessedby: me.person.token, 'content-type': 'application/json' },
      ...(traceparent !== undefined && { traceparent }),
    },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return response.json();
};

/** The spans of a trace, once there is one that is looked for. */
async function traceOf(traceId: string, awaited: string): Promise<Received[]> {
  const ofTrace = () => received.filter((span) => span.traceId === traceId);
  await expect.poll(() => ofTrace().map(({ name }) => name)).toContain(awaited);
  return ofTrace();
}
const named = (spans: Received[], name: string) =>
  spans.find((span) => span.name === name) ?? expect.fail(`there is no span ${name}`);

it('a call goes on with the trace of whoever calls, and its statements are its children', async () => {
  const [traceId, caller] = [newTraceId(), newSpanId()];
  await call('search-management/search', payload({ incoterm: 'CIF' }), `00-${traceId}-${caller}-01`);
  const spans = await traceOf(traceId, 'POST /search-management/search');
  const search = named(spans, 'POST /search-management/search');
  expect(search).toMatchObject({ kind: 2, parentSpanId: caller });
  expect(search.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } });
  expect(named(spans, 'search.page')).toMatchObject({ kind: 3, parentSpanId: search.spanId });
  // Statements of the accounts' database among them, by what they do and to which table.
  const account = named(spans, 'select sessions');
  expect(account).toMatchObject({ kind: 3, parentSpanId: search.spanId });
  expect(account.attributes).toContainEqual({ key: 'db.system.name', value: { stringValue: 'postgresql' } });
  expect(spans.filter(({ kind }) => kind === 3).every(({ parentSpanId }) => parentSpanId === search.spanId)).toBe(true);
  expect(service).toBe('tidewaiter');
  expect(JSON.stringify(spans)).not.toContain(me.email);
});

it('a job is the child of the call that asked for it, and its statements are the children of the job', async () => {
  await call('search-management/search', payload());
  const what = { query: payload(), columnKeys: ['be_date'] };
  const { fingerprint } = await me.client.quoteExport(what);
  const traceId = newTraceId();
  const asked = { ...what, format: 'csv', fingerprint, key: randomUUID() };
  await call('export-management/export', asked, `00-${traceId}-${newSpanId()}-01`);
  await portal.services.accounts.jobs.settle();
  const spans = await traceOf(traceId, 'job export');
  const job = named(spans, 'job export');
  expect(job).toMatchObject({ kind: 5, parentSpanId: named(spans, 'POST /export-management/export').spanId });
  expect(job.attributes).toContainEqual({ key: 'outcome', value: { stringValue: 'DONE' } });
  expect(spans.filter(({ kind, parentSpanId }) => kind === 3 && parentSpanId === job.spanId).length).toBeGreaterThan(1);
});

it('a call of nobody’s trace begins one, and what its caller does not record is not recorded', async () => {
  const unrecorded = newTraceId();
  await call('search-management/search', payload({ incoterm: 'FOB' }), `00-${unrecorded}-${newSpanId()}-00`);
  received.length = 0;
  await call('search-management/search', payload({ toDate: '2020-10-30' }));
  await expect.poll(() => received.map(({ name }) => name)).toContain('POST /search-management/search');
  const first = named(received, 'POST /search-management/search');
  expect([first.parentSpanId, first.traceId]).toEqual([undefined, expect.stringMatching(/^[\da-f]{32}$/)]);
  expect(received.filter(({ traceId }) => traceId === unrecorded)).toEqual([]);
});
