/**
 * Holds connections of a portal for nothing while somebody who is signed in works, and says what became of either:
 * `npm run hold -- [sockets] [addresses] [seconds]`. The portal may open 2,500 files; it is the built one, in a folder of its own.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../../scripts/setup.mjs';

const [sockets = 2600, addresses = 1, seconds = 20] = process.argv.slice(2).map(Number);
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

/** The largest pivot that may be asked for, as a call that is signed in. */
function pivotCall(token) {
  const query = {
    tradeType: 'IMPORT',
    searchBy: 'PRODUCT',
    matchType: 'D',
    searchValue: ['no such thing'],
    countryCode: ['KOR', 'IND'],
    fromDate: '2024-01-01',
    toDate: '2026-10-31',
  };
  const body = JSON.stringify({ query, rows: 'importers', columns: 'exporters', topRows: 400, topColumns: 100 });
  const lines = [
    'POST /analysis-management/pivot HTTP/1.1',
    `Authorization: Basic ${btoa('tidewaiter-web:')}`,
    `accessedby: ${token}`,
    'Content-Type: application/json',
    'Accept-Encoding: br',
  ];
  return head(lines, body);
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

const openFiles = () => readdirSync(`/proc/${portal.pid}/fd`).length;
try {
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
  await pipeline('a pivot of 400 × 100', pivotCall(token));
} finally {
  for (const socket of held) socket.destroy();
  const ended = new Promise((resolve) => portal.once('exit', resolve));
  portal.kill('SIGTERM');
  const timer = setTimeout(() => portal.kill('SIGKILL'), 15_000);
  await ended;
  clearTimeout(timer);
  rmSync(folder, { recursive: true, force: true });
}
