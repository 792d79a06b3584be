/**
 * `npm run bench -- guard ROWS --old CHECKOUT`: whether this build answers the whole screen of a search as quickly as another one,
 * class by class. Both answer the same questions in turn, each first as often as second, and must give the same answers.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { run } from '../scripts/setup.mjs';
import { byClass, geometricMean, median, ms, number, p95, table } from './harness/measure.mjs';
import { readOptions } from './harness/options.mjs';
import { openGenerated } from './harness/records.mjs';
import { drawQuestions } from './questions/draw.mjs';
import { dictionariesMs, ofNobody } from './questions/of-nobody.mjs';

const HERE = fileURLToPath(new URL('..', import.meta.url));
const ANSWERER = fileURLToPath(new URL('guard/answerer.mjs', import.meta.url));

const options = readOptions({ rows: 300_000 }, { only: [], constants: 40, old: '' });
if (!existsSync(join(options.old, 'packages/records/dist'))) {
  console.error('Say which build to hold this one against: --old A-CHECKOUT-THAT-WAS-BUILT');
  process.exit(2);
}

/** Made by the older build: it refuses tables that a newer one has brought up to date, which the newer one does with a copy. */
function recordsOfOld() {
  const folder = join(resolve(options.old), 'bench/data', String(options.rows));
  const generate = join(resolve(options.old), 'bench/generate/generate.mjs');
  if (!existsSync(join(folder, 'generated.json')))
    run(process.execPath, [generate, String(options.rows)], { stdio: ['ignore', 2, 2] });
  return folder;
}

/** A folder of records is one process's: each build has a copy of its own, and so has who draws the questions. */
function copyFor(whom) {
  const made = recordsOfOld();
  const copy = `${made}-${whom}`;
  if (!existsSync(copy)) {
    cpSync(made, `${copy}.making`, { recursive: true });
    renameSync(`${copy}.making`, copy);
  }
  return copy;
}

async function start(checkout, folder) {
  const child = fork(ANSWERER, [resolve(checkout), folder]);
  const [dimensions] = await once(child, 'message');
  return {
    dimensions,
    async ask(payload, lists) {
      child.send({ payload, lists });
      const [answer] = await once(child, 'message');
      if (answer.failure) throw new Error(`${checkout}: ${answer.failure}`);
      return answer;
    },
    async end() {
      child.send(null);
      await once(child, 'exit');
    },
  };
}

const drawn = await openGenerated(options.rows, { folder: copyFor('drawn') });
const questions = await drawQuestions(drawn, options);
await drawn.close();

const builds = {
  old: await start(options.old, copyFor('old')),
  new: await start(HERE, copyFor('new')),
};
/** Lists that both builds know: they are asked for the same. */
const lists = builds.old.dimensions.filter((dimension) => builds.new.dimensions.includes(dimension));
const alone = [...builds.old.dimensions, ...builds.new.dimensions].filter((dimension) => !lists.includes(dimension));
for (const build of Object.values(builds))
  for (const { payload } of ofNobody(questions[0])) await build.ask(payload, lists);
await setTimeout(dictionariesMs(options.rows));

const answers = [];
/** Classes of questions that the older build does not know yet. */
const unknown = new Set();
for (const [index, question] of questions.entries()) {
  const order = index % 2 === 0 ? ['old', 'new'] : ['new', 'old'];
  const answer = { question };
  for (const build of order) answer[build] = await builds[build].ask(question.payload, lists);
  if (answer.new.unknown) throw new Error(`This build does not know ${JSON.stringify(question.payload)}`);
  if (answer.old.unknown) unknown.add(question.name);
  else answers.push(answer);
}
for (const build of Object.values(builds)) await build.end();

const PARTS = ['page', 'count', 'screen', 'processor'];
const factor = (list, part) => geometricMean(list.map((answer) => answer.new.times[part] / answer.old.times[part]));
const rowOf = ([name, list]) => [
  name,
  list.length,
  number(median(list.map((answer) => answer.new.found.count))),
  ...PARTS.flatMap((part) => {
    const times = (build) => list.map((answer) => answer[build].times[part]);
    const of = (statistic) => `${ms(statistic(times('old')))} → ${ms(statistic(times('new')))}`;
    return [of(median), ...(part === 'screen' ? [of(p95)] : []), factor(list, part).toFixed(2)];
  }),
];

const header = [
  ...['question', 'asked', 'found', 'page', '×', 'count'],
  ...['×', 'the whole screen', 'p95', '×', 'processor', '×'],
];
const all = [
  '**all**',
  answers.length,
  '',
  ...PARTS.flatMap((part) => ['', ...(part === 'screen' ? [''] : []), factor(answers, part).toFixed(2)]),
];
console.log('Old → new, medians in milliseconds; × is the geometric mean of new over old, question by question:\n');
console.log(table(header, [...byClass(answers).map(rowOf), all]));

/** Everything in which two answers differ, as where it is, with what either has there. */
function* differences(old, now, path) {
  if (JSON.stringify(old) === JSON.stringify(now)) return;
  if ([old, now].every((value) => typeof value === 'object' && value !== null))
    for (const key of new Set([...Object.keys(old), ...Object.keys(now)]))
      yield* differences(old[key], now[key], `${path}.${Array.isArray(old) ? '*' : key}`);
  else yield { path, have: `${JSON.stringify(old) ?? 'nothing'} → ${JSON.stringify(now) ?? 'nothing'}` };
}

/** As much of a value as a table has room for. */
const SHOWN = 120;
const shown = (text) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

/** Where answers differ, each place with the questions of which they do, and what the first of them is and has there. */
const places = new Map();
for (const { question, old, new: now } of answers)
  for (const { path, have } of differences(old.found, now.found, 'screen')) {
    const { tradeType: _, countryCode: __, fromDate: ___, toDate: ____, ...asked } = question.payload;
    const place = places.get(path) ?? { have: shown(have), asked: shown(JSON.stringify(asked)), questions: new Set() };
    places.set(path, { ...place, questions: place.questions.add(question) });
  }
console.log(`\n${answers.length} questions, each with ${lists.length} lists; answers differ in ${places.size} places.`);
const differing = [...places].map(([path, { have, asked, questions: of }]) => [path, of.size, have, asked]);
if (differing.length > 0) console.log(`\n${table(['where', 'of questions', 'old → new, first', 'asked'], differing)}`);
if (unknown.size > 0) console.log(`\nThe older build does not know: ${[...unknown].join(', ')}.`);
if (alone.length > 0) console.log(`\nOnly one build lists: ${alone.join(', ')}.`);
process.exitCode = places.size > 0 ? 1 : 0;
