import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '@tidewaiter/testing/free-port';
import type { FastifyInstance } from 'fastify';
import { expect, it, vi } from 'vitest';
import { payload } from '../../testing/calls.js';
import { start, wanted } from '../../testing/exporting.js';
import { KOREAN_FIXTURE } from '../../testing/portal.js';
import { sharedPortal } from '../../testing/shared-portal.js';
import { readConfig } from '../app/config.js';
import type { ConnectionLimits } from '../app/connection-limits.js';
import { listenForCommands, portalAsHost, runThroughPortal } from '../cli/control.js';
import { OwnFiles } from '../cli/shell/caller-files.js';
import { startBackgroundWork } from '../jobs/housekeeping.js';
import { createServer as createPortal } from './server.js';

const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const portal = sharedPortal({ METRICS_PORT: String(port) });

/** Another server over the same stores, with its metrics at a port. */
async function startServer(metricsPort: string, limits: Partial<ConnectionLimits> = {}): Promise<FastifyInstance> {
  const config = readConfig({ METRICS_PORT: metricsPort, LOG_LEVEL: 'silent' }, portal.config.dataFolder);
  const app = await createPortal(portal.services, { ...config, connections: { ...config.connections, ...limits } });
  try {
    await app.listen({ port: 0, host: '127.0.0.1' });
    return app;
  } catch (error) {
    await app.close().catch(() => {});
    throw error;
  }
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
    ...['jobs{kind="mail",state="WAITING"}', 'loads', 'data_version', 'disk_free_bytes', 'records_bytes'],
    ...['oldest_waiting_job_seconds{kind="mail"}', 'store_ready{store="records"}', 'store_ready{store="accounts"}'],
  ])
    expect(text).toContain(`\ntidewaiter_${name} `);
  expect(text).toMatch(/tidewaiter_newest_record_lag_days\{country="KOR",trade="IMPORT"\} \d{3,}/);
  expect(text).toMatch(/tidewaiter_statement_seconds_count\{name="[\w.]+"\} \d/);
  expect(text).toContain('nodejs_eventloop_lag_seconds');
  expect(text).not.toContain(email);
  expect(text).not.toContain('wp-login');
});

/** What one measurement says now. */
async function measured(series: string): Promise<number> {
  const line = (await (await fetch(`${url}/metrics`)).text()).split('\n').find((one) => one.startsWith(`${series} `));
  return Number(line?.slice(series.length + 1) ?? 'nothing');
}

it('counts what is spent and given back, answers by how they were found, sign-ins and errors', async () => {
  const { client, email } = await portal.signIn();
  const before = await measured('tidewaiter_answers_total{found="cached"}');
  await client.search(payload());
  await client.search(payload());
  await client.search(payload({ fromDate: '2010-01-01', toDate: '2010-01-02' }));
  const signIn = (password: string) => portal.clientOf(() => null).login({ email, password });
  await expect(signIn('a wrong password')).rejects.toMatchObject({ code: 'INVALID_LOGIN' });
  expect(await measured('tidewaiter_allowance_spent_total{allowance="SEARCHES",cause="SEARCH"}')).toBe(2);
  expect(await measured('tidewaiter_allowance_given_total{allowance="SEARCHES",cause="RELEASE"}')).toBe(1);
  expect(await measured('tidewaiter_answers_total{found="cached"}')).toBeGreaterThan(before);
  expect(await measured('tidewaiter_answer_cache_bytes')).toBeGreaterThan(0);
  expect(await measured('tidewaiter_sign_ins_total{outcome="LET_IN"}')).toBeGreaterThan(0);
  expect(await measured('tidewaiter_sign_ins_total{outcome="INVALID_LOGIN"}')).toBe(1);
  expect(await measured('tidewaiter_errors_total{status="401",code="INVALID_LOGIN"}')).toBe(1);
  for (const lane of ['short', 'search', 'export', 'heavy', 'compressing', 'contacts', 'admission'])
    for (const what of ['running', 'waiting', 'refused_total'])
      expect(await measured(`tidewaiter_lane_${what}{lane="${lane}"}`)).toBe(0);
});

