/**
 * `npm test`: installs and builds what is missing, then runs every test and prints one closing line over all runners.
 *
 * `npm test -- NAME` runs the test files that have the name in their path; where none has, the tests that have it in their title.
 * `npm run test:deep` (`--deep`) runs the generated cases in their large numbers, all looks of the screens, and the points of the
 * specification (`npm run conformance`).
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findChromium } from './chromium.mjs';
import { build, checkNode, install, ROOT, say } from './setup.mjs';

/** Of what a failed test said, at the end. */
const SAID_LINES = 12;

/** Suites that are named at the end as the dearest. */
const DEAREST = 10;

const RESULTS = join(ROOT, 'test-results');

/** What each suite took of the processor (`packages/testing/src/suite-cost.ts`), one line of JSON each. */
const COSTS = join(RESULTS, 'suite-costs.jsonl');

/**
 * Runs a test runner and reads its JSON report: how many passed and were skipped, and of each that failed its name and
 * what it said. One that leaves no report counts as a failure.
 */
function runTests(part, args, report, read, env = {}) {
  const file = join(RESULTS, report);
  rmSync(file, { force: true });
  const begun = Date.now();
  const { status } = spawnSync('npx', args(file), { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } });
  const took = { part, seconds: (Date.now() - begun) / 1000 };
  if (!existsSync(file)) {
    return { ...took, passed: 0, failures: [{ name: args(file)[0], said: 'left no report' }], skipped: 0, suites: [] };
  }
  const results = read(JSON.parse(readFileSync(file, 'utf8')));
  if (status !== 0 && results.failures.length === 0) {
    results.failures.push({ name: args(file)[0], said: `ended with status ${status}` });
  }
  return { ...took, ...results };
}

function readVitest({ numPassedTests, numPendingTests, testResults }) {
  const failures = testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = relative(ROOT, name);
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0) return [{ name: file, said: message }];
      return failed.map(({ fullName, failureMessages }) => ({
        name: `${file} › ${fullName}`,
        said: failureMessages.join('\n'),
      }));
    });
  // Those that another title keeps out are not skipped.
  return { passed: numPassedTests, failures, skipped: inTitle ? 0 : numPendingTests, suites: readCosts() };
}

/** Of the suites that open an engine; the rest take seconds all together. */
const readCosts = () =>
  existsSync(COSTS)
    ? readFileSync(COSTS, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];

function readPlaywright(folder, { stats, suites, errors }) {
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)];
  const failures = suites
    .flatMap(specs)
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => ({
      name: `${file} › ${title}`,
      said: tests
        .flatMap(({ results }) => results.flatMap((result) => result.errors))
        .map(textOf)
        .join('\n'),
    }));
  if (failures.length === 0) failures.push(...errors.map((error) => ({ name: 'playwright', said: textOf(error) })));
  // Of a browser, a portal and a test the processor's time is not told apart: what is known is how long each test was at it.
  const timeOf = (suite) =>
    specs(suite)
      .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
      .reduce((sum, { duration }) => sum + duration / 1000, 0);
  const times = suites.map((suite) => ({ suite: `${folder}/${suite.file}`, seconds: timeOf(suite) }));
  return { passed: stats.expected + stats.flaky, failures, skipped: stats.skipped, suites: times };
}

const minutes = (seconds) => `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;

const textOf = ({ message }) => stripVTControlCharacters(message ?? '');

/** Every test file, by its path from the root. */
function testFiles() {
  const under = (folder) => readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true });
  return ['packages', 'apps', 'scripts', 'e2e/src']
    .flatMap(under)
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((path) => /\.(test|spec)\.ts$/.test(path) && !path.includes('node_modules'));
}

const deep = process.argv.includes('--deep');
const name = process.argv.slice(2).find((argument) => !argument.startsWith('--'));
const named = name === undefined ? [] : testFiles().filter((path) => path.includes(name));
const inTitle = name !== undefined && named.length === 0;
/** What tells a runner to run some only; undefined where it has nothing to run. */
const only = (ending, titleOption) => {
  if (name === undefined) return [];
  if (inTitle) return [titleOption, name];
  const files = named.filter((path) => path.endsWith(ending));
  return files.length === 0 ? undefined : files;
};

checkNode();
install();
build();
mkdirSync(RESULTS, { recursive: true });
if (deep) process.env.TIDEWAITER_DEEP = '1';

const runs = [];
const unit = only('.test.ts', '-t');
if (unit) {
  say('Tests of the packages and the portal …');
  const reporters = ['--reporter=default', '--reporter=json'];
  rmSync(COSTS, { force: true });
  runs.push(
    runTests(
      'unit',
      (file) => ['vitest', 'run', ...unit, '--passWithNoTests', ...reporters, `--outputFile=${file}`],
      'vitest.json',
      readVitest,
      { TIDEWAITER_SUITE_COSTS: COSTS },
    ),
  );
}
const browser = only('.spec.ts', '-g');
if (browser) {
  const chromium = await findChromium();
  say(`Tests of the screens, in ${chromium} …`);
  runs.push(
    runTests(
      'browser',
      () => ['playwright', 'test', '-c', 'e2e/playwright.config.ts', '--pass-with-no-tests', ...browser],
      'playwright.json',
      (report) => readPlaywright('e2e/src', report),
      { TIDEWAITER_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: join(RESULTS, 'playwright.json') },
    ),
  );
  if (deep && name === undefined) {
    say('The points of the specification …');
    runs.push(
      runTests(
        'conformance',
        () => ['playwright', 'test', '-c', 'e2e/conformance/playwright.config.ts'],
        'conformance.json',
        (report) => readPlaywright('e2e/conformance', report),
        { TIDEWAITER_CHROMIUM: chromium },
      ),
    );
  }
}

const failures = runs.flatMap((run) => run.failures);
const sum = (key) => runs.reduce((total, run) => total + run[key], 0);
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
const summary = `${sum('passed')} passed, ${failures.length} failed${skipped}`;
writeFileSync(join(RESULTS, 'summary.txt'), `${summary}\n`);
// Both runners' own reports are far above by now.
for (const { name, said } of failures)
  console.log(`\nFailed: ${name}\n${said.split('\n').slice(0, SAID_LINES).join('\n')}`);
for (const { part, seconds, suites } of runs) {
  const dearest = suites.toSorted((one, other) => other.seconds - one.seconds).slice(0, DEAREST);
  const unit = part === 'unit' ? 'seconds of the processor' : 'seconds';
  console.log(`\nThe ${part} tests took ${minutes(seconds)}.${dearest.length > 0 ? ` The dearest, in ${unit}:` : ''}`);
  for (const { suite, seconds } of dearest) console.log(`${seconds.toFixed(0).padStart(6)}  ${suite}`);
}
console.log(`\n${summary}`);
process.exitCode = failures.length > 0 || sum('passed') === 0 ? 1 : 0;
