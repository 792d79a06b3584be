/**
 * How fast a whole search screen is answered, page, count and lists together as a browser asks for them, against the engine's floor and
 * DuckDB on the same records in the same run. `npm run bench` starts it; bench/README.md says how to read what it prints.
 */
import { writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import * as duckdb from './contenders/duckdb.mjs';
import * as floor from './contenders/floor.mjs';
import * as ours from './contenders/ours.mjs';
import { byClass, geometricMean, median, ms, number, p95, spread, table, within } from './harness/measure.mjs';
import { readOptions } from './harness/options.mjs';
import { openGenerated } from './harness/records.mjs';
import { CLASSES } from './questions/classes.mjs';
import { drawQuestions } from './questions/draw.mjs';
import { LINE_CLASSES } from './questions/line-classes.mjs';
import { dictionariesMs, ofNobody } from './questions/of-nobody.mjs';
import { differences, failures } from './same-answers.mjs';

const CONTENDERS = { floor, duckdb };

/** What a person takes for at once, in milliseconds. */
const ANSWER_MS = 300;

const NAMES = Object.keys(CONTENDERS);
const options = readOptions({ rows: 300_000 }, { only: [], constants: 40, without: [], warm: false, json: '' });
const { rows, warm, without } = options;
const unknown = without.filter((name) => !NAMES.includes(name));
if (unknown.length > 0) throw new Error(`--without knows ${NAMES.join(', ')}, not ${unknown.join(', ')}`);

/**
 * A screen of a contender: `page(question)`, `count(question)` and `lists(question, plan)`, asked together by the plan that is quickest. What fails
 * is never answered: it takes for ever, and is told at the end.
 */
async function ask(contender, question) {
  let best;
  for (const plan of contender.plans ?? [undefined]) {
    if (!warm) await contender.forget();
    const started = performance.now();
    const asked = [contender.page(question), contender.count(question), contender.lists(question, plan)];
    const settled = await Promise.allSettled(asked);
    const took = performance.now() - started;
    const failed = settled.find(({ status }) => status === 'rejected');
    const [, count, lists] = settled.map(({ value }) => value);
    const answer = failed
      ? { question, time: Number.POSITIVE_INFINITY, failures: [failed.reason.message] }
      : { question, time: took, count, lists, failures: [] };
    if (!best || answer.time < best.time) best = answer;
  }
  return best;
}

/** Loads code, opens files, and then asks every question. */
async function measure(contender, questions, warmUpMs = 0) {
  for (const question of ofNobody(questions[0])) await ask(contender, question);
  await setTimeout(warmUpMs);
  const answers = [];
  for (const question of questions) {
    if (question.name !== answers.at(-1)?.question.name) console.error(`${contender.name}: ${question.name}`);
    answers.push(await ask(contender, question));
  }
  return { name: contender.name, answers };
}

const records = await openGenerated(rows);
const questions = await drawQuestions(records, options, { ...CLASSES, ...LINE_CLASSES });
records.keepWarm();
const { name, answers } = await measure(ours.open(rows, records), questions, dictionariesMs(rows));
const peak = process.resourceUsage().maxRSS / 1024;

const timesOf = (list) => list.map(({ time }) => time);
const row = (of, list) => {
  const found = number(median(list.flatMap(({ count }) => count ?? [])) ?? 0);
  return [of, list.length, found, ...spread(timesOf(list)), within(timesOf(list), ANSWER_MS)];
};
const HEAD = ['question', 'asked', 'found', 'the whole screen: median', 'p95', 'max', `≤ ${ANSWER_MS} ms`];
console.log(`The whole screen, ${warm ? 'with warm caches' : 'all caches of the engine off'}, in milliseconds:\n`);
console.log(table(HEAD, [...byClass(answers).map(([of, list]) => row(of, list)), row('**all**', answers)]));
console.log(`\nPeak memory of the process, over a folder that is there: ${number(peak)} MiB.\n`);

const contenders = [];
for (const of of NAMES.filter((known) => !without.includes(known))) {
  const contender = await CONTENDERS[of].open(rows, records);
  contenders.push(await measure(contender, questions));
  await contender.close();
}
await records.close();

const ratio = (value) => (value < 10 ? value.toFixed(2) : value.toFixed(0));
if (contenders.length > 0) {
  const medianOf = (list, of) => median(timesOf(list.filter(({ question }) => question.name === of)));
  const classes = byClass(answers).map(([of]) => of);
  const factors = contenders.map((other) => classes.map((of) => medianOf(other.answers, of) / medianOf(answers, of)));
  const lines = classes.map((of, at) => [
    ...[of, ms(medianOf(answers, of))],
    ...contenders.flatMap((other, index) => [ms(medianOf(other.answers, of)), ratio(factors[index][at])]),
  ]);
  const all = contenders.flatMap((_, index) => ['', ratio(geometricMean(factors[index]))]);
  const columns = contenders.flatMap((other) => [other.name, '× ours']);
  console.log('Medians in milliseconds:\n');
  console.log(table(['question', name, ...columns], [...lines, ['**geometric mean**', '', ...all]]));
  for (const other of contenders) {
    const of = (statistic) => ratio(statistic(timesOf(other.answers)) / statistic(timesOf(answers)));
    console.log(`\n${other.name} over all questions: ${of(median)} times our median, ${of(p95)} times our p95.`);
  }
}

if (options.json) writeFileSync(options.json, JSON.stringify({ peakMiB: peak, answers, contenders }, null, 1));

const failed = [{ name, answers }, ...contenders].flatMap(failures);
const wrong = contenders.flatMap((contender) => differences(answers, contender));
if (failed.length > 0) console.log(`\n**${failed.length} answers failed** and count as never given:\n`);
for (const line of failed) console.log(`- ${line}`);
if (wrong.length > 0) console.log(`\n**THE ANSWERS DIFFER**, so no time above means anything:\n`);
for (const line of wrong) console.log(`- ${line}`);
if (failed.length + wrong.length > 0) process.exitCode = 1;
else if (contenders.length > 0) console.log('\nAll counts and lists of the others equal ours.');
