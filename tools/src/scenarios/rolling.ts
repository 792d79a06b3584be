/**
 * Two portals that are restarted in turn while people work: one accounts database (PostgreSQL), one record server (the tests' gateway to the
 * embedded engine), one folder of exports, and in front `deploy/Caddyfile` by a Caddy that is installed here.
 * Everything listens on the loopback. Exports are asked for and fetched in turn from whichever portal the proxy chooses.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClient, dayOf, type PortalClient, PortalError, type SearchPayload } from '@tidewaiter/contract';
import { type CommandFolder, ended } from '@tidewaiter/testing/command';
import { freePort } from '@tidewaiter/testing/free-port';
import { POSTGRES } from '@tidewaiter/testing/postgres';
import { mustRun, until } from '../shared/portal.js';
import { sharedServers } from '../shared/shared-servers.js';
import type { Scenario } from './scenario.js';

const ROUNDS = 3;
const PEOPLE = 4;

/** Between two calls of a person, in milliseconds. */
const THINKS_MS = 50;

/** Longer than the proxy takes to look twice. */
const STOP_DELAY = 5;

const QUESTION: SearchPayload = {
  tradeType: 'IMPORT',
  searchBy: 'PRODUCT',
  matchType: 'C',
  searchValue: ['cotton'],
  countryCode: ['IND'],
  fromDate: '2025-01-01',
  toDate: dayOf(new Date()),
};

/** The proxy, as `deploy/Caddyfile` sets it up, but without TLS. */
async function startProxy(folder: string, port: number, portals: readonly number[]) {
  const file = join(folder, 'Caddyfile');
  const given = fileURLToPath(new URL('../../../deploy/Caddyfile', import.meta.url));
  await writeFile(file, `{\n\tadmin off\n\tdefault_bind 127.0.0.1\n}\nimport ${given}\n`);
  const env = {
    ...process.env,
    ...{ XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, PUBLIC_HOST: `http://localhost:${port}` },
    PORTAL: portals.map((at) => `127.0.0.1:${at}`).join(' '),
  };
  return spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    env,
    stdio: ['ignore', 'ignore', process.env.DEBUG ? 'inherit' : 'ignore'],
  });
}

/** What was asked, and what was lost of it, by what was said. */
interface Tally {
  calls: number;
  files: number;
  lost: Record<string, number>;
}

/** A person who searches, exports and fetches the file, over and over, until told to stop. */
async function work(client: PortalClient, tally: Tally, isOver: () => boolean, baseUrl: string) {
  const counted = async <Answer>(name: string, ask: () => Promise<Answer>): Promise<Answer | undefined> => {
    tally.calls += 1;
    await sleep(THINKS_MS);
    return ask().catch((error: unknown) => {
      const said = `${name}: ${error instanceof PortalError ? `${error.code} ${error.message}` : error}`;
      tally.lost[said] = (tally.lost[said] ?? 0) + 1;
      return undefined;
    });
  };
  while (!isOver()) {
    await counted('search', () => client.search({ ...QUESTION }));
    const what = { query: { ...QUESTION }, columnKeys: ['be_date', 'hs_code'] };
    const quote = await counted('quote', () => client.quoteExport(what));
    if (!quote) continue;
    const asked = { ...what, format: 'csv' as const, fingerprint: quote.fingerprint, key: randomUUID() };
    let made = await counted('export', () => client.startExport(asked));
    while (made && ['WAITING', 'MAKING'].includes(made.state) && !isOver()) {
      const { exportId } = made;
      await sleep(200);
      made = await counted('state of an export', () => client.exportDetails({ exportId }));
    }
    const { exportId, state } = made ?? {};
    if (exportId === undefined || state !== 'READY') continue;
    const fetched = await counted('address of a file', () => client.fetchExport({ exportId }));
    const { url } = fetched ?? {};
    if (typeof url !== 'string') continue;
    const file = await counted('file', async () => {
      const answer = await fetch(baseUrl + url);
      return { status: answer.status, body: await answer.text() };
    });
    if (file?.status === 200 && file.body.split('\n').length > 1) tally.files += 1;
    else tally.lost[`file: ${file?.status}`] = (tally.lost[`file: ${file?.status}`] ?? 0) + 1;
  }
}

export const rolling: Scenario = {
  name: 'rolling',
  about: `two portals behind a proxy, restarted in turn ${ROUNDS} times while people work: no call is lost`,
  missing() {
    if (POSTGRES === undefined) return 'PostgreSQL is not installed here';
    return spawnSync('caddy', ['version']).status === 0 ? undefined : 'Caddy is not installed here';
  },
  async run(findings) {
    const shared = await sharedServers();
    const [port, ...ports] = [await freePort(), await freePort(), await freePort()];
    const baseUrl = `http://localhost:${port}`;
    const portalAt = (at: number) =>
      shared.portal({
        ...{ PORT: String(at), TRUST_PROXY: 'on', STOP_DELAY: String(STOP_DELAY) },
        PUBLIC_URL: baseUrl,
      });
    const portals: { folder: CommandFolder; served?: Awaited<ReturnType<CommandFolder['serve']>> }[] = [];
    for (const at of ports) portals.push({ folder: await portalAt(at) });
    const restart = async (portal: (typeof portals)[number]) => {
      portal.served?.process.kill('SIGTERM');
      if (portal.served) await ended(portal.served.process);
      portal.served = await portal.folder.serve();
    };
    const proxy = await startProxy(shared.folder, port, ports);
    try {
      const [first] = portals;
      if (!first) throw new Error('there is no portal');
      const demo = JSON.parse(await mustRun(first.folder, 'demo', '--rows', '20000', '--json'));
      const { password } = JSON.parse(await readFile(demo.signInFile, 'utf8'));
      for (const portal of portals) await restart(portal);
      let token: string | null = null;
      const client = createClient({ baseUrl, credential: 'tidewaiter-web:', token: () => token });
      // The proxy looks every few seconds who is ready.
      await until('somebody can sign in by the proxy', async () => {
        ({ token } = await client.login({ email: demo.email, password }));
        return true;
      });
      const tally: Tally = { calls: 0, files: 0, lost: {} };
      let isOver = false;
      const people = Array.from({ length: PEOPLE }, () => work(client, tally, () => isOver, baseUrl));
      for (let round = 0; round < ROUNDS * portals.length; round += 1) {
        await sleep(6000);
        const portal = portals[round % portals.length];
        if (portal) await restart(portal);
      }
      isOver = true;
      await Promise.all(people);
      const lost = Object.entries(tally.lost).map(([said, often]) => `${often} × ${said}`);
      findings.add('calls, and files of exports', `${tally.calls}, ${tally.files}`, tally.files > 0);
      findings.add('calls that were lost', lost.join(', ') || 'none', lost.length === 0);
    } finally {
      proxy.kill();
      for (const { folder } of portals) await folder.remove();
      await shared.stop();
    }
  },
};
