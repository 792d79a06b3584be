/** Tables of searches by class, as RESULTS.md has them. */
import { byClass, geometricMean, median, ms, number, p95, spread, table, within } from '../harness/measure.mjs';

/** What a person takes for at once; what a person waits for without thinking of it. */
const ANSWER_MS = 300;
const LISTS_MS = 800;

const ratio = (value) => (value < 10 ? value.toFixed(2) : value.toFixed(0));
const spreadOf = (what) => [`${what}: median`, 'p95', 'max'];

/** One row per class and one of the geometric means of what stands in the columns of medians. */
function timesTable(answers, when) {
  const classes = byClass(answers);
  const times = (list, what) => list.map((answer) => answer[when][what]);
  const rows = classes.map(([name, list]) => [
    name,
    list.length,
    number(median(list.flatMap(({ count }) => count ?? [])) ?? 0),
    ...spread(times(list, 'answer')),
    within(times(list, 'answer'), ANSWER_MS),
    ...spread(times(list, 'lists')),
    within(times(list, 'lists'), LISTS_MS),
    ...spread(times(list, 'next')),
  ]);
  const means = (what) => {
    const over = (statistic) => ms(geometricMean(classes.map(([, list]) => statistic(times(list, what)))));
    return [over(median), over(p95), over((values) => Math.max(...values))];
  };
  const all = (what, limit) => within(times(answers, what), limit);
  rows.push([
    '**geometric mean**',
    answers.length,
    '',
    ...means('answer'),
    all('answer', ANSWER_MS),
    ...means('lists'),
    all('lists', LISTS_MS),
    ...means('next'),
  ]);
  const header = [
    'question',
    'asked',
    'found',
    ...spreadOf('page + count'),
    `≤ ${ANSWER_MS} ms`,
    ...spreadOf('eleven lists'),
    `≤ ${LISTS_MS} ms`,
    ...spreadOf('next page'),
  ];
  return table(header, rows);
}

/** Of whole screens: one row per class, and one of all questions. */
export function screenTimes(answers) {
  const row = (name, list) => {
    const times = list.map(({ first }) => first.screen);
    const found = number(median(list.flatMap(({ count }) => count ?? [])) ?? 0);
    return [name, list.length, found, ...spread(times), within(times, ANSWER_MS)];
  };
  const rows = byClass(answers).map(([name, list]) => row(name, list));
  return table(
    ['question', 'asked', 'found', ...spreadOf('the whole screen'), `≤ ${ANSWER_MS} ms`],
    [...rows, row('**all**', answers)],
  );
}

/** Whole screens of others beside ours: over all questions that both were asked, how many times ours the median and the 95th percentile are. */
export function screenRatios(ours, contenders) {
  const rows = contenders.map(({ name, answers }) => {
    const same = new Set(answers.map(({ question }) => question));
    const times = (list) => list.map(({ first }) => first.screen);
    const [mine, theirs] = [times(ours.filter(({ question }) => same.has(question))), times(answers)];
    const of = (statistic) => [ms(statistic(mine)), ms(statistic(theirs)), ratio(statistic(theirs) / statistic(mine))];
    return [name, answers.length, ...of(median), ...of(p95)];
  });
  return table(['against', 'questions', 'our median', 'its median', '× ours', 'our p95', 'its p95', '× ours'], rows);
}

export const firstTimes = (answers) => timesTable(answers, 'first');
export const repeatedTimes = (answers) => timesTable(answers, 'repeated');

/**
 * Medians of a kind of answer beside ours; how many times ours is over the questions that the contender was asked.
 *
 * @param when `first` or `repeated`
 */
export function comparison(what, when, ours, contenders) {
  const times = (answers) => answers.map((answer) => answer[when][what]);
  const sums = contenders.map(() => []);
  const rows = byClass(ours).map(([name, list]) => {
    const beside = contenders.flatMap(({ answers }, index) => {
      const theirs = answers.filter(({ question }) => question.name === name);
      const same = new Set(theirs.map(({ question }) => question));
      const mine = list.filter(({ question }) => same.has(question));
      const factor = median(times(theirs)) / median(times(mine));
      sums[index].push(factor);
      const late = theirs.filter(({ unanswered }) => unanswered[what]).length;
      return [`${ms(median(times(theirs)))}${late > 0 ? ` (${late} unanswered)` : ''}`, ratio(factor)];
    });
    return [name, ms(median(times(list))), ...beside];
  });
  const means = sums.flatMap((ratios) => ['', ratio(geometricMean(ratios))]);
  rows.push(['**geometric mean**', '', ...means]);
  return table(['question', 'Tidewaiter', ...contenders.flatMap(({ name }) => [name, '× ours'])], rows);
}
