/** What `npm start`, `npm test` and `npm run dev` share: a clone with nothing else becomes an installed and built project. */
import { spawnSync } from 'node:child_process';
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
const PACKAGES = [
  'packages/contract',
  'packages/client',
  'packages/records',
  'packages/loader',
  'packages/accounts',
  'packages/testing',
  'apps/portal',
  'tools',
];
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

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  console.error(`Tidewaiter needs Node.js ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

/** Does a piece of work unless its stamp says that it was done for the same input, and what it made is still there. */
function unlessDone(stampFile, input, made, what, work) {
  const stamp = join(ROOT, 'node_modules', stampFile);
  const done = existsSync(stamp) && readFileSync(stamp, 'utf8') === input;
  if (done && made.every((path) => existsSync(join(ROOT, path)))) return;
  say(what);
  work();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, input);
}

export function install() {
  const lock = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
  // Not `npm ci`: it refuses a lock file without the packages of other platforms, which cannot be locked where the registry
  // does not carry them. This takes the locked versions too, and changes no file.
  unlessDone(
    '.tidewaiter-installed',
    lock,
    ['node_modules'],
    'Installing packages (about a minute the first time) …',
    () => {
      run('npm', ['install', '--no-save']);
      installEngine();
    },
  );
}

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
  run('npm', ['install', '--no-save', `${name}@${version}`]);
}

function* files(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (NOT_SOURCES.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else yield path;
  }
}

export function build() {
  const hash = createHash('sha256');
  for (const folder of SOURCES) {
    for (const path of [...files(join(ROOT, folder))].sort()) {
      const { size, mtimeMs } = statSync(path);
      hash.update(`${path} ${size} ${mtimeMs}\n`);
    }
  }
  const made = [...PACKAGES.map((folder) => `${folder}/dist`), 'apps/web/dist/index.html'];
  unlessDone('.tidewaiter-built', hash.digest('hex'), made, 'Building …', () =>
    run('npm', ['run', 'build', '--silent']),
  );
}

/** Left in the folder while the demo is made, so that one that was interrupted is completed by the next start. */
const UNFINISHED = 'demo-unfinished';

/** Fills the data folder with the demo where it is new. */
export function makeDemo() {
  const dataFolder = resolve(ROOT, process.env.TIDEWAITER_DATA_DIR ?? 'data');
  const marker = join(dataFolder, UNFINISHED);
  const fresh = !existsSync(dataFolder) || readdirSync(dataFolder).length === 0;
  if (!fresh && !existsSync(marker)) return;
  // The demo writes its sign-in last: with it there, only the marker was left.
  if (existsSync(join(dataFolder, 'demo-sign-in.json'))) return rmSync(marker);
  say(`Creating ${dataFolder} with generated demo records (about half a minute) …`);
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  writeFileSync(marker, '');
  run(process.execPath, [COMMAND, 'demo']);
  rmSync(marker);
}
