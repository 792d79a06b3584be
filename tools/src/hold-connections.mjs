/**
 * Holds connections of a portal for nothing while somebody who is signed in works, and says what became of either:
 * `npm run hold -- [sockets] [addresses] [seconds]`. `npm run hold -- --closing [sockets] [path]` closes them, at every moment of calls that are
 * pipelined for each constant answer and file, and for lists and pages of a Free account, while somebody asks whether the portal is there.
 * The portal may open 2,500 files; it is the built one, in a folder of its own.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../../scripts/setup.mjs';

const isClosing = process.argv[2] === '--closing';
const given = process.argv.slice(isClosing ? 3 : 2);
const [sockets = isClosing ? 100 : 2600, addresses = 1, seconds = 20] = given.map(Number);
const FILES = 2500;
const COMMAND = join(ROOT, 'apps/portal/bin/tidewaiter.js');

/** What is sent on a connection that is then left as it is. */
const HELD = {
  malformed: 'NONSENSE\r\n\r\n',
  'half a header': 'GET /login HTTP/1.1\r\nHost: portal\r\n',
  'half a body':
    'POST /user-management/login HTTP/1.1\r\nHost: portal\r\nContent-Type: application/json\r\nContent-Length: 900\r\n' +
    `Authorization: Basic ${btoa('tidewaiter-web:')}\r\n\r\n{`,
  silent: '',
};

