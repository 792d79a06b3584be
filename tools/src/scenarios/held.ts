/** Connections that are held for nothing, that read no answers, or that are closed at any moment, while somebody works. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { closedAt, HELD } from '@tidewaiter/testing/held-connections';
import {
  addAccounts,
  type Caller,
  demoFolder,
  openHandles,
  openPortal,
  outcome,
  residentMb,
  type TriedPortal,
  tally,
  watched,
} from '../shared/portal.js';
import { type Findings, quantile, type Scenario, seconds } from './scenario.js';

/** Files that the portal may open, by the shell's limit: Node.js raises its own to what it may. */
const FILES = 2500;
const SOCKETS = 2600;
const ROWS = 3000;

/** Connections of the whole that are closed at one moment. */
const CLOSING = 100;

/** A newcomer, and whoever works, is answered within so many milliseconds. */
const MOST_WAIT = 10_000;

const SIGN_IN = ['POST /user-management/login HTTP/1.1', 'Host: portal', 'Content-Type: application/json'].join('\r\n');

/** What is sent on connections that are then left as they are. */
const SENT = { ...HELD, 'a byte a second': `${SIGN_IN}\r\n\r\n` };

const QUERY = {
  ...{ tradeType: 'IMPORT' as const, searchBy: 'PRODUCT' as const, matchType: 'D' as const },
  ...{ searchValue: ['no such thing'], countryCode: ['KOR', 'IND'], fromDate: '2024-01-01', toDate: '2026-10-31' },
};

/** The largest pivot that may be asked for. */
const PIVOT = { query: QUERY, rows: 'importers', columns: 'exporters', topRows: 400, topColumns: 100 };

