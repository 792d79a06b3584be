/**
 * `npm run bench -- standing [ROWS]`: what ten thousand standing questions cost when a version of so many new records is published. All of the
 * records are new: one pass counts what came to each of `--questions` questions of all classes, in pages as the portal's job takes them.
 */
import { searchQuery } from '@tidewaiter/contract';
import { median, ms, number, p95, table } from './harness/measure.mjs';
import { readOptions } from './harness/options.mjs';
import { AS_PORTAL, EVERYTHING, openGenerated } from './harness/records.mjs';
import { CLASSES } from './questions/classes.mjs';
import { drawQuestions } from './questions/draw.mjs';

const options = readOptions({ rows: 1_000_000 }, { questions: 10_000, only: [] });
const { rows, questions } = options;
const AT_ONCE = 100;

const records = await openGenerated(rows);
const constants = Math.ceil(questions / Object.keys(CLASSES).length);
const drawn = await drawQuestions(records, { ...options, constants }, CLASSES);
const asked = Array.from({ length: questions }, (_, at) => {
  const { payload } = drawn[at % drawn.length];
  return { query: searchQuery.parse(payload), access: EVERYTHING, lists: [] };
});
const counts = [];
const pages = [];
for (let at = 0; at < asked.length; at += AT_ONCE) {
  const page = asked.slice(at, at + AT_ONCE);
  const begun = performance.now();
  // Before the first version there was nothing.
  counts.push(...(await records.newOfMany(page, { since: 0 }, AS_PORTAL)));
  pages.push(performance.now() - begun);
}
const total = pages.reduce((sum, took) => sum + took, 0);
table(
  ['', 'median', '95%', 'all'],
  [[`a page of ${AT_ONCE} questions`, ms(median(pages)), ms(p95(pages)), `${(total / 1000).toFixed(1)} s`]],
);
const touched = counts.filter((count) => count > 0).length;
console.log(
  `\n${number(questions)} questions (${number(drawn.length)} different ones) over ${number(rows)} new records; records came to ${number(touched)}.`,
);
await records.close();
