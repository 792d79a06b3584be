/**
 * Makes what later versions are tested with (`npm run former`), before a release: a portal of this version in which something of everything
 * was done that a command can do, as a backup and as the folder that its engines left, and what it answers.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandFolder } from '@tidewaiter/testing/command';
import { ANSWERED, answersOf, FORMER_FOLDERS, FORMER_PORTALS, packFolder } from '@tidewaiter/testing/former-portal';
import { readCommand } from './shared/read-command.js';

readCommand({
  usage: 'npm run former',
  about:
    'Makes the backup and the folder of this version, which later ones must bring back and start on; before a release, once.',
  ...{ choices: [], options: {}, examples: ['npm run build && npm run former'] },
});

const fixture = (name: string) => fileURLToPath(new URL(`../../packages/testing/fixtures/${name}`, import.meta.url));
const person = (email: string) => [email, '--firstname', 'A', '--lastname', 'Merchant', '--company', 'Example'];
const OWNER = 'owner@example.com';

const DONE = [
  ['load', fixture('kr-import-small.csv')],
  ['load', fixture('pe-sunat-imports.csv'), '--accept'],
  ['load', fixture('co-dian-exports.csv'), '--accept'],
  ['account', 'create', ...person(OWNER)],
  ['account', 'create', ...person('other@example.com')],
  ['account', 'subscribe', OWNER, 'SME'],
  ['account', 'disable', 'other@example.com'],
  ['grant', OWNER, '--searches=-5', '--reason', 'counted twice'],
  ['plan', 'set', 'House', '--searches', '70'],
  ['notice', 'add', 'October', 'The records of October are here.'],
  ['country', 'add', 'FRA'],
  ['weightage', 'set', 'PER', '2'],
  ['party', 'join', 'Andes Grain SAC', 'Petal Trading LLC', '--reason', 'one owner, by the register'],
  ['suppress', 'party', 'Flores del Valle SAS', '--reason', 'asked for by the company'],
];

const portal = await commandFolder();
const run = async (...args: string[]) => {
  const finished = await portal.run(...args);
  if (finished.status !== 0) throw new Error(`${args.join(' ')}: ${finished.err}`);
  return finished;
};
try {
  const version = (await run('--version')).out.trim();
  const to = join(FORMER_PORTALS, version);
  await rm(to, { recursive: true, force: true });
  await mkdir(to, { recursive: true });
  for (const args of DONE) await run(...args);
  await run('backup', to);
  await writeFile(join(to, ANSWERED), `${JSON.stringify(await answersOf(run), null, 2)}\n`);
  await mkdir(FORMER_FOLDERS, { recursive: true });
  await packFolder(portal.path, version);
  process.stdout.write(`The backup of version ${version} is in ${to}, its folder in ${FORMER_FOLDERS}.\n`);
} finally {
  await portal.remove();
}
