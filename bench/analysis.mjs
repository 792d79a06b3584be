/**
 * `npm run bench -- analysis [ROWS]`: what an analysis costs. An entry (all panels of the screen) against the one scan that it needs, the
 * first panel after a filter was changed, and pivots over mixed questions. The engine's caches are dropped before each, and nothing that
 * is timed has been asked before.
 */
import { addMonths, firstOfMonth, groupingDimensions, LISTED_DIMENSIONS } from '@tidewaiter/contract';
import { Random } from './beneath.mjs';
import { byClass, geometricMean, median, ms, p95, table, timed, within } from './harness/measure.mjs';
import { readOptions } from './harness/options.mjs';
import { breakdown, dropCaches, openGenerated, search } from './harness/records.mjs';
import { drawQuestions } from './questions/draw.mjs';

const SEED = 16;
/** What is asked: an entry at most so many times its scan; the first panel and a pivot within so many milliseconds, for 95 %. */
const ENTRY_RATIO = 1.5;
const FIRST_PANEL_MS = 300;
const PIVOT_MS = 500;
/** The screen asks for so many panels at a time. */
const AT_ONCE = 4;

const options = readOptions({ rows: 300_000 }, { only: [], constants: 40 });

const panel = async (records, payload, name) => (await breakdown(records, payload)).list(name);

/** All panels of a question as the screen asks for them. */
async function panels(records, payload) {
  const waiting = [...LISTED_DIMENSIONS];
  const lane = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) await panel(records, payload, name);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

/** A filter is changed: the page and the panels are asked for at the same moment, and the first panel is waited for. */
async function firstPanel(records, payload) {
  const page = search(records, payload).then((question) => question.page());
  const asked = LISTED_DIMENSIONS.slice(0, AT_ONCE - 1).map((name) => panel(records, payload, name));
  await Promise.race(asked);
  return { rest: Promise.all([page, ...asked]) };
}

/** The same question with a filter more, as somebody types it into the panel of filters. */
const narrowed = (payload) => ({ ...payload, rangeValueUsdStart: '1000', rangeValueUsdEnd: '99999999' });

const random = Random.of(SEED, 'layouts');

/** Any two different dimensions. */
function drawLayout() {
  const offered = groupingDimensions('IMPORT');
  const rows = random.pick(offered);
  const columns = random.pick(offered.filter((name) => name !== rows));
  return { rows, columns, unit: '', orderBy: 'VALUE', topRows: 25, topColumns: 12 };
}

const pivot = async (records, payload) => (await search(records, payload)).pivot(drawLayout());

/** How long a piece of work takes, in milliseconds, without the rest of it that goes on. */
async function timeOf(records, work, payload) {
  await dropCaches(records);
  let answer;
  const time = await timed(async () => {
    answer = await work(records, payload);
  });
  await answer?.rest;
  return time;
}

/** A month less: as dear, and another question, so that one does not know what the other has found. */
const aMonthLess = (payload) => ({ ...payload, fromDate: addMonths(firstOfMonth(payload.fromDate), 1) });

const oneList = (records, payload) => panel(records, payload, LISTED_DIMENSIONS[0]);

/** Scan and entry in turn, so that neither always finds the files in memory. */
async function scanAndEntry(records, payload, index) {
  const measured = {};
  const both = [
    ['scan', () => timeOf(records, oneList, aMonthLess(payload))],
    ['entry', () => timeOf(records, panels, payload)],
  ];
  for (const [what, time] of index % 2 === 0 ? both : both.reverse()) measured[what] = await time();
  return { ...measured, ratio: measured.entry / measured.scan };
}

const records = await openGenerated(options.rows);
const questions = await drawQuestions(records, options);

// Loading code and opening files is nobody's question.
const { pickedValue: _, queryBuilder: __, ...scope } = questions[0].payload;
const nobodys = { ...scope, searchBy: 'HS_CODE', matchType: 'L', searchValue: ['9999'] };
for (const warmUp of [panels, firstPanel, pivot]) await warmUp(records, nobodys);

const answers = [];
for (const [index, question] of questions.entries()) {
  const { payload } = question;
  answers.push({
    question,
    ...(await scanAndEntry(records, payload, index)),
    firstPanel: await timeOf(records, firstPanel, narrowed(payload)),
    pivot: await timeOf(records, pivot, payload),
  });
}
await records.close();

const spread = (group, what) => {
  const times = group.map((answer) => answer[what]);
  return [ms(median(times)), ms(p95(times))];
};
const rows = [...byClass(answers), ['all', answers]].map(([name, group]) => [
  name,
  ms(median(group.map(({ scan }) => scan))),
  ms(median(group.map(({ entry }) => entry))),
  geometricMean(group.map(({ ratio }) => ratio)).toFixed(2),
  ...spread(group, 'firstPanel'),
  ...spread(group, 'pivot'),
]);
console.log('All caches of the engine off, in milliseconds; ratios are geometric means:\n');
console.log(table(['class', 'scan', 'entry', 'ratio', 'first panel: median', 'p95', 'pivot: median', 'p95'], rows));

const of = (what) => answers.map((answer) => answer[what]);
console.log(
  `\nEntry at most ${ENTRY_RATIO} times its scan: ${within(of('ratio'), ENTRY_RATIO)} of ${answers.length} questions; all entries together ` +
    `take ${(of('entry').reduce((a, b) => a + b) / of('scan').reduce((a, b) => a + b)).toFixed(2)} times all scans. First panel within ` +
    `${FIRST_PANEL_MS} ms: ${within(of('firstPanel'), FIRST_PANEL_MS)}. Pivot within ${PIVOT_MS} ms: ${within(of('pivot'), PIVOT_MS)}.`,
);
