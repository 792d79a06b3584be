/**
 * The suites of tests, in two tiers: the gate, which every run takes, and the deep one. A suite says by its name that it is deep
 * (`x.deep.engine.test.ts`), a browser's test by its tag (`DEEP` of `e2e/src/test.ts`). What is deep runs before it can be broken unseen: a run
 * takes along the deep suites of the rooms that changed, and the gate of a landing a slice of the tier, another one for each commit.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { BROWSER_SUITES_PROVE } from './browser-suites.mjs';
import { ROOT } from './setup.mjs';

const FOLDERS = ['packages', 'apps', 'scripts', 'tools', 'e2e/src'];

/** Behind the path of a browser suite: its deep tests, which are a suite of their own here. */
const DEEP_PART = ' @deep';

/** Every suite, by its path from the root. */
export const allSuites = () =>
  FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true }))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((path) => /\.(test|spec)\.ts$/.test(path) && !/(^|\/)(node_modules|dist)\//.test(path))
    .sort()
    .flatMap((path) => (hasDeepPart(path) ? [path, deepPartOf(path)] : [path]));

const hasDeepPart = (path) => path.endsWith('.spec.ts') && readFileSync(join(ROOT, path), 'utf8').includes(' DEEP,');

export const deepPartOf = (path) => `${path}${DEEP_PART}`;

/** The file of a suite. */
export const fileOf = (suite) => suite.replace(DEEP_PART, '');

export const isDeep = (suite) => suite.includes('.deep.') || suite.endsWith(DEEP_PART);

const MIGRATIONS = ['packages/accounts/src/database/', 'packages/records/src/schema/'];

/** What takes a deep suite along beside its room: the page that it holds to the product, what it proves of other packages. A test holds these to the tree. */
export const PROVE_TOO = {
  'apps/portal/src/app/upgrade.deep.engine.test.ts': [...MIGRATIONS, 'apps/portal/src/backup/'],
  'apps/portal/src/backup/back-up.deep.engine.test.ts': [
    'packages/accounts/src/database/',
    'packages/records/src/copies/',
  ],
  'apps/portal/src/cli/api-guide.deep.engine.test.ts': ['docs/api.md', 'packages/client/src/'],
  'apps/portal/src/http/api/client.deep.engine.test.ts': ['packages/client/src/'],
  'apps/portal/src/cli/doctor.deep.engine.test.ts': ['apps/portal/src/doctor/'],
  'apps/portal/src/cli/guide.deep.process.test.ts': ['docs/operator.md', 'deploy/'],
  'apps/portal/src/cli/load-asks.deep.engine.test.ts': ['packages/loader/src/understand/'],
  'apps/portal/src/cli/load-understood.deep.engine.test.ts': [
    'packages/loader/src/understand/',
    'packages/loader/src/checks/',
  ],
  'apps/portal/src/cli/service.deep.process.test.ts': ['deploy/'],
  'apps/portal/src/http/hostile-input.deep.engine.test.ts': ['packages/contract/src/', 'packages/records/src/engine/'],
  'apps/portal/src/http/sign-on-installation.deep.engine.test.ts': ['packages/accounts/src/access/'],
  'apps/portal/src/http/sign-on-provider.deep.engine.test.ts': ['packages/accounts/src/access/'],
  'apps/portal/src/http/unseen-calls.deep.engine.test.ts': ['packages/records/src/query/'],
  'apps/portal/src/http/unseen-later.deep.engine.test.ts': ['packages/records/src/query/'],
  'apps/portal/src/jobs/webhook-guide.deep.engine.test.ts': ['docs/webhooks.md'],
  'apps/portal/src/metrics/dashboard.deep.process.test.ts': ['deploy/'],
};

const HTTP = 'apps/portal/src/http/';
const handlers = (...names) => names.map((name) => `${HTTP}handlers/${name}`);
const PAID = 'apps/portal/src/questions/';
const EVERY_CALL = [`${HTTP}call/`, `${HTTP}server.ts`];

/** Of the suites of the calls those that prove some of them alone: what takes them along in place of their whole room. */
const PROVE_ONLY = {
  'added-country': handlers('masterdata', 'search'),
  'address-secrecy': handlers('sign-', 'people'),
  'api/bought-records': [`${HTTP}api/`, PAID],
  companies: [...handlers('compan'), PAID],
  connections: [...EVERY_CALL, `${HTTP}connections`, `${HTTP}lanes`, `${HTTP}large-answers`],
  'damaged-records': EVERY_CALL,
  'data-news': handlers('masterdata', 'search-history'),
  'database-away': [...EVERY_CALL, `${HTTP}health`],
  'full-disk': EVERY_CALL,
  'mcp/mcp-limits': [`${HTTP}mcp/`],
  'on-a-list': handlers('compan', 'in-depth', 'own-lists'),
  'operator-loading': handlers('operator-loading', 'operator-mappings'),
  pages: [`${HTTP}web-app`],
  'rate-limits': [...EVERY_CALL, ...handlers('sign-in')],
  'record-server': [...EVERY_CALL, ...handlers('search')],
  'sign-on-installation': handlers('sign-on'),
  'sign-on-provider': handlers('sign-on'),
  'slow-and-failed': [...EVERY_CALL, `${HTTP}logged`],
  traces: EVERY_CALL,
};
const ONLY = new Map(
  Object.entries(PROVE_ONLY).map(([name, places]) => [`${HTTP}${name}.deep.engine.test.ts`, places]),
);

/**
 * The beginnings of paths whose change takes a deep suite along: the room that it lies in (a folder of `src`; all of `src` for a suite that
 * lies in no room; the folder of test data for one beside it; of the calls, those that it proves) with the data that its package has beside `src` (mappings, migrations, vocabulary),
 * and what it is written down to prove.
 */
export function placesOf(suite) {
  const path = fileOf(suite);
  if (path.startsWith('e2e/')) return [path, ...(BROWSER_SUITES_PROVE[path.slice('e2e/src/'.length)] ?? [])];
  const [place = `${dirname(path)}/`, home] =
    /^((?:packages|apps)\/[^/]+\/)(?:src|testing)\/(?:[^/]+\/)?/.exec(path) ?? [];
  const too = PROVE_TOO[path] ?? [];
  const only = ONLY.get(path);
  if (only) return [path, ...only, ...too];
  return place.startsWith(`${home}src/`) ? [place, ...dataOf(home), ...too] : [place, ...too];
}

const CODE = ['src', 'testing', 'dist', 'node_modules'];

const dataOf = (home) =>
  readdirSync(join(ROOT, home), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !CODE.includes(entry.name))
    .map(({ name }) => `${home}${name}/`);

/** The deep suites that a change of these paths takes along. */
export const deepSuitesOf = (changed, suites = allSuites()) =>
  suites
    .filter(isDeep)
    .filter((suite) => placesOf(suite).some((place) => changed.some((path) => path.startsWith(place))));

/** What differs from a commit, files that git does not know yet among them. */
export function changedSince(base) {
  const git = (...args) => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.trim()}`);
    return stdout.split('\n').filter((line) => line !== '');
  };
  return [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
}

/** How long each deep suite and each long one took when it ran last, in seconds, and on which day: written by whole runs, and committed. */
const TIMES = join(ROOT, 'scripts/suite-times.json');

/** What nobody has timed yet is taken to be of the middling kind. */
const UNTIMED_S = 10;

export const readTimes = () => (existsSync(TIMES) ? JSON.parse(readFileSync(TIMES, 'utf8')) : {});

export const secondsOf = (times, suite) => times[suite]?.seconds ?? UNTIMED_S;

/** Of the gate, suites below this have no place of their own. */
const LONG_S = 5;

/** Notes the times of what ran; suites that are no more are forgotten. */
export function noteTimes(ran, day, suites = allSuites()) {
  const times = { ...readTimes() };
  for (const { suite, seconds } of ran) times[suite] = { seconds: Math.round(seconds * 10) / 10, ran: day };
  const isNoted = (suite) => times[suite] !== undefined && (isDeep(suite) || times[suite].seconds >= LONG_S);
  const kept = suites.filter(isNoted).map((suite) => [suite, times[suite]]);
  // As the formatter has it.
  const lines = kept.map(([suite, { seconds, ran }]) => `  "${suite}": { "seconds": ${seconds}, "ran": "${ran}" }`);
  writeFileSync(TIMES, `{\n${lines.join(',\n')}\n}\n`);
}

/** The deep tier in slices, each of about so many seconds of work: every deep suite is in one of them. */
export function slices(seconds, times = readTimes(), suites = allSuites()) {
  const parts = [];
  // By their hash, so that neighbours, which prove the same room, are spread over the slices.
  const hashed = suites.filter(isDeep).toSorted((one, other) => (hashOf(one) < hashOf(other) ? -1 : 1));
  let left = 0;
  for (const suite of hashed) {
    if (parts.length === 0 || secondsOf(times, suite) > left) {
      parts.push([]);
      left = seconds;
    }
    parts.at(-1).push(suite);
    left -= secondsOf(times, suite);
  }
  return parts;
}

const hashOf = (text) => createHash('sha256').update(text).digest('hex');

/** Which slice a commit runs: of `count`, by its hash. */
export const sliceOf = (commit, count) => Number.parseInt(hashOf(commit).slice(0, 8), 16) % count;
