/**
 * `npm run bench -- api [RECORDS] [--years N] [--generated N]`: how quickly a program reads very many records of one question of a year, or of three, through the client,
 * page by page to their end and for points, and what it takes of memory. The portal is the built one, in a folder of its own; the program is a
 * process beside it.
 */
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { COMMAND } from '../scripts/setup.mjs';
import { ms, number, table } from './harness/measure.mjs';
import { readOptions } from './harness/options.mjs';
import { environmentIn, startPortal } from './harness/portal.mjs';
import { inOwnProcess, inTemporaryFolder } from './harness/processes.mjs';
import { command, generatedFolder, machine } from './harness/records.mjs';

/** Of generated records, a year of imports. */
const SHARE = 0.12;
const MILLION = 1_000_000;

const { records, years, generated } = readOptions({ records: MILLION }, { years: 1, generated: 0 });
const folder = generatedFolder(generated || Math.ceil(records / years / SHARE / MILLION) * MILLION);

const lines = await inTemporaryFolder(async (place) => {
  cpSync(join(folder, 'records'), join(place, 'records'), { recursive: true });
  const env = environmentIn(place);
  const operate = (...args) =>
    JSON.parse(execFileSync(process.execPath, [COMMAND, ...args, '--json'], { env, encoding: 'utf8' }));
  const email = 'reader@example.com';
  const who = ['--email', email, '--firstname', 'Ada', '--lastname', 'Bay', '--company', 'Acme'];
  operate('account', 'create', ...who, '--plan', 'Operator', '--keep-password');
  const { key } = operate('account', 'key', 'create', email, '--name', 'Reader');
  const { url, stop } = await startPortal(env);
  process.env.TIDEWAITER_API_KEY = key;
  const found = inOwnProcess('api/read.mjs', url, records, years);
  await stop();
  if (!found) throw new Error('the reading failed');
  return found;
});
console.log(`${command()}. ${machine()}.\n`);
console.log(
  table(
    [
      'records',
      'seconds',
      'records/s since the line before',
      'a page, median',
      'points',
      'memory, MiB',
      'heap in use, MiB',
    ],
    lines.map(({ read, seconds, rate, page, points, memory, heap }) => [
      ...[number(read), seconds.toFixed(1), number(rate), `${ms(page)} ms`],
      ...[points, memory, heap].map(number),
    ]),
  ),
);
