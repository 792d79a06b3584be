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
import { byClass, geometricMean, median, ms, number, p95, table } from './harness/measure.mjs';
import { readOptions } from './harness/options.mjs';
import { generatedFolder, openGenerated } from './harness/records.mjs';
import { drawQuestions } from './questions/draw.mjs';
import { BOOKS_MS, ofNobody } from './questions/of-nobody.mjs';

const HERE = fileURLToPath(new URL('..', import.meta.url));
const ANSWERER = fileURLToPath(new URL('guard/answerer.mjs', import.meta.url));

const options = readOptions({ rows: 300_000 }, { only: [], constants: 40, old: '' });
if (!existsSync(join(options.old, 'packages/records/dist'))) {
  console.error('Say which build to hold this one against: --old A-CHECKOUT-THAT-WAS-BUILT');
  process.exit(2);
}

/** A folder of records is one process's, and a build brings its tables up to date: each has a copy of its own. */
function copyFor(build) {
  const copy = `${generatedFolder(options.rows)}-${build}`;
  if (!existsSync(copy)) {
    cpSync(generatedFolder(options.rows), `${copy}.making`, { recursive: true });
    renameSync(`${copy}.making`, copy);
  }
  return copy;
}

async function start(checkout, folder) {
  const child = fork(ANSWERER, [resolve(checkout), folder]);
  const [ready] = await once(child, 'message');
  if (ready !== 'ready') throw new Error(`${checkout} does not answer`);
  return {
    async ask(payload) {
      child.send(payload);
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

const drawn = await openGenerated(options.rows);
const questions = await drawQuestions(drawn, options);
await drawn.close();

const builds = {
  old: await start(options.old, copyFor('old')),
  new: await start(HERE, copyFor('new')),
};
for (const build of Object.values(builds)) for (const { payload } of ofNobody(questions[0])) await build.ask(payload);
await setTimeout(BOOKS_MS);

const answers = [];
for (const [index, question] of questions.entries()) {
  const order = index % 2 === 0 ? ['old', 'new'] : ['new', 'old'];
  const answer = { question };
  for (const build of order) answer[build] = await builds[build].ask(question.payload);
  answers.push(answer);
}
for (const build of Object.values(builds)) await build.end();

const PARTS = ['page', 'count', 'screen'];
const factor = (list, part) => geometricMean(list.map((answer) => answer.new.times[part] / answer.old.times[part]));
const rowOf = ([name, list]) => [
  name,
  list.length,
  number(median(list.map((answer) => answer.new.count))),
  ...PARTS.flatMap((part) => {
    const times = (build) => list.map((answer) => answer[build].times[part]);
    const of = (statistic) => `${ms(statistic(times('old')))} → ${ms(statistic(times('new')))}`;
    return [of(median), ...(part === 'screen' ? [of(p95)] : []), factor(list, part).toFixed(2)];
  }),
];

const header = ['question', 'asked', 'found', 'page', '×', 'count', '×', 'the whole screen', 'p95', '×'];
const all = [
  '**all**',
  answers.length,
  '',
  ...PARTS.flatMap((part) => ['', ...(part === 'screen' ? [''] : []), factor(answers, part).toFixed(2)]),
];
console.log('Old → new, medians in milliseconds; × is the geometric mean of new over old, question by question:\n');
console.log(table(header, [...byClass(answers).map(rowOf), all]));

const different = answers.filter((answer) => answer.old.digest !== answer.new.digest);
for (const { question } of different)
  console.log(`\n**Another answer**: ${question.name}, ${JSON.stringify(question.payload)}`);
process.exitCode = different.length > 0 ? 1 : 0;
