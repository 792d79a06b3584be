/**
 * `npm run bench -- greedy [ROWS]`: what another account's calls take beside one account that has 30 heavy calls under way all the time, kind by
 * kind, over HTTP and against what the same calls take alone. Called with nothing else on the machine it ends with status 1 where a call that
 * asks the engine nothing takes more than 1.5 times as long, or a screen more than twice. The portal is the built one, in a folder of its own.
 */
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@tidewaiter/contract';
import { ROOT } from '../scripts/setup.mjs';
import { ms, table } from './report/markdown.mjs';
import { percentile } from './report/statistics.mjs';

const rows = process.argv.find((word) => /^\d+$/.test(word)) ?? '20000';
const AT_ONCE = 30;
/** Rounds of the modest account, and its pause between two of them, in milliseconds. */
const ROUNDS = 15;
const PAUSE = 200;
/** Searches that lie one within the other, whose price is asked. */
const NESTED = 3000;
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

const FROM = Date.UTC(2024, 0, 1);
const day = (after) => new Date(FROM + after * 86_400_000).toISOString().slice(0, 10);
const BASE = {
  tradeType: 'IMPORT',
  searchBy: 'PRODUCT',
  matchType: 'D',
  searchValue: ['no such thing'],
  countryCode: ['KOR', 'IND'],
  fromDate: day(0),
  toDate: '2026-10-31',
};
let number = 0;
/** The same question with a filter that costs nothing and makes it another, so that nothing cached answers. */
const another = (changes = {}) => {
  number += 1;
  return { ...BASE, rangeValueUsdStart: `0.${String(number).padStart(9, '0')}`, ...changes };
};

const nested = (index) => ({ ...BASE, fromDate: day(Math.floor(index / 60)), toDate: day(900 + (index % 60)) });
const COLUMNS = ['importer_name'];
const HEAVY = {
  pivots: (client) =>
    client.pivot({ query: another(), rows: 'importers', columns: 'exporters', topRows: 400, topColumns: 100 }),
  comparisons: (client) =>
    client.comparePeriods({
      query: another(),
      by: 'importers',
      before: { from: '2025-01-01', to: '2025-06-30' },
      after: { from: '2026-01-01', to: '2026-06-30' },
    }),
  quotes: (client) => {
    const ids = Array.from({ length: 9000 }, () => randomBytes(16).toString('hex'));
    return client.quoteExport({ query: BASE, columnKeys: COLUMNS, format: 'xlsx', ids });
  },
  'prices of nested questions': (client) => client.searchCost(nested(Math.floor(Math.random() * NESTED))),
  hints: (client) => client.search(another({ searchValue: ['a'], matchType: 'C', incoterm: 'nowhere' })),
};

async function signIn(url, { email, password }) {
  let token = null;
  const client = createClient({ baseUrl: url, credential: 'tidewaiter-web:', token: () => token });
  ({ token } = await client.login({ email, password }));
  return client;
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
    times.nothing.push(await timed(client.siteSettings({})));
    const query = another();
    times.screen.push(
      await timed(Promise.all([client.search(query), client.searchCount(query), client.listImporters(query)])),
    );
    await sleep(PAUSE);
  }
  return times;
}

/** Has so many of a kind under way until it is stopped, and tells how they were answered. */
function greedyCalls(client, ask) {
  const answers = {};
  let isStopped = false;
  const one = async () => {
    while (!isStopped) {
      const what = await ask(client).then(
        () => 'answered',
        ({ code, message }) => code ?? message,
      );
      answers[what] = (answers[what] ?? 0) + 1;
      if (what !== 'answered') await sleep(500);
    }
  };
  const all = Array.from({ length: AT_ONCE }, one);
  return {
    async stop() {
      isStopped = true;
      await Promise.all(all);
      return answers;
    },
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
  const [greedy, modest] = await Promise.all(accounts.map((account) => signIn(url, account)));
  await greedy.search(BASE);
  for (let index = 0; index < NESTED && !process.argv.includes('--no-nested'); index += 1)
    await greedy.searchCount(nested(index));
  await modestRounds(modest);
  const alone = await modestRounds(modest);
  const lines = [];
  for (const [kind, ask] of Object.entries(HEAVY)) {
    const calls = greedyCalls(greedy, ask);
    await sleep(1000);
    const beside = await modestRounds(modest);
    const answers = await calls.stop();
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
