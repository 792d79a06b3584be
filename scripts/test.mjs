/** `npm test`: installs and builds what is missing, then runs every test and prints one closing line over all runners. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findChromium } from './chromium.mjs';
import { build, checkNode, install, ROOT, say } from './setup.mjs';

/** Of what a failed test said, at the end. */
const SAID_LINES = 12;

const RESULTS = join(ROOT, 'test-results');

/**
 * Runs a test runner and reads its JSON report: how many passed and were skipped, and of each that failed its name and
 * what it said. One that leaves no report counts as a failure.
 */
function runTests(args, report, read, env = {}) {
  const file = join(RESULTS, report);
  rmSync(file, { force: true });
  const { status } = spawnSync('npx', args(file), { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } });
  if (!existsSync(file)) return { passed: 0, failures: [{ name: args(file)[0], said: 'left no report' }], skipped: 0 };
  const results = read(JSON.parse(readFileSync(file, 'utf8')));
  if (status !== 0 && results.failures.length === 0) {
    results.failures.push({ name: args(file)[0], said: `ended with status ${status}` });
  }
  return results;
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
  return { passed: numPassedTests, failures, skipped: numPendingTests };
}

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
  return { passed: stats.expected + stats.flaky, failures, skipped: stats.skipped };
}

const textOf = ({ message }) => stripVTControlCharacters(message ?? '');

checkNode();
install();
build();
const chromium = await findChromium();
mkdirSync(RESULTS, { recursive: true });

say('Tests of the packages and the portal …');
const unit = runTests(
  (file) => ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile=${file}`],
  'vitest.json',
  readVitest,
);

say(`Tests of the screens, in ${chromium} …`);
const browser = runTests(
  () => ['playwright', 'test', '-c', 'e2e/playwright.config.ts'],
  'playwright.json',
  readPlaywright,
  { TIDEWAITER_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: join(RESULTS, 'playwright.json') },
);

const runs = [unit, browser];
const failures = runs.flatMap((run) => run.failures);
const sum = (key) => runs.reduce((total, run) => total + run[key], 0);
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
const summary = `${sum('passed')} passed, ${failures.length} failed${skipped}`;
writeFileSync(join(RESULTS, 'summary.txt'), `${summary}\n`);
// Both runners' own reports are far above by now.
for (const { name, said } of failures)
  console.log(`\nFailed: ${name}\n${said.split('\n').slice(0, SAID_LINES).join('\n')}`);
console.log(`\n${summary}`);
process.exitCode = failures.length > 0 || sum('passed') === 0 ? 1 : 0;
