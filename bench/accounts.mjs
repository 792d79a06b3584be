/**
 * An account that has gathered very much: how long each of its calls takes, and for how long it holds the event loop, so that nobody else
 * is answered meanwhile. `npm run bench -- accounts 1000000 [--only TEXT] [--folder FOLDER]`.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@tidewaiter/contract';
import { callsOf } from './accounts/calls.mjs';
import { median, ms, table } from './harness/measure.mjs';
import { readOptions } from './harness/options.mjs';
import { command, folderOf, machine } from './harness/records.mjs';

/** What a call may hold the event loop for, in milliseconds (DESIGN 3). */
const MOST_MS = 50;
/** Each call is asked so often: the first may find nothing read yet. */
const TIMES = 3;

const options = readOptions({ rows: 100_000 }, { only: [''], folder: '' });
const { rows, only } = options;
const folder = options.folder || folderOf(`accounts-${rows}`);

const start = async (...more) => {
  const portal = fork(join(import.meta.dirname, 'accounts/portal.mjs'), [folder, ...more]);
  const [said] = await once(portal, 'message');
  return { portal, said };
};
const stop = async (portal) => {
  portal.disconnect();
  await once(portal, 'exit');
};

const account = join(folder, 'account.json');
if (!existsSync(account)) {
  const { portal, said } = await start(String(rows));
  await writeFile(account, JSON.stringify(said));
  await stop(portal);
}
const { portal, said } = await start();
const { email, password } = JSON.parse(await readFile(account, 'utf8'));
let token = null;
const client = createClient({ baseUrl: said.url, credential: 'tidewaiter-web:', token: () => token });
const measure = async (call) => {
  portal.send('begin');
  await once(portal, 'message');
  const started = performance.now();
  const answer = await call();
  const took = performance.now() - started;
  portal.send('end');
  const [{ hold, worked }] = await once(portal, 'message');
  return { answer, took, hold, worked };
};
const row = (name, runs) => {
  const [hold, worked] = ['hold', 'worked'].map((what) => median(runs.map((run) => run[what])));
  const took = runs.map((run) => run.took);
  // A turn of the loop that was longer than its work waited for the processor.
  const held = Math.min(hold, worked) > MOST_MS ? `${ms(hold)} **!**` : ms(hold);
  return [name, ms(took[0]), ms(Math.min(...took)), held, ms(worked)];
};
const signIn = await measure(() => client.login({ email, password }));
token = signIn.answer.token;
const lines = [['start', ms(said.up), '', ms(said.hold), ms(said.worked)], row('sign in', [signIn])];
for (const [name, call] of Object.entries(callsOf(client, signIn.answer, rows))) {
  if (!only.some((text) => name.includes(text))) continue;
  const runs = [];
  for (let time = 0; time < TIMES; time += 1) {
    // A call that somebody else's machine answers in minutes is measured once.
    if (runs.length > 0 && runs[0].took > 5000) break;
    runs.push(
      await measure(call).catch((error) => ({ took: Number.NaN, hold: Number.NaN, worked: Number.NaN, error })),
    );
  }
  if (runs[0].error) process.stderr.write(`${name}: ${runs[0].error.message}\n`);
  lines.push(row(name, runs));
}
await stop(portal);
console.log(`${command()}. ${machine()}.\n`);
console.log(table(['call', 'first, ms', 'best, ms', 'event loop held, ms', 'its thread worked, ms'], lines));
if (lines.some((line) => line[3].includes('!'))) process.exitCode = 1;
