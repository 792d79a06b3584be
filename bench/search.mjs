/**
 * How fast a whole search screen is answered, page, count and lists together as a browser asks for them. `npm run bench` starts it;
 * bench/README.md says how to read what it prints.
 */
import { writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { LISTED_DIMENSIONS } from '@tidewaiter/contract';
import { byClass, median, number, spread, table, within } from './harness/measure.mjs';
import { readOptions } from './harness/options.mjs';
import { breakdown, dropCaches, openGenerated, search } from './harness/records.mjs';
import { CLASSES } from './questions/classes.mjs';
import { drawQuestions } from './questions/draw.mjs';
import { LINE_CLASSES } from './questions/line-classes.mjs';
import { dictionariesMs, ofNobody } from './questions/of-nobody.mjs';

/** What a person takes for at once, in milliseconds. */
const ANSWER_MS = 300;

const options = readOptions({ rows: 300_000 }, { only: [], constants: 40, warm: false, json: '' });
const { rows, warm } = options;
const records = await openGenerated(rows);
const questions = await drawQuestions(records, options, { ...CLASSES, ...LINE_CLASSES });

async function ask(question) {
  const { payload, lists } = question;
  if (!warm) await dropCaches(records);
  const started = performance.now();
  const all = breakdown(records, payload, lists);
  const [count] = await Promise.all([
    search(records, payload, lists).then((one) => one.count()),
    search(records, payload, lists).then((one) => one.page()),
    ...LISTED_DIMENSIONS.map((dimension) => all.then((one) => one.list(dimension))),
  ]);
  return { question, count, time: performance.now() - started };
}

// Loading code, opening files and making dictionaries is nobody's search.
records.keepWarm();
for (const question of ofNobody(questions[0])) await ask(question);
await setTimeout(dictionariesMs(rows));
const answers = [];
for (const question of questions) {
  if (question.name !== answers.at(-1)?.question.name) console.error(question.name);
  answers.push(await ask(question));
}
await records.close();

const row = (name, list) => {
  const times = list.map(({ time }) => time);
  return [
    name,
    list.length,
    number(median(list.map(({ count }) => count))),
    ...spread(times),
    within(times, ANSWER_MS),
  ];
};
const HEAD = ['question', 'asked', 'found', 'the whole screen: median', 'p95', 'max', `≤ ${ANSWER_MS} ms`];
const peakMiB = process.resourceUsage().maxRSS / 1024;
console.log(`The whole screen, ${warm ? 'with warm caches' : 'all caches of the engine off'}, in milliseconds:\n`);
console.log(table(HEAD, [...byClass(answers).map(([name, list]) => row(name, list)), row('**all**', answers)]));
console.log(`\nPeak memory of the process, over a folder that is there: ${number(peakMiB)} MiB.`);
if (options.json) writeFileSync(options.json, JSON.stringify({ peakMiB, answers }, null, 1));
