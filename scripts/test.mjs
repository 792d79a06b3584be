/** `npm test`: installs and builds what is missing, then runs the gate and prints one closing line over all runners. `--help` says the rest. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { findChromium } from './chromium.mjs';
import { build, checkNode, install, ROOT, say } from './setup.mjs';
import {
  allSuites,
  changedSince,
  deepPartOf,
  deepSuitesOf,
  fileOf,
  isDeep,
  noteTimes,
  readTimes,
  sliceOf,
  slices,
} from './suites.mjs';

const HELP = `npm test [-- NAME] [--changed BASE] [--slice]
npm run test:deep

Runs the gate: every suite whose name does not say that it is deep.

  NAME              only the test files that have it in their path, deep ones too; where none has, the tests that have it in their title
  --changed BASE    and the deep suites of the rooms that changed since that commit: npm test -- --changed origin/main
  --slice           and two minutes of the deep tier, another slice for each commit
  --deep            (npm run test:deep) both tiers, generated cases in their large numbers, screens in every look

Exit status: 0 where all passed, 1 where a test failed, 2 where an option is not understood.
`;

/** Work of a slice of the deep tier, in seconds: two minutes of two workers. */
const SLICE_S = 240;

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
  // Those of the processor are known of suites that have a process; the others are timed by the clock.
  const byClock = testResults.map(({ name, startTime, endTime }) => [
    relative(ROOT, name),
    (endTime - startTime) / 1000,
  ]);
  const seconds = new Map([...byClock, ...readCosts().map(({ suite, seconds }) => [suite, seconds])]);
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
  return {
    passed: numPassedTests,
    failures,
    skipped: inTitle ? 0 : numPendingTests,
    suites: [...seconds].map(([suite, seconds]) => ({ suite, seconds })),
  };
}

/** Of the suites that have processes of their own. */
const readCosts = () =>
  existsSync(COSTS)
    ? readFileSync(COSTS, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];

function readPlaywright({ stats, suites, errors }) {
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
  const seconds = new Map();
  for (const { file, tags, tests } of suites.flatMap(specs)) {
    const path = `e2e/src/${file}`;
    const suite = tags.includes('deep') ? deepPartOf(path) : path;
    const took = tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration / 1000, 0);
    seconds.set(suite, (seconds.get(suite) ?? 0) + took);
  }
  const times = [...seconds].map(([suite, seconds]) => ({ suite, seconds }));
  return { passed: stats.expected + stats.flaky, failures, skipped: stats.skipped, suites: times };
}

