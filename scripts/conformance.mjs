/**
 * Holds the product to its specification: runs the tests that name its points (`points.mjs`), and says what became of each point.
 * `npm run conformance -- --help` says what it takes and answers.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
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

const REPORT = join(ROOT, 'test-results/conformance.json');

/** Of what a test that failed said. */
const SAID_LINES = 14;

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

/** What became of a point: it holds, differs as written, or fails, as does one that no test tried. */
const outcomeOf = (tests) => (id) => {
  const { sentence, deviation } = POINTS[id];
  const tried = tests.filter((test) => test.points.includes(id));
  const failed = tried.length === 0 ? ['no test tried it'] : tried.flatMap((test) => test.failed);
  const about = { id, section: Number.parseInt(id, 10), sentence, deviation };
  if (failed.length > 0) return { ...about, outcome: 'fails', said: failed.join('\n') };
  return { ...about, outcome: deviation === undefined ? 'holds' : 'differs' };
};

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
  rmSync(REPORT, { force: true });
  const tags = points.map((id) => id.replace('.', '\\.')).join('|');
  spawnSync(
    'npx',
    [
      ...['playwright', 'test', '-c', 'e2e/playwright.config.ts', '--project', 'gate'],
      ...['--reporter', 'list,json', '--grep', `@(${tags})(?!\\d)`],
    ],
    {
      cwd: ROOT,
      stdio: ['ignore', json ? process.stderr : 'inherit', 'inherit'],
      env: { ...process.env, TIDEWAITER_CHROMIUM: await findChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: REPORT },
    },
  );
  const outcomes = points.map(outcomeOf(testsOf(JSON.parse(readFileSync(REPORT, 'utf8')))));
  const of = (outcome) => outcomes.filter((point) => point.outcome === outcome);
  if (json) process.stdout.write(`${JSON.stringify(outcomes, null, 2)}\n`);
  for (const { id, sentence } of of('holds')) console.log(`holds    ${id.padEnd(7)}${sentence}`);
  for (const { id, deviation } of of('differs')) console.log(`${id} differs as docs/deviations.md says: ${deviation}`);
  for (const { id, sentence, said } of of('fails')) console.log(`${id} fails: ${sentence}\n${said}`);
  console.log(`${of('holds').length} hold, ${of('differs').length} differ as written, ${of('fails').length} fail`);
  process.exitCode = of('fails').length === 0 ? 0 : 1;
}

/** The tests of a report, each with the points that it proves, and what it said where it failed. */
function testsOf({ suites }) {
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)];
  return suites.flatMap(specs).map(({ title, tags, ok, tests }) => {
    const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
    const said = stripVTControlCharacters(errors.map(({ message }) => message).join('\n'));
    return { points: tags, failed: ok ? [] : [`${title}: ${said.split('\n').slice(0, SAID_LINES).join('\n')}`] };
  });
}