const folder = mkdtempSync(join(tmpdir(), 'tidewaiter-hold-'));
const environment = { ...process.env, TIDEWAITER_DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' };
execFileSync(process.execPath, [COMMAND, 'demo', '--rows', '3000', '--until', '2026-10-31'], { env: environment });
const demo = JSON.parse(readFileSync(join(folder, 'demo-sign-in.json'), 'utf8'));
const named = ['--firstname', 'Ada', '--lastname', 'Bay', '--company', 'Free', '--keep-password', '--json'];
const created = execFileSync(process.execPath, [COMMAND, 'account', 'create', 'free@example.com', ...named], {
  env: environment,
});
const free = JSON.parse(created.toString());
// The shell's limit, not Node's: it raises its own to what it may.
const portal = spawn('sh', ['-c', `ulimit -n ${FILES}; exec "$0" "$1" serve`, process.execPath, COMMAND], {
  env: environment,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const port = await new Promise((resolve, reject) => {
  portal.stdout.on('data', (chunk) => {
    const ready = /ready at \S+:(\d+)/.exec(chunk.toString());
    if (ready) resolve(Number(ready[1]));
  });
  portal.once('exit', () => reject(new Error('the portal ended')));
});

/** One call over a connection of its own: its status, or why there was none. */
function call(path, body, headers = {}) {
  return new Promise((resolve) => {
    const asked = request(
      {
        port,
        path,
        agent: false,
        method: 'POST',
        timeout: 10_000,
        headers: {
          authorization: `Basic ${btoa('tidewaiter-web:')}`,
          'content-type': 'application/json',
          ...headers,
        },
      },
      (answer) => {
        const chunks = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.on('error', (error) => resolve({ status: error.code }));
        answer.on('end', () => resolve({ status: answer.statusCode, text: Buffer.concat(chunks).toString() }));
      },
    );
    asked.on('timeout', () => asked.destroy(Object.assign(new Error('no answer'), { code: 'no answer in 10 s' })));
    asked.on('error', (error) => resolve({ status: error.code }));
    asked.end(JSON.stringify(body));
  });
}

const held = new Set();
function hold(text, address) {
  const socket = connect({ port, host: '127.0.0.1', localAddress: address, allowHalfOpen: true });
  held.add(socket);
  socket.on('connect', () => socket.write(text));
  socket.on('error', () => {});
  socket.on('close', () => held.delete(socket));
  socket.resume();
}

const residentMb = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${portal.pid}/status`, 'utf8'))[1]) / 1024;

const head = (lines, body = '') =>
  `${[...lines, 'Host: portal', `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n${body}`;

const QUERY = {
  tradeType: 'IMPORT',
  searchBy: 'PRODUCT',
  matchType: 'D',
  searchValue: ['no such thing'],
  countryCode: ['KOR', 'IND'],
  fromDate: '2024-01-01',
  toDate: '2026-10-31',
};

/** The largest pivot that may be asked for. */
const PIVOT = { query: QUERY, rows: 'importers', columns: 'exporters', topRows: 400, topColumns: 100 };

/** A call that is signed in. */
function signedIn(token, path, body) {
  const lines = [
    `POST ${path} HTTP/1.1`,
    `Authorization: Basic ${btoa('tidewaiter-web:')}`,
    `accessedby: ${token}`,
    'Content-Type: application/json',
    'Accept-Encoding: br',
  ];
  return head(lines, JSON.stringify(body));
}

/** Ten connections from ten addresses ask 16 times each for a large answer, and read nothing, while a newcomer asks whether the site is open. */
async function pipeline(what, asked) {
  const before = residentMb();
  for (let n = 0; n < 10; n += 1) {
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${2 + n}` });
    held.add(socket);
    socket.on('error', () => {});
    socket.on('connect', () => socket.write(asked.repeat(16)));
    socket.pause();
  }
  let most = before;
  const times = [];
  for (let n = 0; n < seconds * 5; n += 1) {
    const begun = performance.now();
    await call('/masterdata-management/sitesettings', {});
    times.push(performance.now() - begun);
    most = Math.max(most, residentMb());
    await sleep(200);
  }
  console.log(
    `10 connections of 16 pipelined calls for ${what}, not read, ${(160 * asked.length) / 1e6} MB sent: memory ${before.toFixed(0)} MB before, ` +
      `${most.toFixed(0)} MB at most; a newcomer's slowest answer ${Math.max(...times).toFixed(0)} ms`,
  );
}

/** What is answered alike to everybody, and what is made for a Free account, each as the text of one call. */
async function calls() {
  const page = await (await fetch(`http://127.0.0.1:${port}/`)).text();
  const assets = join(ROOT, 'apps/web/dist/assets');
  const largest = (end) =>
    readdirSync(assets)
      .filter((file) => file.endsWith(end))
      .reduce((most, file) => (statSync(join(assets, file)).size > statSync(join(assets, most)).size ? file : most));
  const paths = [
    ...[
      '/api-docs/json',
      '/api-docs/yaml',
      '/api/v1/openapi.json',
      '/api-docs/',
      '/api-docs/static/swagger-ui-bundle.js',
    ],
    ...['/', '/mark.svg', '/robots.txt', '/health/live', '/health/ready', '/.well-known/oauth-protected-resource'],
    ...[...page.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path),
    ...['.js', '.css', '.woff2', '.map'].flatMap((end) => {
      const file = readdirSync(assets).some((one) => one.endsWith(end)) && largest(end);
      return file ? [`/assets/${file}`] : [];
    }),
  ];
  const { token } = JSON.parse(
    (await call('/user-management/login', { email: free.email, password: free.password })).text,
  );
  const made = {
    '/search-management/search': { ...QUERY, pageNumber: 1, numberOfRecords: 200 },
    '/search-management/listimporters': QUERY,
    '/analysis-management/pivot': PIVOT,
  };
  return [
    ...[...new Set(paths)].map((path) => [path, head([`GET ${path} HTTP/1.1`])]),
    ...Object.entries(made).map(([path, body]) => [path, signedIn(token, path, body)]),
  ];
}

/** How a call is answered to somebody who reads it. */
function statusOf(text) {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('connect', () => socket.write(text));
  return new Promise((resolve) => {
    socket.once('data', (chunk) => {
      resolve(chunk.toString().split('\r\n')[0]);
      socket.destroy();
    });
  });
}

/** When a connection of pipelined calls is closed, by what it does once it is open. */
const CLOSED = {
  'nothing is sent': (socket) => socket.destroy(),
  'half a head is sent': (socket, text) => socket.write(text.slice(0, text.length >> 1), () => socket.destroy()),
  'calls are written': (socket, text) => socket.write(text.repeat(8), () => socket.destroy()),
  'calls are under way': (socket, text) => socket.write(text.repeat(8), () => setTimeout(() => socket.destroy(), 20)),
  'an answer begins': (socket, text) => {
    socket.once('data', () => socket.destroy());
    socket.write(text.repeat(8));
  },
  'answers are not read for 2 s': (socket, text) => {
    socket.pause();
    socket.write(text.repeat(8), () => setTimeout(() => socket.destroy(), 2000));
  },
};

/** Seconds of a processor that the portal has taken: what a wait does not say on a machine that does other work. */
function processorSeconds() {
  const [, rest] = readFileSync(`/proc/${portal.pid}/stat`, 'utf8').split(') ');
  const fields = rest.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Connections of five addresses that are closed at one moment, and how often and how late it was answered meanwhile that the portal lives. */
let rounds = 0;
async function closing(path, text, [moment, act]) {
  rounds += 1;
  const before = residentMb();
  let [answered, longest, most, isOver] = [0, 0, before, false];
  const heartbeat = (async () => {
    while (!isOver) {
      const begun = performance.now();
      const { ok } = await fetch(`http://127.0.0.1:${port}/health/live`, { headers: { connection: 'close' } });
      if (ok) answered += 1;
      longest = Math.max(longest, performance.now() - begun);
      most = Math.max(most, residentMb());
      await sleep(10);
    }
  })();
  await sleep(100);
  const begun = performance.now();
  const workedBefore = processorSeconds();
  const closed = Array.from({ length: sockets }, (_, n) => {
    // Each round from addresses of its own: what the last one was counted for is not this one's.
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.1.${rounds}.${1 + (n % 5)}` });
    held.add(socket);
    socket.on('error', () => {});
    socket.on('connect', () => act(socket, text));
    return new Promise((resolve) => {
      socket.once('close', resolve);
      setTimeout(resolve, 10_000).unref();
    });
  });
  await Promise.all(closed);
  await sleep(500);
  isOver = true;
  await heartbeat;
  for (const socket of held) socket.destroy();
  held.clear();
  console.log(
    `${path}, closed when ${moment}: ${answered} times answered in ${(performance.now() - begun).toFixed(0)} ms, the longest ` +
      `${longest.toFixed(0)} ms; processor ${(processorSeconds() - workedBefore).toFixed(1)} s; memory ${before.toFixed(0)} MB before, ${most.toFixed(0)} at most, ${residentMb().toFixed(0)} after`,
  );
}

const openFiles = () => readdirSync(`/proc/${portal.pid}/fd`).length;
async function closeAtEveryMoment() {
  for (const [path, text] of await calls()) {
    if (given[1] !== undefined && given[1] !== path) continue;
    console.log(`${path}: ${await statusOf(text)}`);
    for (const moment of Object.entries(CLOSED)) await closing(path, text, moment);
  }
}

async function holdAndPipeline() {
  const { text } = await call('/user-management/login', { email: demo.email, password: demo.password });
  const { token } = JSON.parse(text);
  console.log(`Node.js ${process.version}; the portal holds ${openFiles()} files before.`);
  for (const [name, said] of Object.entries(HELD)) {
    for (let n = 0; n < sockets; n += 1) {
      hold(said, `127.0.0.${1 + (n % addresses)}`);
      if (n % 200 === 199) await sleep(20);
    }
    await sleep(500);
    const filesAtFirst = openFiles();
    const statuses = {};
    const times = [];
    let most = 0;
    for (let n = 0; n < seconds * 5; n += 1) {
      const begun = performance.now();
      const { status } = await call(
        '/search-management/searchcount',
        {
          tradeType: 'IMPORT',
          searchBy: 'HS_CODE',
          matchType: 'L',
          searchValue: [String(1000 + n)],
          countryCode: ['KOR', 'IND'],
          fromDate: '2024-01-01',
          toDate: '2026-10-31',
        },
        { accessedby: token },
      );
      times.push(performance.now() - begun);
      most = Math.max(most, openFiles());
      statuses[status] = (statuses[status] ?? 0) + 1;
      await sleep(200);
    }
    times.sort((a, b) => a - b);
    console.log(
      `${sockets} × ${name}, from ${addresses} address(es): answers ${JSON.stringify(statuses)}, ` +
        `median ${times[times.length >> 1].toFixed(0)} ms, slowest ${times.at(-1).toFixed(0)} ms; ` +
        `files ${filesAtFirst} at first, ${most} at most; ${openFiles()} at last`,
    );
    for (const socket of held) socket.destroy();
    await sleep(1000);
  }
  await pipeline('the description of the calls', head(['GET /api-docs/json HTTP/1.1']));
  for (const socket of held) socket.destroy();
  await sleep(1000);
  await pipeline('a pivot of 400 × 100', signedIn(token, '/analysis-management/pivot', PIVOT));
}

try {
  await (isClosing ? closeAtEveryMoment() : holdAndPipeline());
} finally {
  for (const socket of held) socket.destroy();
  const ended = new Promise((resolve) => portal.once('exit', resolve));
  portal.kill('SIGTERM');
  const timer = setTimeout(() => portal.kill('SIGKILL'), 15_000);
  await ended;
  clearTimeout(timer);
  rmSync(folder, { recursive: true, force: true });
}
