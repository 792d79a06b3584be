/**
 * One account that asks for very much at once, beside people who ask one screen after another: what a modest person waits with it and
 * without it. Called by `concurrent.mjs --greedy N`.
 */
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { askedBy } from './asked-by.mjs';
import { Random } from './beneath.mjs';
import * as ours from './contenders/ours.mjs';
import { ms, table } from './report/markdown.mjs';
import { mean, percentile } from './report/statistics.mjs';

const SEED = 200;
/** What a modest person takes to look at a screen, in milliseconds, more or less. */
const THINKS = 1500;
/** For how long the greedy account asks before the others begin, in milliseconds. */
const HEAD_START = 1500;
/** Measured in turn with and without it so many times: whatever else the machine does meets both. */
const TURNS = 3;
/** What a browser waits that was told to come back, in milliseconds. */
const COMES_BACK = 5000;

/** One of endless variations of a question that cost nothing: a filter is no part of it. */
const variation = ({ payload, ...question }, number) => ({
  ...question,
  payload: { ...payload, rangeValueUsdStart: `0.${String(number).padStart(9, '0')}` },
});

/** A screen, asked as the browser asks it: all of it at once. How long until the records were there, and until all was. */
async function screen(product, question) {
  const started = performance.now();
  const since = () => performance.now() - started;
  const [answer] = await Promise.all([
    Promise.all([product.page(question), product.count(question)]).then(since),
    product.lists(question),
  ]);
  return { answer, screen: since() };
}

/** Asks for so many variations at once until it is told to stop. */
function greedyAccount(records, questions, count) {
  const gone = new AbortController();
  setMaxListeners(0, gone.signal);
  const product = ours.open(0, askedBy(records, { account: 'greedy', person: 'greedy' }, gone.signal));
  const random = Random.of(SEED, 'greedy');
  const calls = [product.page, product.count, product.lists];
  const done = { answered: 0, refused: 0, tooMuch: 0 };
  let number = 0;
  const one = async () => {
    while (!gone.signal.aborted) {
      number += 1;
      await random
        .pick(calls)(variation(random.pick(questions), number))
        .then(
          () => {
            done.answered += 1;
          },
          async ({ code }) => {
            if (gone.signal.aborted) return;
            if (code !== 'PORTAL_BUSY') done.tooMuch += 1;
            else {
              done.refused += 1;
              await sleep(COMES_BACK, undefined, { signal: gone.signal }).catch(() => {});
            }
          },
        );
    }
  };
  const all = Array.from({ length: count }, one);
  return {
    done,
    async stop() {
      gone.abort();
      await Promise.all(all);
    },
  };
}

/** Each person is of an account of their own. */
async function modestPeople(records, questions, { people, rounds }, turn) {
  const person = async (index) => {
    const name = `modest ${index}`;
    const product = ours.open(0, askedBy(records, { account: name, person: name }));
    // The same questions with the greedy account and without it.
    const random = Random.of(SEED, `${name} ${turn}`);
    const done = [];
    for (let round = 0; round < rounds; round += 1) {
      await sleep(THINKS * (0.5 + random.next()));
      done.push(await screen(product, random.pick(questions)).catch(() => ({ failed: true })));
    }
    return done;
  };
  return (await Promise.all(Array.from({ length: people }, (_, index) => person(index)))).flat();
}

const KINDS = [
  ['page + count', 'answer'],
  ['the whole screen', 'screen'],
];

/** Measures, and prints the table. */
export async function measureGreedy(records, questions, options) {
  await modestPeople(records, questions, { ...options, rounds: 2 }, 0);
  const [without, beside] = [[], []];
  const counted = { answered: 0, refused: 0, tooMuch: 0 };
  for (let turn = 1; turn <= TURNS; turn += 1) {
    without.push(...(await modestPeople(records, questions, options, turn)));
    const greedy = greedyAccount(records, questions, options.greedy);
    await sleep(HEAD_START);
    beside.push(...(await modestPeople(records, questions, options, turn)));
    for (const what of Object.keys(counted)) counted[what] += greedy.done[what];
    await greedy.stop();
  }
  const rows = KINDS.flatMap(([what, key]) => {
    const times = (list) => list.filter(({ failed }) => !failed).map((one) => one[key]);
    const figures = (list) => [mean(list), percentile(list, 0.5), percentile(list, 0.95), Math.max(...list)];
    const [before, after] = [figures(times(without)), figures(times(beside))];
    return [
      [what, 'without', times(without).length, ...before.map(ms)],
      ['', 'beside the greedy', times(beside).length, ...after.map(ms)],
      ['', 'ratio', '', ...after.map((value, index) => (value / before[index]).toFixed(2))],
    ];
  });
  console.log(
    `${options.people} modest people, ${options.rounds * TURNS} screens each, in milliseconds; beside them one account that asks for ` +
      `${options.greedy} variations at once, all the time:\n`,
  );
  console.log(table(['a modest person', '', 'answers', 'mean', 'median', 'p95', 'max'], rows));
  const failed = [...without, ...beside].filter((one) => one.failed).length;
  console.log(
    `\nMeanwhile the greedy account was answered ${counted.answered} calls and told ${counted.refused} times to come back ` +
      `later; ${counted.tooMuch} were too much. Of the modest people's, ${failed} failed.`,
  );
}
