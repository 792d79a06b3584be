/**
 * Holds the product to its specification: tries each numbered point of `e2e/conformance/points` against a running portal with demo
 * records, which it starts and ends. `npm run conformance -- --help` says what it takes and answers.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findChromium } from './chromium.mjs';
import { build, checkNode, install, ROOT } from './setup.mjs';

const HELP = `npm run conformance -- [--only SECTION|POINT]… [--json] [--list]

Tries every checkable sentence of sections 2 to 9 of the specification against a running portal with demo records.

  --only 5      the points of one section; --only 5.12 a single point. May be repeated.
  --json        answer as JSON: id, section, sentence, outcome (holds, differs, fails), deviation, said
  --list        name the points, and try none
  --help        this

Each point holds, differs as a line of docs/deviations.md says, or fails.
Exit status: 0 where none fails, 1 where one does, 2 where an option is not understood.
`;

const RESULTS = join(ROOT, 'test-results');
const POINTS = join(RESULTS, 'conformance-points.json');

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string', multiple: true, default: [] },
        json: { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    const wrong = values.only.find((one) => !/^[2-9](\.\d+)?$/.test(one));
    if (wrong !== undefined)
      throw new Error(`--only takes a section (2 to 9) or a point of one, such as 5.12; not ${wrong}`);
    return values;
  } catch (error) {
    console.error(`${error.message}\n\n${HELP}`);
    return process.exit(2);
  }
}

const { only, json, list, help } = readOptions();
if (help) {
  console.log(HELP);
  process.exit();
}
// Nothing but the answer goes to the standard output, where a program reads it.
if (json) console.log = console.error;
checkNode();
install();
build();
mkdirSync(RESULTS, { recursive: true });
rmSync(POINTS, { force: true });

/** Titles begin with their number. */
const chosen = only.map((one) => (one.includes('.') ? `${one} ` : `${one}.`).replace('.', '\\.'));
const { status } = spawnSync(
  'npx',
  [
    ...['playwright', 'test', '-c', 'e2e/conformance/playwright.config.ts'],
    ...(chosen.length > 0 ? ['-g', `\\.spec\\.ts (${chosen.join('|')})`] : []),
    ...(list ? ['--list', '--reporter=list'] : []),
  ],
  {
    cwd: ROOT,
    stdio: ['ignore', json ? process.stderr : 'inherit', 'inherit'],
    env: { ...process.env, TIDEWAITER_CHROMIUM: await findChromium() },
  },
);
if (json && !list) process.stdout.write(readFileSync(POINTS));
process.exitCode = status === 0 ? 0 : 1;