const head = (lines: string[], body = '') =>
  `${[...lines, 'Host: portal', `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n${body}`;

/** A call that is signed in, as text. */
const signedIn = ({ person }: Caller, path: string, body: object) =>
  head(
    [
      ...[`POST ${path} HTTP/1.1`, `Authorization: Basic ${btoa('tidewaiter-web:')}`, `accessedby: ${person.token}`],
      ...['Content-Type: application/json', 'Accept-Encoding: br'],
    ],
    JSON.stringify(body),
  );

/** Connections to a portal from addresses of loopback. */
class Sockets {
  readonly #open = new Set<Socket>();

  constructor(private readonly url: string) {}

  connect(address: string): Socket {
    const { port, hostname } = new URL(this.url);
    const socket = connect({ port: Number(port), host: hostname, localAddress: address, allowHalfOpen: true });
    this.#open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => this.#open.delete(socket));
    return socket;
  }

  endAll(): void {
    for (const socket of this.#open) socket.destroy();
    this.#open.clear();
  }
}

/** A portal that may open few files, an account of the demo and one of the free plan. */
async function tried(act: (portal: TriedPortal, demo: Caller, free: Caller, sockets: Sockets) => Promise<void>) {
  const { folder, demo } = await demoFolder(ROWS, { RATE_LIMITS: 'on' });
  try {
    const [other] = await addAccounts(folder, 1);
    const portal = await openPortal(folder, {}, ['sh', '-c', `ulimit -n ${FILES}; exec "$0" "$@"`]);
    const sockets = new Sockets(portal.url);
    try {
      await act(portal, await portal.signIn(demo), await portal.signIn(other ?? demo), sockets);
    } finally {
      sockets.endAll();
    }
    await portal.stop();
  } finally {
    await folder.remove();
  }
}

/** A search that nobody asked before, on a connection of its own. */
const newSearch = ({ client }: Caller, number: number) =>
  outcome(() =>
    client.searchCount({ ...QUERY, searchBy: 'HS_CODE', matchType: 'L', searchValue: [String(1000 + number)] }),
  );

export const held: Scenario = {
  name: 'held',
  about: `${SOCKETS} connections that say nothing, half of something or a byte a second, from one address and from twenty`,
  run: (findings, { minutes }) =>
    tried(async (portal, demo, _, sockets) => {
      let number = 0;
      for (const [what, said] of Object.entries(SENT))
        for (const addresses of [1, 20]) {
          const slow: Socket[] = [];
          for (let at = 0; at < SOCKETS; at += 1) {
            const socket = sockets.connect(`127.0.0.${1 + (at % addresses)}`).resume();
            if (what === 'a byte a second') slow.push(socket);
            else socket.on('connect', () => socket.write(said));
            if (at % 200 === 199) await sleep(20);
          }
          const files = watched(() => openHandles(portal.pid));
          const outcomes = [];
          const until = performance.now() + minutes * 6000;
          for (let at = 0; performance.now() < until; at += 1) {
            for (const socket of slow) if (socket.writable) socket.write(said[at % said.length] ?? '');
            outcomes.push(await newSearch(demo, number++));
            await sleep(1000);
          }
          files.end();
          sockets.endAll();
          const slowest = Math.max(...outcomes.map(({ milliseconds }) => milliseconds));
          findings.add(
            `${what}, from ${addresses}`,
            `searches: ${tally(outcomes.map(({ error }) => error ?? 'answered'))}, slowest ${seconds(slowest)}; ${files.most()} files at most`,
            outcomes.every(({ error }) => error === undefined) && slowest < MOST_WAIT,
          );
          await sleep(1000);
        }
    }),
};

/** Ten connections from ten addresses ask 16 times each for a large answer, and read nothing, while a newcomer asks whether the site is open. */
async function pipeline(findings: Findings, portal: TriedPortal, sockets: Sockets, what: string, asked: string) {
  const memory = watched(() => residentMb(portal.pid));
  const before = memory.most();
  for (let at = 0; at < 10; at += 1) {
    const socket = sockets.connect(`127.0.0.${2 + at}`);
    socket.on('connect', () => socket.write(asked.repeat(16)));
    socket.pause();
  }
  const times: number[] = [];
  for (let at = 0; at < 50; at += 1) {
    const begun = performance.now();
    await (await fetch(`${portal.url}/health/live`, { headers: { connection: 'close' } })).text();
    times.push(performance.now() - begun);
    await sleep(200);
  }
  memory.end();
  sockets.endAll();
  findings.add(
    `${what}, 160 calls pipelined and not read`,
    `memory ${before.toFixed(0)} MB, ${memory.most().toFixed(0)} at most; a newcomer waits ${seconds(Math.max(...times))} at most`,
    Math.max(...times) < MOST_WAIT && portal.isRunning(),
  );
}

const ASSETS = fileURLToPath(new URL('../../../apps/web/dist/assets', import.meta.url));

/** What is answered alike to everybody, and what is made for a free account, each as the text of one call. */
async function everyCall(portal: TriedPortal, free: Caller): Promise<[string, string][]> {
  const page = await (await fetch(portal.url)).text();
  const sized = readdirSync(ASSETS).map((name) => ({ name, size: statSync(join(ASSETS, name)).size }));
  const largest = (end: string) =>
    sized.filter(({ name }) => name.endsWith(end)).sort((one, other) => other.size - one.size)[0]?.name;
  const paths = [
    ...[
      '/api-docs/json',
      '/api-docs/yaml',
      '/api/v1/openapi.json',
      '/api-docs/',
      '/api-docs/static/swagger-ui-bundle.js',
    ],
    ...['/', '/mark.svg', '/robots.txt', '/health/live', '/health/ready', '/.well-known/oauth-protected-resource'],
    ...[...page.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path ?? ''),
    ...['.js', '.css', '.woff2', '.map'].map(largest).flatMap((name) => (name ? [`/assets/${name}`] : [])),
  ];
  const made = {
    '/search-management/search': { ...QUERY, pageNumber: 1, numberOfRecords: 200 },
    '/search-management/listimporters': QUERY,
    '/analysis-management/pivot': PIVOT,
  };
  return [
    ...[...new Set(paths)].map((path): [string, string] => [path, head([`GET ${path} HTTP/1.1`])]),
    ...Object.entries(made).map(([path, body]): [string, string] => [path, signedIn(free, path, body)]),
  ];
}

/** Seconds of a processor that a process has taken: what a wait does not say on a machine that does other work. */
function processorSeconds(pid: number): number {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const fields = rest.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

export const closing: Scenario = {
  name: 'closing',
  about: `${CLOSING} connections that pipeline calls and close, at every moment, on each constant answer and file, and on lists`,
  run: (findings) =>
    tried(async (portal, demo, free, sockets) => {
      await pipeline(findings, portal, sockets, 'the description of the calls', head(['GET /api-docs/json HTTP/1.1']));
      await pipeline(
        findings,
        portal,
        sockets,
        'a pivot of 400 × 100',
        signedIn(demo, '/analysis-management/pivot', PIVOT),
      );
      let round = 0;
      for (const [path, text] of await everyCall(portal, free))
        for (const [moment, act] of Object.entries(closedAt(2000))) {
          round += 1;
          const memory = watched(() => residentMb(portal.pid));
          const [worked, waits]: [number, number[]] = [processorSeconds(portal.pid), []];
          let isOver = false;
          const heartbeat = (async () => {
            while (!isOver) {
              const begun = performance.now();
              const { ok } = await fetch(`${portal.url}/health/live`, { headers: { connection: 'close' } });
              if (ok) waits.push(performance.now() - begun);
              await sleep(10);
            }
          })();
          const closed = Array.from({ length: CLOSING }, (_, at) => {
            // Each round from addresses of its own: what the last one was counted for is not this one's.
            const socket = sockets.connect(`127.1.${round}.${1 + (at % 5)}`);
            socket.resume().on('connect', () => act(socket, text));
            return new Promise((resolve) => {
              socket.once('close', resolve);
              setTimeout(resolve, 10_000).unref();
            });
          });
          await Promise.all(closed);
          isOver = true;
          await heartbeat;
          memory.end();
          sockets.endAll();
          findings.add(
            `${path}, closed when ${moment}`,
            `answered ${waits.length} times beside it, ${seconds(quantile(waits, 1))} at most; processor ${(processorSeconds(portal.pid) - worked).toFixed(1)} s; memory ${memory.most().toFixed(0)} MB at most`,
            waits.length > 0 && quantile(waits, 1) < MOST_WAIT && portal.isRunning(),
          );
        }
    }),
};