it('counts exports, mail and loads by what became of them', async () => {
  const { client } = await portal.signIn();
  const background = await startBackgroundWork(portal.services, portal.config, portal.app.log);
  await client.search(payload());
  await start(client, wanted());
  await portal.services.accounts.jobs.settle();
  await expect.poll(() => measured('tidewaiter_job_tries_total{kind="export",outcome="DONE"}')).toBe(1);
  background.stop();

  const socket = join(portal.config.dataFolder, 'test.sock');
  const control = await listenForCommands(socket, portalAsHost(portal.services, portal.config));
  const silent = {
    ...{ cwd: '/', files: new OwnFiles('/'), isTerminal: false, operator: 'tester', ask: undefined },
    ...{ out() {}, err() {}, progress() {} },
  };
  expect(await runThroughPortal(socket, ['load', KOREAN_FIXTURE], silent)).toBe(0);
  expect(await runThroughPortal(socket, ['load', '/nowhere.csv'], silent)).toBe(1);
  expect(await runThroughPortal(socket, ['lode'], silent)).toBe(2);
  control.close();
  for (const said of [
    'command="load",outcome="done"',
    'command="load",outcome="failed"',
    'command="other",outcome="usage"',
  ])
    expect(await measured(`tidewaiter_commands_total{${said}}`)).toBe(1);
});

it('says which store does not answer, and answers without what it would have to ask of it', async () => {
  let answer = () => {};
  const hangs = vi.spyOn(portal.services.accounts.store, 'answers').mockReturnValue(
    new Promise((resolve) => {
      answer = () => resolve(undefined as never);
    }),
  );
  const text = await (await fetch(`${url}/metrics`)).text();
  expect(text).toContain('tidewaiter_store_ready{store="accounts"} 0');
  expect(text).toContain('tidewaiter_store_ready{store="records"} 1');
  expect(text).not.toContain('tidewaiter_jobs{');
  expect(text).toMatch(/\ntidewaiter_data_version \d/);
  answer();
  hangs.mockRestore();
});

it('measures everything that the alarms and the dashboard ask for', async () => {
  const served = new Set(
    [...(await (await fetch(`${url}/metrics`)).text()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name),
  );
  const read = (name: string) => readFile(new URL(`../../../../deploy/${name}`, import.meta.url), 'utf8');
  const text = `${await read('alerts.yml')}\n${await read('grafana-dashboard.json')}`;
  const asked = text.match(/\b(tidewaiter|nodejs|process)_\w+/g) ?? [];
  expect(asked.length).toBeGreaterThan(40);
  const isServed = (name: string) => served.has(name) || served.has(name.replace(/_(bucket|sum|count)$/, ''));
  expect(asked.filter((name) => !isServed(name))).toEqual([]);
});

it('answers for the health of the portal, and the portal itself shows no metrics', async () => {
  for (const question of ['live', 'ready']) expect((await fetch(`${url}/health/${question}`)).status).toBe(200);
  expect((await fetch(`${portal.url}/metrics`)).status).toBe(404);
});

it('bounds the connections of its port as the portal does its own', async () => {
  const other = await freePort();
  const app = await startServer(String(other), { total: 2, headers: 300, checkEvery: 50 });
  const closed = Promise.all(
    Array.from({ length: 3 }, async (_, at) => {
      const socket = connect(other, '127.0.0.1');
      socket.on('error', () => {});
      await once(socket, 'connect');
      // One has room, the other two are not there for long.
      if (at > 0) socket.write('GET /metrics HTTP/1.1\r\nHost: portal\r\n');
      await once(socket.resume(), 'close');
    }),
  );
  await closed;
  expect((await fetch(`http://127.0.0.1:${other}/metrics`)).status).toBe(200);
  await app.close();
});

it('ends the start where its port is taken', async () => {
  await expect(startServer(String(port))).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
