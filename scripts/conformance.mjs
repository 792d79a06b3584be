/**
 * Holds the product to its specification: runs the tests that name its points (`points.mjs`), and says what became of each point.
 * `npm run conformance -- --help` says what it takes and answers.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findChromium } from './chromium.mjs';
import { conformanceDocument, POINTS } from './points.mjs';
import { build, checkNode, install, ROOT } from './setup.mjs';

const HELP = `npm run conformance -- [--only SECTION|POINT]… [--json] [--list] [--document]

Tries every checkable sentence of sections 2 to 9 of the specification against a running portal with demo records.

  --only 5      the points of one section; --only 5.12 a single point. May be repeated.
  --json        answer as JSON: id, section, sentence, outcome (holds, differs, fails), deviation, said
  --list        name the points, and try none
  --document    write docs/conformance.md, and try none
  --help        this

Each point holds, differs as a line of docs/deviations.md says, or fails.
Exit status: 0 where none fails, 1 where one does, 2 where an option is not understood.
`;

const RESULTS = join(ROOT, 'test-results');
const OUTCOMES = join(RESULTS, 'conformance-points.json');

function readOptions() {
  const flag = { type: 'boolean', default: false };
  const only = { type: 'string', multiple: true, default: [] };
  try {
    const { values } = parseArgs({ options: { only, json: flag, list: flag, document: flag, help: flag } });
    const ids = Object.keys(POINTS);
    const isOf = (one) => (id) => id === one || id.startsWith(`${one}.`);
    const wrong = values.only.find((one) => !ids.some(isOf(one)));
    if (wrong !== undefined)
      throw new Error(`--only takes a section (2 to 9) or a point of one, such as 5.12; not ${wrong}`);
    const points = values.only.length === 0 ? ids : ids.filter((id) => values.only.some((one) => isOf(one)(id)));
    return { ...values, points };
  } catch (error) {
    console.error(`${error.message}\n\n${HELP}`);
    return process.exit(2);
  }
}

const { json, list, document, help, points } = readOptions();
if (help) console.log(HELP);
else if (list) for (const id of points) console.log(`${id.padEnd(7)}${POINTS[id].sentence}`);
else if (document) writeFileSync(join(ROOT, 'docs/conformance.md'), conformanceDocument());
else await tryPoints();

async function tryPoints() {
  // Nothing but the answer goes to the standard output, where a program reads it.
  if (json) console.log = console.error;
  checkNode();
  install();
  build();
  mkdirSync(RESULTS, { recursive: true });
  rmSync(OUTCOMES, { force: true });
  const tags = points.map((id) => id.replace('.', '\\.')).join('|');
  const { status } = spawnSync(
    'npx',
    [
      ...['playwright', 'test', '-c', 'e2e/playwright.config.ts', '--project', 'gate'],
      ...['--reporter', './e2e/points-reporter.ts', '--grep', `@(${tags})(?!\\d)`],
    ],
    {
      cwd: ROOT,
      stdio: ['ignore', json ? process.stderr : 'inherit', 'inherit'],
      env: { ...process.env, TIDEWAITER_CHROMIUM: await findChromium(), TIDEWAITER_POINTS: points.join() },
    },
  );
  if (json) process.stdout.write(readFileSync(OUTCOMES));
  process.exitCode = status === 0 ? 0 : 1;
}
