/** The dashboard and the alarms, asked of the Prometheus of the distribution over a running portal. Grafana itself is not here. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@tidewaiter/testing/free-port';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { payload } from '../../testing/calls.js';
import { startPortal, type TestPortal } from '../../testing/portal.js';
import { startBackgroundWork } from '../jobs/housekeeping.js';

const DEPLOY = fileURLToPath(new URL('../../../../deploy/', import.meta.url));

const isMissing = spawnSync('prometheus', ['--version']).error !== undefined;
if (isMissing)
  process.stderr.write(
    'SKIPPED: no query of the dashboard is asked, since prometheus is not installed (apt-get install prometheus).\n',
  );

const panel = z.object({
  ...{ id: z.int(), type: z.string(), title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) },
  gridPos: z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
});
const { panels } = z
  .object({ schemaVersion: z.literal(39), panels: z.array(panel) })
  .parse(JSON.parse(readFileSync(join(DEPLOY, 'grafana-dashboard.json'), 'utf8')));
const queries = panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, expr })));

it('no panel of the dashboard lies on another', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const taken = new Set<string>();
  for (const { gridPos, title } of panels)
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
        expect(x, title).toBeLessThan(24);
        expect(taken.has(`${x} ${y}`), title).toBe(false);
        taken.add(`${x} ${y}`);
      }
});

describe.skipIf(isMissing)('Prometheus', () => {
  let portal: TestPortal;
  let background: { stop(): void };
  let folder: string;
  let prometheus: ChildProcess;
  let url: string;

  const ask = async (path: string) =>
    (await (await fetch(`${url}/api/v1/${path}`)).json()) as {
      status: string;
      error?: string;
      data: { result: unknown[]; groups: { rules: { name: string; health: string; lastError?: string }[] }[] };
    };
  const query = (expr: string) => {
    const filled = expr.replaceAll('$__rate_interval', '1m').replaceAll('$job', 'tidewaiter');
    return ask(`query?query=${encodeURIComponent(filled)}`);
  };

  beforeAll(async () => {
    const [metrics, port] = [await freePort(), await freePort()];
    portal = await startPortal({ METRICS_PORT: String(metrics) });
    background = await startBackgroundWork(portal.services, portal.config, portal.app.log);
    folder = await mkdtemp(join(tmpdir(), 'tidewaiter-prometheus-'));
    const config = {
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [join(DEPLOY, 'alerts.yml')],
      scrape_configs: [{ job_name: 'tidewaiter', static_configs: [{ targets: [`127.0.0.1:${metrics}`] }] }],
    };
    // YAML holds all of JSON.
    await writeFile(join(folder, 'prometheus.yml'), JSON.stringify(config));
    url = `http://127.0.0.1:${port}`;
    prometheus = spawn(
      'prometheus',
      [
        ...[`--config.file=${join(folder, 'prometheus.yml')}`, `--storage.tsdb.path=${join(folder, 'data')}`],
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore' },
    );
  });
  afterAll(async () => {
    prometheus.kill();
    await new Promise((resolve) => prometheus.once('exit', resolve));
    background.stop();
    await portal.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** What is there only once something has gone wrong, or was done by hand. */
  const MAY_BE_NOTHING = new Set([
    ...['Age of the newest backup', 'Commands inside the portal'],
    ...['Told to come back later', 'Statements that fail or are given up', 'Calls that fail'],
  ]);

  it('answers every query of the dashboard', async () => {
    expect(queries.length).toBeGreaterThan(30);
    // What happens while it looks has a rate.
    await expect
      .poll(async () => (await query('sum(up)')).data.result.length, { message: 'Prometheus scrapes the portal' })
      .toBe(1);
    const { client } = await portal.signIn();
    await client.search(payload());
    await client.search(payload({ fromDate: '2010-01-01', toDate: '2010-01-02' }));
    const { email } = await portal.signIn();
    await portal
      .clientOf(() => null)
      .login({ email, password: 'a wrong password' })
      .catch(() => {});
    await client.search(payload({ incoterm: 'CIF' }));
    await portal.services.accounts.jobs.settle();
    // A rate is of two scrapes at least.
    const since = Date.now() / 1000 + 3;
    await expect
      .poll(async () => (await query(`min(timestamp(up)) > ${since}`)).data.result.length, { interval: 500 })
      .toBe(1);
    for (const { title, expr } of queries) {
      const { status, error, data } = await query(expr);
      expect(status, `${title}: ${error}`).toBe('success');
      if (!MAY_BE_NOTHING.has(title)) expect(data.result, `${title}: ${expr}`).not.toEqual([]);
    }
  });

  it('evaluates every rule of the alarms without an error', async () => {
    const rules = async () => (await ask('rules')).data.groups.flatMap((group) => group.rules);
    await expect.poll(async () => (await rules()).filter(({ health }) => health === 'unknown')).toEqual([]);
    const found = await rules();
    expect(found.length).toBeGreaterThan(8);
    expect(found.filter(({ health }) => health !== 'ok')).toEqual([]);
  });
});
