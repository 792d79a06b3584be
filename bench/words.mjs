/**
 * `npm run bench -- words 300000`: what all words of a product cost beside the phrase of the same words: each screen (page, count and lists
 * together) asked as one and as the other, by turns, with warm caches.
 */
import { setTimeout } from 'node:timers/promises';
import * as ours from './contenders/ours.mjs';
import { median, number, spread, table, timed } from './harness/measure.mjs';
import { readOptions } from './harness/options.mjs';
import { openGenerated } from './harness/records.mjs';
import { drawQuestions } from './questions/draw.mjs';
import { dictionariesMs, ofNobody } from './questions/of-nobody.mjs';

const { rows, constants } = readOptions({ rows: 300_000 }, { constants: 80 });
const records = await openGenerated(rows);
const phrases = await drawQuestions(records, { rows, only: ['product phrase'], constants });
const product = ours.open(rows, records);

/** How many records a question finds, and how long its screen takes. */
async function screen(question) {
  let found;
  const time = await timed(async () => {
    [found] = await Promise.all([product.count(question), product.page(question), product.lists(question)]);
  });
  return { found, time };
}

await Promise.all(ofNobody(phrases[0]).map(screen));
await setTimeout(dictionariesMs(rows));

const asked = { 'a phrase': [], 'all words': [] };
for (const [turn, phrase] of phrases.entries()) {
  const ways = Object.entries({
    'a phrase': phrase,
    'all words': { ...phrase, payload: { ...phrase.payload, matchType: 'W' } },
  });
  for (const [name, question] of turn % 2 === 0 ? ways : ways.toReversed()) asked[name].push(await screen(question));
}
const lines = Object.entries(asked).map(([name, answers]) => [
  name,
  answers.length,
  number(median(answers.map(({ found }) => found))),
  ...spread(answers.map(({ time }) => time)),
]);
console.log(table(['asked as', 'asked', 'found', 'the whole screen: median', 'p95', 'max'], lines));
const ratio = median(asked['all words'].map(({ time }, turn) => time / asked['a phrase'][turn].time));
console.log(`\nAll words take ${ratio.toFixed(2)} of the time of the phrase in the median.`);
await records.close();
