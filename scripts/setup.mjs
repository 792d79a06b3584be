/** What `npm start`, `npm test` and `npm run dev` share: a clone with nothing else becomes an installed and built project. */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** The operator's command, as built. */
export const COMMAND = join(ROOT, 'apps/portal/bin/tidewaiter.js');

const OLDEST_NODE = [20, 19];

/** Folders whose content decides whether the built project is still the written one. */
const SOURCES = ['packages', 'apps', 'tools'];
const OF_PORTAL = [
  'packages/contract',
  'packages/client',
  'packages/demo',
  'packages/records',
  'packages/loader',
  'packages/accounts',
  'apps/portal',
];
const PACKAGES = [...OF_PORTAL, 'packages/testing', 'tools'];
const NOT_SOURCES = new Set(['node_modules', 'dist']);

export function say(text) {
  console.log(`» ${text}`);
}

/** Runs a program in the project's root; ends this process when it fails. */
export function run(program, args, options = {}) {
  const { status, error } = spawnSync(program, args, { cwd: ROOT, stdio: 'inherit', ...options });
  if (status === 0) return;
  console.error(error ? `${program} could not be started: ${error.message}` : `${program} ${args.join(' ')} failed.`);
  process.exit(status ?? 1);
}

/** Runs one beside others. @returns whether it did its work */
const runBeside = (program, args, options = {}) =>
  new Promise((resolve) => {
    const child = spawn(program, args, { cwd: ROOT, stdio: 'inherit', ...options });
    child.on('error', () => resolve(false)).on('exit', (code) => resolve(code === 0));
  });

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  console.error(`Tidewaiter needs Node.js ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

const stampOf = (name) => join(ROOT, 'node_modules', `.tidewaiter-${name}`);

/** Whether one of these pieces of work was done for the same input, and what it made is still there. */
const isDone = (names, input, made) =>
  names.some((name) => existsSync(stampOf(name)) && readFileSync(stampOf(name), 'utf8') === input) &&
  made.every((path) => existsSync(join(ROOT, path)));

const noteDone = (name, input) => writeFileSync(stampOf(name), input);

export function install() {
  const lock = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
  if (isDone(['installed'], lock, ['node_modules'])) return;
  say('Installing packages (about half a minute the first time) …');
  // Not `npm ci`: it refuses a lock file without the packages of other platforms, which cannot be locked where the registry
  // does not carry them. This takes the locked versions too, and changes no file.
  run('npm', ['install', ...UNSAVED]);
  installEngine();
  noteDone('installed', lock);
}

/** Packages as they are locked, and nothing asked about them. */
const UNSAVED = ['--no-save', '--no-audit', '--no-fund'];

/** The embedded engine's library for this platform, where the lock file did not bring it. */
function installEngine() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'node_modules/chdb/package.json'), 'utf8'));
  const prefix = `@chdb/lib-${process.platform}-${process.arch}`;
  const [name, version] = Object.entries(optionalDependencies).find(([library]) => library.startsWith(prefix)) ?? [];
  if (!name) {
    console.error(`The embedded record engine does not run on ${process.platform} ${process.arch}.`);
    process.exit(1);
  }
  if (existsSync(join(ROOT, 'node_modules', name))) return;
  run('npm', ['install', ...UNSAVED, `${name}@${version}`]);
}

function* files(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (NOT_SOURCES.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else yield path;
  }
}

/** What the sources are, as far as a build must know it. */
function sources() {
  const hash = createHash('sha256');
  for (const folder of SOURCES) {
    for (const path of [...files(join(ROOT, folder))].sort()) {
      const { size, mtimeMs } = statSync(path);
      hash.update(`${path} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

/** What a build of some packages, and of the screens, leaves behind. */
const madeOf = (packages) => [...packages.map((folder) => `${folder}/dist`), 'apps/web/dist/index.html'];

/** Builds all there is, and checks its types. */
export function build() {
  const input = sources();
  if (isDone(['built'], input, madeOf(PACKAGES))) return;
  say('Building …');
  run('npm', ['run', 'build', '--silent']);
  noteDone('built', input);
}

/**
 * From sources to a portal that can be served: builds the portal, and then its screens beside the demo's making. Types are checked where they
 * are changed and tested, not where the portal is started.
 */
export async function buildToRun() {
  const input = sources();
  const isBuilt = isDone(['built-to-run', 'built'], input, madeOf(OF_PORTAL));
  if (!isBuilt) {
    say('Building …');
    run('npx', ['tsc', '-b', '--noCheck', 'apps/portal']);
    run(process.execPath, ['packages/accounts/dist/database/prepare.js']);
  }
  const screens = isBuilt || runBeside('npm', ['run', 'build', '--silent', '-w', 'apps/web']);
  const done = await Promise.all([screens, makeDemo()]);
  if (done.includes(false)) process.exit(1);
  noteDone('built-to-run', input);
}

/** Left in the folder while the demo is made, so that one that was interrupted is completed by the next start. */
const UNFINISHED = 'demo-unfinished';

/** Fills the data folder with the demo where it is new. @returns whether it is there, or is not wanted */
export async function makeDemo() {
  const dataFolder = resolve(ROOT, process.env.TIDEWAITER_DATA_DIR ?? 'data');
  const marker = join(dataFolder, UNFINISHED);
  const fresh = !existsSync(dataFolder) || readdirSync(dataFolder).length === 0;
  if (!fresh && !existsSync(marker)) return true;
  // The demo writes its sign-in last: with it there, only the marker was left.
  const isThere = existsSync(join(dataFolder, 'demo-sign-in.json'));
  if (!isThere) {
    say(`Creating ${dataFolder} with generated demo records (about half a minute) …`);
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
    writeFileSync(marker, '');
    if (!(await runBeside(process.execPath, [COMMAND, 'demo']))) return false;
  }
  rmSync(marker);
  return true;
}
