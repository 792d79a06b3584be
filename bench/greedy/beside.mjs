/**
 * `npm run bench -- greedy [ROWS]`: what another account's calls take beside one account that has 30 heavy calls under way all the time, kind by
 * kind, over HTTP and against what the same calls take alone. Called with nothing else on the machine it ends with status 1 where a call that
 * asks the engine nothing takes more than 1.5 times as long, or a screen more than twice. The portal is the built one, in a folder of its own.
 */
import { execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClient } from '@tidewaiter/contract';
import { ROOT } from '../../scripts/setup.mjs';
import { ms, table } from '../report/markdown.mjs';
import { percentile } from '../report/statistics.mjs';
import { another, BASE, NESTED, nested } from './questions.mjs';

const KINDS = ['pivots', 'comparisons', 'quotes', 'prices of nested questions', 'hints'];
const rows = process.argv.find((word) => /^\d+$/.test(word)) ?? '20000';
const only = process.argv[process.argv.indexOf('--only') + 1];
const kinds = process.argv.includes('--only') ? KINDS.filter((kind) => only?.split(',').includes(kind)) : KINDS;
const CALLER = fileURLToPath(new URL('caller.mjs', import.meta.url));
const AT_ONCE = 30;
/** Rounds of the modest account, and its pause between two of them, in milliseconds. */
const ROUNDS = 20;
const PAUSE = 30;
/** Calls in a round that ask the engine nothing: each is short, and only many of them tell what one waits. */
const SMALL_CALLS = 8;
const BOUNDS = { nothing: 1.5, screen: 2 };

const COMMAND = join(ROOT, 'apps/portal/bin/tidewaiter.js');
const folder = mkdtempSync(join(tmpdir(), 'tidewaiter-greedy-'));
const env = { ...process.env, TIDEWAITER_DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent', RATE_LIMITS: 'off' };
const command = (...args) => execFileSync(process.execPath, [COMMAND, ...args], { env, encoding: 'utf8' });
command('demo', '--rows', rows, '--until', '2026-10-31');
const accounts = ['greedy', 'modest'].map((name) => {
  const of = ['--firstname', 'Ada', '--lastname', 'Bay', '--company', name, '--keep-password', '--json'];
  return JSON.parse(command('account', 'create', `${name}@example.com`, ...of));
});
const portal = spawn(process.execPath, [COMMAND, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });

async function signIn(url, { email, password }) {
  let token = null;
  const client = createClient({ baseUrl: url, credential: 'tidewaiter-web:', token: () => token });
  ({ token } = await client.login({ email, password }));
  return { client, token };
}

async function timed(work) {
  const begun = performance.now();
  await work;
  return performance.now() - begun;
}

/** What the modest account's rounds take: a call that asks the engine nothing, and a screen. */
async function modestRounds(client) {
  const times = { nothing: [], screen: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let call = 0; call < SMALL_CALLS; call += 1) {
      times.nothing.push(await timed(client.siteSettings({})));
      await sleep(PAUSE);
    }
    const query = another();
    times.screen.push(
      await timed(Promise.all([client.search(query), client.searchCount(query), client.listImporters(query)])),
    );
  }
  return times;
}

/**
 * The greedy account's calls, in a process of their own: what its client does is no part of what another waits for.
 *
 * @returns what stops them, and tells how they were answered
 */
async function greedyCalls(url, token, kind) {
  const child = fork(CALLER, [url, kind, String(AT_ONCE)], { env: { ...process.env, TOKEN: token } });
  await once(child, 'message');
  return async () => {
    child.send('stop');
    const [answers] = await once(child, 'message');
    return answers;
  };
}

try {
  const url = await new Promise((resolve, reject) => {
    portal.stdout.on('data', (chunk) => {
      const ready = /ready at (\S+)/.exec(chunk.toString());
      if (ready) resolve(ready[1]);
    });
    portal.once('exit', () => reject(new Error('the portal ended')));
  });
  const [{ client: greedy, token }, { client: modest }] = await Promise.all(
    accounts.map((account) => signIn(url, account)),
  );
  await greedy.search(BASE);
  for (let index = 0; index < NESTED && kinds.includes('prices of nested questions'); index += 1)
    await greedy.searchCount(nested(index));
  await modestRounds(modest);
  const lines = [];
  for (const kind of kinds) {
    const alone = await modestRounds(modest);
    const stop = await greedyCalls(url, token, kind);
    await sleep(1000);
    const beside = await modestRounds(modest);
    const answers = await stop();
    for (const what of Object.keys(BOUNDS)) {
      const [before, after] = [alone[what], beside[what]].map((list) => percentile(list, 0.5));
      const ratio = after / before;
      if (ratio > BOUNDS[what]) process.exitCode = 1;
      lines.push([
        kind,
        what,
        ms(before),
        ms(after),
        ms(Math.max(...beside[what])),
        ratio.toFixed(2),
        JSON.stringify(answers),
      ]);
    }
  }
  console.log(
    table(['beside', 'asks for', 'alone, median ms', 'beside, median', 'slowest', 'ratio', 'the greedy'], lines),
  );
} finally {
  const ended = new Promise((resolve) => portal.once('exit', resolve));
  portal.kill('SIGTERM');
  const late = setTimeout(() => portal.kill('SIGKILL'), 30_000);
  await ended;
  clearTimeout(late);
  rmSync(folder, { recursive: true, force: true });
}
