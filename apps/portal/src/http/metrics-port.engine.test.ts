/** What Prometheus scrapes of a portal. */
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPortal, type TestPortal } from '../../testing/portal.js';
import { readConfig } from '../app/config.js';
import { createServer as createPortal } from './server.js';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

let portal: TestPortal;
let url: string;
beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  portal = await startPortal({ METRICS_PORT: String(port) });
});
afterAll(() => portal.close());

/** Another server over the same stores, with its metrics at a port. */
async function startServer(metricsPort: string): Promise<void> {
  const config = readConfig({ METRICS_PORT: metricsPort, LOG_LEVEL: 'silent' }, portal.config.dataFolder);
  const app = await createPortal(portal.services, config);
  await app.listen({ port: 0, host: '127.0.0.1' }).finally(() => app.close().catch(() => {}));
}

it('counts calls by route and status, and measures the stores, the disk and the process', async () => {
  const { client, person, email } = await portal.signIn();
  await client.activeSubscriptions({ userId: person.userid });
  await fetch(`${portal.url}/wp-login.php`);
  const answer = await fetch(`${url}/metrics`);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const text = await answer.text();
  expect(text).toMatch(/tidewaiter_calls_total\{method="POST",route="[^"]*login[^"]*",status="200"\} 1/);
  expect(text).toContain('tidewaiter_calls_total{method="GET",route="other",status="404"} 1');
  expect(text).toContain('tidewaiter_call_seconds_bucket');
  for (const name of [
    'jobs{state="WAITING"}',
    'loads',
    'data_version',
    'disk_free_bytes',
    'oldest_waiting_job_seconds',
  ])
    expect(text).toContain(`\ntidewaiter_${name} `);
  expect(text).toMatch(/tidewaiter_newest_record_lag_days\{country="KOR",trade="IMPORT"\} \d{3,}/);
  expect(text).toMatch(/tidewaiter_statement_seconds_count\{name="[\w.]+"\} \d/);
  expect(text).toContain('nodejs_eventloop_lag_seconds');
  expect(text).not.toContain(email);
  expect(text).not.toContain('wp-login');
});

it('answers for the health of the portal, and the portal itself shows no metrics', async () => {
  for (const question of ['live', 'ready']) expect((await fetch(`${url}/health/${question}`)).status).toBe(200);
  expect((await fetch(`${portal.url}/metrics`)).status).toBe(404);
});

it('ends the start where its port is taken', async () => {
  await expect(startServer(String(new URL(url).port))).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