const minutes = (seconds) => `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;

/** What the run's processes took of the processor, in the system and outside it; nothing where the system does not count it. */
function processorWords() {
  if (!existsSync('/proc/self/stat')) return '';
  // After the command's name, which may hold anything: state, then numbers; own times are the 12th and 13th, those of children that ended the next two.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ');
  const ticks = [11, 12, 13, 14].map((field) => Number(fields[field])).reduce((sum, ticks) => sum + ticks);
  return `, and ${minutes(ticks / 100)} of the processor`;
}

const textOf = ({ message }) => stripVTControlCharacters(message ?? '');

function readOptions() {
  const flag = { type: 'boolean', default: false };
  const options = { deep: flag, slice: flag, help: flag, changed: { type: 'string' } };
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (positionals.length > 1) throw new Error(`one NAME at the most, not ${positionals.join(', ')}`);
    return { ...values, name: positionals[0], changed: values.changed && changedSince(values.changed) };
  } catch (error) {
    console.error(`${error.message}\n\n${HELP}`);
    return process.exit(2);
  }
}

const { deep, slice, help, changed, name } = readOptions();
if (help) {
  console.log(HELP);
  process.exit();
}
const all = allSuites();
const times = readTimes();
const named = name === undefined ? [] : all.filter((suite) => fileOf(suite).includes(name));
const inTitle = name !== undefined && named.length === 0;

/** The slice of the deep tier that this commit runs, and which it is. */
function sliceOfCommit() {
  const commit = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).stdout.trim();
  const parts = slices(SLICE_S, times);
  const number = sliceOf(commit, Math.max(1, parts.length));
  return { suites: parts[number] ?? [], words: `slice ${number + 1} of ${parts.length}` };
}

const taken = slice ? sliceOfCommit() : { suites: [], words: '' };
const along = new Set([...taken.suites, ...(changed === undefined ? [] : deepSuitesOf(changed, all))]);
const chosen = name === undefined ? all.filter((suite) => deep || !isDeep(suite) || along.has(suite)) : named;
/** What tells a runner to run some only; undefined where it has nothing to run. */
const only = (ending, titleOption) => {
  if (inTitle) return [titleOption, name];
  const files = chosen.filter((suite) => suite.endsWith(ending));
  return files.length === 0 ? undefined : files;
};

checkNode();
install();
build();
mkdirSync(RESULTS, { recursive: true });
if (deep) process.env.TIDEWAITER_DEEP = '1';

const runs = [];
const unit = only('.test.ts', '-t');
const browser = only('.spec.ts', '-g');
if (browser || inTitle || chosen.some((suite) => suite.endsWith('.browser.test.ts')))
  process.env.TIDEWAITER_CHROMIUM = await findChromium();
if (unit) {
  say('Tests of the packages, the portal and the parts of screens …');
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
const deepBrowser = only(deepPartOf('.spec.ts'), '-g');
if (browser) {
  say(`Tests of the screens, in ${process.env.TIDEWAITER_CHROMIUM} …`);
  runs.push(
    runTests(
      'browser',
      () => ['playwright', 'test', '-c', 'e2e/playwright.config.ts', '--pass-with-no-tests', ...browser],
      'playwright.json',
      readPlaywright,
      {
        PLAYWRIGHT_JSON_OUTPUT_FILE: join(RESULTS, 'playwright.json'),
        TIDEWAITER_DEEP_SPECS: inTitle ? '*.spec.ts' : (deepBrowser ?? []).map(fileOf).join(),
      },
    ),
  );
}

const failures = runs.flatMap((run) => run.failures);
const sum = (key) => runs.reduce((total, run) => total + run[key], 0);
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
const summary = `${sum('passed')} passed, ${failures.length} failed${skipped}`;
writeFileSync(join(RESULTS, 'summary.txt'), `${summary}\n`);
writeFileSync(join(RESULTS, 'failures.json'), JSON.stringify(failures.map(({ name }) => name)));
// Both runners' own reports are far above by now.
for (const { name, said } of failures)
  console.log(`\nFailed: ${name}\n${said.split('\n').slice(0, SAID_LINES).join('\n')}`);
for (const { part, seconds, suites } of runs) {
  const dearest = suites.toSorted((one, other) => other.seconds - one.seconds).slice(0, DEAREST);
  const unit = part === 'unit' ? 'seconds of the processor' : 'seconds';
  console.log(`\nThe ${part} tests took ${minutes(seconds)}.${dearest.length > 0 ? ` The dearest, in ${unit}:` : ''}`);
  for (const { suite, seconds } of dearest) console.log(`${seconds.toFixed(0).padStart(6)}  ${suite}`);
}
const ran = runs.flatMap(({ suites }) => suites);
for (const suite of along) {
  const before = times[suite] === undefined ? 'for the first time' : `last on ${times[suite].ran}`;
  console.log(`\nOf the deep tier${taken.suites.includes(suite) ? `, ${taken.words}` : ''}: ${suite}, ${before}`);
}
if (name === undefined) noteTimes(ran, new Date().toISOString().slice(0, 10), all);
console.log(`\nThe run took ${minutes(process.uptime())}${processorWords()}.`);
console.log(`\n${summary}`);
process.exitCode = failures.length > 0 || sum('passed') === 0 ? 1 : 0;
