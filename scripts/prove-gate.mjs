/** `npm run prove:gate`: proves that the gate is no matter of chance, and that it sees what breaks. `--help` says the rest. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './setup.mjs';

const HELP = `npm run prove:gate -- twenty [NAME] [--rounds N] [--load N] [--again]
npm run prove:gate -- faults [NUMBER …] [--near] [--again] [--json]

  twenty   runs the gate 20 times, or the suites that have NAME in their path, at a load of 8 busy loops, and says how often each test failed
  faults   plants the faults of scripts/faults.tsv, all or those of the numbers, each alone in a temporary copy of what is committed,
           and says which test caught it: the suites of its package are run first, then the whole gate with --changed.
           The gate must be green before: what fails without a fault would catch every one
  --near   leaves out the whole gate: quick, but what nobody caught may still be caught by it

What was run is kept in test-results and gone on with, until --again or another commit.

  npm run prove:gate -- twenty ledger --rounds 5
  npm run prove:gate -- faults 1 2 3 --near

Status 0 where no test failed or every fault was caught, 1 where not, 2 where an option is not understood.
`;

const RESULTS = join(ROOT, 'test-results');
const FAULTS = join(ROOT, 'scripts/faults.tsv');

function readOptions() {
  const flag = { type: 'boolean', default: false };
  const number = (fallback) => ({ type: 'string', default: fallback });
  try {
    const options = { help: flag, again: flag, near: flag, json: flag, rounds: number('20'), load: number('8') };
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [proof, ...names] = positionals;
    if (values.help) {
      console.log(HELP);
      process.exit();
    }
    if (!(proof in PROOFS)) throw new Error(proof === undefined ? 'Say which proof.' : `There is no proof "${proof}".`);
    if (![values.rounds, values.load].every((text) => /^\d+$/.test(text))) throw new Error('Numbers are whole.');
    return { ...values, proof, names, rounds: Number(values.rounds), load: Number(values.load) };
  } catch (error) {
    console.error(`${error.message}\n\n${HELP}`);
    return process.exit(2);
  }
}

const git = (...args) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout.trim();

/** What earlier runs have come to, kept after each step. */
function keptAs(name, of, again) {
  const file = join(RESULTS, name);
  const key = JSON.stringify({ commit: git('rev-parse', 'HEAD'), ...of });
  const before = !again && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const done = before.key === key ? before.done : [];
  return {
    done,
    add(step) {
      done.push(step);
      mkdirSync(RESULTS, { recursive: true });
      writeFileSync(file, JSON.stringify({ key, done }, null, 1));
    },
  };
}

/** Runs the gate of a checkout, or some of it. @returns the tests that failed; null where nothing was run, since it was not built */
function gate(root, args) {
  const failures = join(root, 'test-results/failures.json');
  rmSync(failures, { force: true });
  const times = join(root, 'scripts/suite-times.json');
  const before = readFileSync(times);
  spawnSync(process.execPath, ['scripts/test.mjs', ...args], { cwd: root, stdio: ['ignore', 2, 2] });
  // Times under a load are nobody's.
  writeFileSync(times, before);
  return existsSync(failures) ? JSON.parse(readFileSync(failures, 'utf8')) : null;
}

