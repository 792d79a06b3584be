/**
 * `npm run bench -- greedy [ROWS] [--only KIND,KIND]`: what another account's calls take beside one account that has 30 heavy calls under way all
 * the time, kind by kind, over HTTP and against what the same calls take alone. Called with nothing else on the machine it ends with status 1
 * where a call that asks the engine nothing takes more than 1.5 times as long, or a screen more than twice. The portal is the built one, in a
 * folder of its own.
 */
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { appCode } from '@tidewaiter/testing/authenticator';
import { COMMAND } from '../scripts/setup.mjs';
import { another, BASE, NESTED, nested } from './greedy/questions.mjs';
import { median, ms, table, timed } from './harness/measure.mjs';
import { readOptions } from './harness/options.mjs';
import { environmentIn, openAccount, signIn, startPortal } from './harness/portal.mjs';
import { inTemporaryFolder } from './harness/processes.mjs';
import { command, machine, UNTIL } from './harness/records.mjs';

/** Kinds of calls of the screens, and those that programs make by a key. */
const BY_KEY = ['pivots by a key', 'quotes by a key', 'counts by a key', 'lists by a key', 'an agent'];
/** An operator sends a file of so many rows, has it looked at, and begins anew. */
const UPLOAD = 'an upload';
const UPLOADED_ROWS = 400_000;
const KINDS = ['pivots', 'comparisons', 'quotes', 'prices of nested questions', 'hints', ...BY_KEY, UPLOAD];
const { rows, only } = readOptions({ rows: 20_000 }, { only: KINDS });
const kinds = KINDS.filter((kind) => only.includes(kind));
const AT_ONCE = 30;
/** Rounds of the modest account, and its pause between two of them, in milliseconds. */
const ROUNDS = 20;
const PAUSE = 30;
/** Calls in a round that ask the engine nothing: each is short, and only many of them tell what one waits. */
const SMALL_CALLS = 8;
const BOUNDS = { nothing: 1.5, screen: 2 };

/** The built portal over generated records in a folder, with two accounts. */
async function startIn(folder) {
  const env = environmentIn(folder);
  const operate = (...args) => execFileSync(process.execPath, [COMMAND, ...args], { env, encoding: 'utf8' });
  operate('demo', '--rows', String(rows), '--until', UNTIL);
  const accounts = ['greedy', 'modest'].map((name) => openAccount(env, name));
  if (kinds.includes(UPLOAD)) operate('account', 'operator', accounts[0].email);
  return { ...(await startPortal(env)), accounts };
}

/** What the modest account's rounds take: a call that asks the engine nothing, and a screen. */
async function modestRounds(client) {
  const times = { nothing: [], screen: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let call = 0; call < SMALL_CALLS; call += 1) {
      times.nothing.push(await timed(() => client.siteSettings({})));
      await sleep(PAUSE);
    }
    const query = another();
    times.screen.push(
      await timed(() => Promise.all([client.search(query), client.searchCount(query), client.listImporters(query)])),
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
  const caller = kind === UPLOAD ? 'greedy/upload.mjs' : 'greedy/caller.mjs';
  const given = [url, kind, String(AT_ONCE), String(UPLOADED_ROWS)];
  const child = fork(join(import.meta.dirname, caller), given, {
    env: { ...process.env, TOKEN: token },
  });
  await once(child, 'message');
  return async () => {
    child.send('stop');
    const [answers] = await once(child, 'message');
    return answers;
  };
}

/** What the modest account's calls take alone and beside the greedy one's, kind by kind. */
async function besideEach({ url, accounts }) {
  const [{ client: greedy, token }, { client: modest }] = await Promise.all(
    accounts.map((account) => signIn(url, account)),
  );
  if (kinds.includes(UPLOAD)) {
    const { challengeId, secret } = await greedy.beginApp({});
    await greedy.addApp({ challengeId, code: appCode(secret), name: 'Phone' });
  }
  await greedy.search(BASE);
  const { key } = await greedy.createApiKey({ name: 'greedy', scopes: ['search', 'analysis', 'export'] });
  for (let index = 0; index < NESTED && kinds.includes('prices of nested questions'); index += 1)
    await greedy.searchCost(nested(index));
  await modestRounds(modest);
  const lines = [];
  for (const kind of kinds) {
    const alone = await modestRounds(modest);
    const stop = await greedyCalls(url, BY_KEY.includes(kind) ? key : token, kind);
    await sleep(1000);
    const beside = await modestRounds(modest);
    const answers = await stop();
    for (const [what, bound] of Object.entries(BOUNDS)) {
      const [before, after] = [median(alone[what]), median(beside[what])];
      if (after / before > bound) process.exitCode = 1;
      const figures = [...[before, after, Math.max(...beside[what])].map(ms), (after / before).toFixed(2)];
      lines.push([kind, what, ...figures, JSON.stringify(answers)]);
    }
  }
  return lines;
}

const lines = await inTemporaryFolder(async (folder) => {
  const portal = await startIn(folder);
  return besideEach(portal).finally(portal.stop);
});
const header = ['beside', 'asks for', 'alone, median ms', 'beside, median', 'slowest', 'ratio', 'the greedy'];
console.log(`${command()}. ${machine()}.\n\n${table(header, lines)}`);
