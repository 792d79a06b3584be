/** `npm test`: installs and builds what is missing, then runs every test and prints one closing line over all runners. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from './chromium.mjs';
import { build, checkNode, install, ROOT, say } from './setup.mjs';

const RESULTS = join(ROOT, 'test-results');

/** Runs a test runner and reads its JSON report; one that leaves no report counts as a failure. */
function runTests(args, report, read, env = {}) {
  const file = join(RESULTS, report);
  rmSync(file, { force: true });
  const { status } = spawnSync('npx', args(file), { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } });
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 };
  const counts = read(JSON.parse(readFileSync(file, 'utf8')));
  return status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

checkNode();
install();
build();
const chromium = await findChromium();
mkdirSync(RESULTS, { recursive: true });

say('Tests of the packages and the portal …');
const unit = runTests(
  (file) => ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile=${file}`],
  'vitest.json',
  (report) => ({
    passed: report.numPassedTests,
    failed:
      report.numFailedTests +
      report.testResults.filter((suite) => suite.status === 'failed' && suite.assertionResults.length === 0).length,
    skipped: report.numPendingTests,
  }),
);

say(`Tests of the screens, in ${chromium} …`);
const browser = runTests(
  () => ['playwright', 'test', '-c', 'e2e/playwright.config.ts'],
  'playwright.json',
  ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }),
  { TIDEWAITER_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: join(RESULTS, 'playwright.json') },
);

const total = (key) => unit[key] + browser[key];
const summary = `${total('passed')} passed, ${total('failed')} failed${total('skipped') > 0 ? `, ${total('skipped')} skipped` : ''}`;
writeFileSync(join(RESULTS, 'summary.txt'), `${summary}\n`);
console.log(`\n${summary}`);
process.exitCode = total('failed') > 0 || total('passed') === 0 ? 1 : 0;