function twenty({ names: [name], rounds, load, again }) {
  const kept = keptAs('prove-twenty.json', { name, load }, again);
  const busy = Array.from({ length: load }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  const end = () => {
    for (const loop of busy) loop.kill('SIGKILL');
  };
  process.on('exit', end);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
  while (kept.done.length < rounds) {
    const failed = gate(ROOT, name === undefined ? [] : [name]);
    if (failed === null) throw new Error('The gate left no report.');
    kept.add(failed);
    console.error(`round ${kept.done.length} of ${rounds}: ${failed.length} failed`);
  }
  const often = new Map();
  for (const test of kept.done.slice(0, rounds).flat()) often.set(test, (often.get(test) ?? 0) + 1);
  console.log(`${rounds} rounds at a load of ${load}: ${often.size === 0 ? 'no test failed.' : 'these failed'}`);
  for (const [test, count] of [...often].sort(([, one], [, other]) => other - one))
    console.log(`${String(count).padStart(4)} of ${rounds}  ${test}`);
  return often.size === 0;
}

/** A copy of what is committed, with what is installed here and a build of its own. */
function copyOf() {
  const copy = join(mkdtempSync(join(tmpdir(), 'tidewaiter-faults-')), 'copy');
  git('worktree', 'add', '--detach', copy, 'HEAD');
  // Links between workspaces are relative: in the copy they lead to the copy.
  const installed = spawnSync('find', ['.', '-name', 'node_modules', '-prune', '-not', '-path', './bench/*'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  for (const folder of installed.stdout.trim().split('\n')) {
    const to = join(copy, folder);
    const linked = spawnSync('cp', ['-al', join(ROOT, folder), to]);
    if (linked.status === 0) continue;
    rmSync(to, { recursive: true, force: true });
    spawnSync('cp', ['-a', join(ROOT, folder), to]);
  }
  // Of a stamp that is linked the other name would be written, too.
  for (const stamp of ['built', 'built-to-run'])
    rmSync(join(copy, 'node_modules', `.tidewaiter-${stamp}`), { force: true });
  return {
    copy,
    remove() {
      git('worktree', 'remove', '--force', copy);
      rmSync(dirname(copy), { recursive: true, force: true });
    },
  };
}

const read = (path) => readFileSync(path, 'utf8');

/** Plants a fault. @returns takes it out again */
function plant(copy, { file, text, replacement }) {
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    source.replace(text, () => replacement),
  );
  return () => writeFileSync(path, source);
}

/** Who caught a fault: the build, a test of its package, else one of the gate. */
function caughtBy(copy, { file }, near) {
  const [room] = /^(?:packages|apps)\/[^/]+/.exec(file) ?? [dirname(file)];
  for (const args of [[`${room}/`], ...(near ? [] : [['--changed', 'HEAD']])]) {
    const failed = gate(copy, args);
    if (failed === null) return ['the build'];
    if (failed.length > 0) return failed;
  }
  return [];
}

function faults({ names, near, again, json }) {
  const [, ...lines] = read(FAULTS).trim().split('\n');
  const listed = lines.map((line, at) => {
    const [file, text, replacement, breaks] = line.split('\t');
    return { number: at + 1, file, text, replacement, breaks };
  });
  const chosen = listed.filter(({ number }) => names.length === 0 || names.includes(String(number)));
  const stale = listed.filter(({ file, text }) => read(join(ROOT, file)).split(text).length !== 2);
  if (stale.length > 0)
    throw new Error(`Not once there: ${stale.map(({ number, text }) => `${number} ${text}`).join('; ')}`);
  if (chosen.length === 0) throw new Error(`There are faults 1 to ${listed.length}.`);
  const kept = keptAs('prove-faults.json', { near }, again);
  const open = chosen.filter(({ number }) => !kept.done.some((step) => step.number === number));
  if (open.length > 0) {
    const { copy, remove } = copyOf();
    process.on('exit', remove);
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
    // A test that fails without a fault would catch every fault of its package.
    for (const fault of open) {
      const takeOut = plant(copy, fault);
      const began = Date.now();
      const by = caughtBy(copy, fault, near);
      takeOut();
      kept.add({ number: fault.number, by, seconds: Math.round((Date.now() - began) / 1000) });
      console.error(`fault ${fault.number}: ${by[0] ?? 'NOBODY'}`);
    }
  }
  const found = chosen.map((fault) => ({ ...fault, ...kept.done.find((step) => step.number === fault.number) }));
  if (json) console.log(JSON.stringify(found, null, 1));
  else {
    console.log('| fault | where | what is broken | caught by | tests | seconds |\n|---:|---|---|---|---:|---:|');
    for (const { number, file, breaks, by, seconds } of found)
      console.log(`| ${number} | \`${file}\` | ${breaks} | ${by[0] ?? '**nobody**'} | ${by.length} | ${seconds} |`);
  }
  return found.every(({ by }) => by.length > 0);
}

const PROOFS = { twenty, faults };
const options = readOptions();
try {
  process.exitCode = PROOFS[options.proof](options) ? 0 : 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
