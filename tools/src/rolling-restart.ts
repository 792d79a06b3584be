/**
 * Restarts two portals in turn while people work, and counts the calls that were lost (`npm run rolling -- 3` for three rounds): one accounts
 * database (PostgreSQL), one record server (the tests' gateway to the embedded engine), one folder of exports, and in front `deploy/Caddyfile` by a
 * Caddy that is installed here, with an authority of its own. Everything listens on the loopback. Exports are asked for and fetched in turn from
 * whichever portal the proxy chooses. It starts what `npm run build` made; on Linux.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClient, dayOf, type PortalClient, PortalError, type SearchPayload } from '@tidewaiter/contract';
import { type CommandFolder, ended } from '@tidewaiter/testing/command';
import { sharedServers } from './shared-servers.js';

const rounds = Number(process.argv[2] ?? 3);
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

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

if (spawnSync('caddy', ['version']).status !== 0) throw new Error('Caddy must be installed here.');

const shared = await sharedServers();
const { folder } = shared;
const [port, ...portalPorts] = [await freePort(), await freePort(), await freePort()];

/** A portal of its own data folder, on what both share. */
async function portalAt(at: number | undefined): Promise<CommandFolder & { restart(): Promise<void> }> {
  const portal = await shared.portal({
    ...{ PORT: String(at), TRUST_PROXY: 'on', STOP_DELAY: String(STOP_DELAY) },
    PUBLIC_URL: `https://localhost:${port}`,
  });
  let served: Awaited<ReturnType<CommandFolder['serve']>> | undefined;
  return {
    ...portal,
    async restart() {
      served?.process.kill('SIGTERM');
      if (served) await ended(served.process);
      served = await portal.serve();
    },
  };
}

/** The proxy, as `deploy/Caddyfile` sets it up; the name makes it sign its certificate by an authority of its own. */
async function startProxy() {
  const file = join(folder, 'Caddyfile');
  const given = fileURLToPath(new URL('../../deploy/Caddyfile', import.meta.url));
  await writeFile(
    file,
    `{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\tdefault_bind 127.0.0.1\n}\nimport ${given}\n`,
  );
  const env = {
    ...process.env,
    ...{ XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, PUBLIC_HOST: `localhost:${port}` },
    PORTAL: portalPorts.map((at) => `127.0.0.1:${at}`).join(' '),
  };
  const proxy = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    env,
    stdio: ['ignore', 'ignore', process.env.DEBUG ? 'inherit' : 'ignore'],
  });
  const authority = join(folder, 'caddy/pki/authorities/local/root.crt');
  while (!existsSync(authority)) await sleep(100);
  return { proxy, ca: await readFile(authority) };
}

/** What was asked and what was lost, by what was said of it. */
const lost: Record<string, number> = {};
let calls = 0;
let files = 0;

/** A person who searches, exports and fetches the file, over and over, until told to stop. */
async function work(
  client: PortalClient,
  isOver: () => boolean,
  get: (path: string) => Promise<{ status: number; body: string }>,
) {
  const counted = async <Answer>(name: string, ask: () => Promise<Answer>): Promise<Answer | undefined> => {
    calls += 1;
    await sleep(THINKS_MS);
    return ask().catch((error: unknown) => {
      const said = `${name}: ${error instanceof PortalError ? `${error.code} ${error.message}` : error}`;
      lost[said] = (lost[said] ?? 0) + 1;
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
    const file = await counted('file', () => get(url));
    if (file?.status === 200 && file.body.split('\n').length > 1) files += 1;
    else lost[`file: ${file?.status}`] = (lost[`file: ${file?.status}`] ?? 0) + 1;
  }
}

const [one, other] = [await portalAt(portalPorts[0]), await portalAt(portalPorts[1])];
const { proxy, ca } = await startProxy();
try {
  const demo = JSON.parse((await one.run('demo', '--rows', '20000', '--json')).out);
  const { password } = JSON.parse(await readFile(demo.signInFile, 'utf8'));
  await one.restart();
  await other.restart();
  const agent = new Agent({ ca, keepAlive: true });
  /** As `fetch` asks, of whom the proxy's authority vouches for. */
  const ask = (url: string, { method = 'GET', headers, body }: RequestInit = {}) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const call = request(
        url,
        { method, headers: headers as Record<string, string>, agent, timeout: 60_000 },
        (answer) => text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, body }), reject),
      );
      call.once('error', reject).end(body as string | undefined);
    });
  const baseUrl = `https://localhost:${port}`;
  let token: string | null = null;
  const client = createClient({
    ...{ baseUrl, credential: 'tidewaiter-web:', token: () => token },
    fetch: (async (url: string, init?: RequestInit) => {
      const { status, body } = await ask(url, init);
      return new Response(body, { status });
    }) as typeof fetch,
  });
  // The proxy looks every few seconds who is ready.
  await sleep(6000);
  ({ token } = await client.login({ email: demo.email, password }));
  let over = false;
  const people = Array.from({ length: PEOPLE }, () =>
    work(
      client,
      () => over,
      (path) => ask(baseUrl + path),
    ),
  );
  for (let round = 1; round <= rounds; round += 1)
    for (const portal of [one, other]) {
      await sleep(6000);
      const began = performance.now();
      await portal.restart();
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      process.stdout.write(
        `round ${round}: restarted in ${seconds} s; ${calls} calls, ${files} files, lost ${JSON.stringify(lost)}\n`,
      );
    }
  over = true;
  await Promise.all(people);
  process.stdout.write(`${calls} calls, ${files} files of exports, lost: ${JSON.stringify(lost)}\n`);
  if (Object.keys(lost).length > 0 || files === 0) process.exitCode = 1;
} finally {
  proxy.kill();
  for (const portal of [one, other]) await portal.remove();
  await shared.stop();
}
