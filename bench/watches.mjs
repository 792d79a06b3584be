/**
 * `npm run bench -- watches [ROWS]`: what watches cost when a version of so many new records is published. All of the records are new: one pass
 * counts what came to each of `--watches` questions of all classes, in pages as the portal's job takes them; then some of those to which records
 * came are asked what came to pass.
 */
import { searchQuery, WATCH_SIGNALS, WATCH_THRESHOLDS } from '@tidewaiter/contract';
import { median, ms, number, p95, table, timed } from './harness/measure.mjs';
import { readOptions } from './harness/options.mjs';
import { AS_PORTAL, askEngine, command, EVERYTHING, machine, openGenerated, search } from './harness/records.mjs';
import { CLASSES } from './questions/classes.mjs';
import { drawQuestions } from './questions/draw.mjs';

const options = readOptions({ rows: 1_000_000 }, { watches: 10_000, details: 100, only: [] });
const { rows, watches, details } = options;
const AT_ONCE = 100;
/** Before the first version there was nothing. */
const since = 0;

const records = await openGenerated(rows);
const classes = Object.keys(CLASSES).length;
const drawn = await drawQuestions(records, { ...options, constants: Math.ceil(watches / classes) }, CLASSES);
const asked = [];
while (asked.length < watches) asked.push(drawn[asked.length % drawn.length]);
const watched = asked.map(({ payload }) => ({ query: searchQuery.parse(payload), access: EVERYTHING, lists: [] }));

const counts = [];
const pages = [];
for (let at = 0; at < watched.length; at += AT_ONCE) {
  const page = watched.slice(at, at + AT_ONCE);
  pages.push(await timed(async () => counts.push(...(await records.newOfMany(page, { since }, AS_PORTAL)))));
}
const touched = counts.flatMap((count, at) => (count > 0 ? [at] : []));

// With half of the loads there before, as where there is something to compare with.
const [[before]] = await askEngine(
  records,
  'SELECT min(version) FROM data_versions WHERE highest_load >= (SELECT intDiv(max(highest_load), 2) FROM data_versions)',
);
const telling = { signals: WATCH_SIGNALS, thresholds: WATCH_THRESHOLDS.USUAL };
const every = Math.max(1, Math.floor(touched.length / details));
const times = [];
// On a machine that is shared, the processor's time says more than a clock.
const worked = [];
for (const at of touched.filter((_, place) => place % every === 0).slice(0, details)) {
  const latest = await (await search(records, asked[at].payload)).ofLatestDays();
  const begun = process.cpuUsage();
  times.push(await timed(() => latest.findings(Number(before), telling)));
  const { user, system } = process.cpuUsage(begun);
  worked.push((user + system) / 1000);
}

const total = pages.reduce((sum, took) => sum + took, 0);
console.log(`${command()}\n${await machine()}\n`);
console.log(
  table(
    ['', 'median', '95%', 'all'],
    [
      [`a page of ${AT_ONCE} watches`, ms(median(pages)), ms(p95(pages)), `${(total / 1000).toFixed(1)} s`],
      ['what came to pass for one', ms(median(times)), ms(p95(times)), ''],
      ['the processor’s time of that', ms(median(worked)), ms(p95(worked)), ''],
    ],
  ),
);
console.log(
  `\n${number(watches)} watches (${number(drawn.length)} different questions) over ${number(rows)} new records; records came to ${number(touched.length)}.`,
);
await records.close();
