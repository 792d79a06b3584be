/**
 * `npm run bench -- concurrent ROWS [--people 50] [--rounds 10] [--minutes 10]`: so many people search at once, none of whom
 * stops to think. Each round of theirs is a random question: its page and count, then its lists. Nothing is kept between
 * questions, so that none is cheap because somebody else has asked it.
 */
import { cpus } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Random } from './beneath.mjs';
import * as ours from './contenders/ours.mjs';
import { byClass, mean, ms, spread, table, timed } from './harness/measure.mjs';
import { readOptions } from './harness/options.mjs';
import { openGenerated } from './harness/records.mjs';
import { drawQuestions } from './questions/draw.mjs';

const SEED = 50;
/** Questions of each class that one person asks alone beforehand. */
const ALONE = 3;
/** How often the event loop is looked at, in milliseconds; an idle one is late by this much. */
const RESOLUTION = 5;

const options = readOptions({ rows: 300_000 }, { only: [], constants: 40, people: 50, rounds: 10, minutes: 10 });
const { rows, people, rounds, minutes } = options;
const records = await openGenerated(rows, { answerBytes: 0 });
const questions = await drawQuestions(records, options);
const product = ours.open(rows, records);

const roundOf = ({ answer, lists }) => answer + lists;

/** One round: how long its two answers took, and whether one was refused as too much. */
async function round(question) {
  let refused = 0;
  const refusal = () => {
    refused += 1;
  };
  const answer = await timed(() => Promise.all([product.page(question), product.count(question)]).catch(refusal));
  const lists = await timed(() => product.lists(question).catch(refusal));
  return { question, answer, lists, refused };
}

/** What a round takes when there is nobody else: its time, and the processor time in it. */
async function alone() {
  const asked = byClass(questions.map((question) => ({ question }))).flatMap(([, list]) => list.slice(0, ALONE));
  await round(asked[0].question);
  const before = process.cpuUsage();
  const done = [];
  for (const { question } of asked) done.push(await round(question));
  const { user, system } = process.cpuUsage(before);
  return {
    done,
    wall: mean(done.map(roundOf)),
    cpu: (user + system) / 1000 / done.length,
  };
}

async function person(index, until) {
  const random = Random.of(SEED, `person ${index}`);
  const done = [];
  while (done.length < rounds && performance.now() < until) done.push(await round(random.pick(questions)));
  return done;
}

const single = await alone();
const loop = monitorEventLoopDelay({ resolution: RESOLUTION });
const started = performance.now();
loop.enable();
const everyone = await Promise.all(
  Array.from({ length: people }, (_, index) => person(index, started + minutes * 60_000)),
);
loop.disable();
const seconds = (performance.now() - started) / 1000;
await records.close();

const done = everyone.flat();
const PARTS = { 'page + count': ({ answer }) => answer, 'eleven lists': ({ lists }) => lists, 'the round': roundOf };
const kinds = (who, list) =>
  Object.entries(PARTS).map(([what, part]) => {
    const times = list.map(part);
    return [who, what, times.length, ms(mean(times)), ...spread(times)];
  });
console.log(`${people} people at once, ${rounds} rounds each, in milliseconds:\n`);
console.log(
  table(
    ['', 'asked for', 'answers', 'mean', 'median', 'p95', 'max'],
    [...kinds('alone', single.done), ...kinds(`${people} people`, done)],
  ),
);

const cores = cpus().length;
const means = everyone.filter((list) => list.length > 0).map((list) => mean(list.map(roundOf)));
const late = (nanoseconds) => ms(Math.max(0, nanoseconds / 1e6 - RESOLUTION));
console.log(`
${done.length} rounds in ${seconds.toFixed(1)} s: ${(done.length / seconds).toFixed(1)} a second; \
${done.reduce((sum, { refused }) => sum + refused, 0)} answers were refused as too expensive.

What ${cores} cores allow: alone, a round takes ${ms(single.wall)} ms and ${ms(single.cpu)} ms of processor time. With ${people} people who never \
pause, each waits for everybody's work: people × processor time / cores = ${ms((people * single.cpu) / cores)} ms a round (by the time alone, \
people × time / cores = ${ms((people * single.wall) / cores)} ms). Measured: ${ms(mean(done.map(roundOf)))} ms.

Starvation: the person served worst waited ${(Math.max(...means) / mean(means)).toFixed(2)} times the mean of all.

The event loop was held for ${late(loop.max)} ms at most, ${late(loop.percentile(99))} ms at the 99th percentile.`);
