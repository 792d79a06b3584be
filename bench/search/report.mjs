/** Tables of searches by class, as RESULTS.md has them. */
import { byClass, geometricMean, median, ms, number, p95, spread, table, within } from '../harness/measure.mjs';

/** What a person takes for at once, in milliseconds. */
const ANSWER_MS = 300;

const TITLES = { screen: 'the whole screen', answer: 'page + count', lists: 'eleven lists' };
export const titleOf = (part) => TITLES[part];

const ratio = (value) => (value < 10 ? value.toFixed(2) : value.toFixed(0));
const timesOf = (answers, part) => answers.map(({ times }) => times[part]);

/** One row per class, and one of all questions. @param parts what was timed */
export function timesTable(answers, parts) {
  const row = (name, list) => [
    name,
    list.length,
    number(median(list.flatMap(({ count }) => count ?? [])) ?? 0),
    ...parts.flatMap((part) => [...spread(timesOf(list, part)), within(timesOf(list, part), ANSWER_MS)]),
  ];
  const columns = parts.flatMap((part) => [`${titleOf(part)}: median`, 'p95', 'max', `≤ ${ANSWER_MS} ms`]);
  const rows = byClass(answers).map(([name, list]) => row(name, list));
  return table(['question', 'asked', 'found', ...columns], [...rows, row('**all**', answers)]);
}

/** Our answers to what a contender was asked. */
function alsoAsked(ours, { answers }) {
  const asked = new Set(answers.map(({ question }) => question));
  return ours.filter(({ question }) => asked.has(question));
}

/** Medians of a part beside ours, by class; how many times ours is over the questions that both were asked. */
export function comparison(part, ours, contenders) {
  const factors = contenders.map(() => []);
  const rows = byClass(ours).map(([name, list]) => {
    const beside = contenders.flatMap((contender, index) => {
      const theirs = contender.answers.filter(({ question }) => question.name === name);
      const its = median(timesOf(theirs, part));
      const factor = its / median(timesOf(alsoAsked(list, contender), part));
      factors[index].push(factor);
      const late = theirs.filter(({ unanswered }) => unanswered[part]).length;
      return [`${ms(its)}${late > 0 ? ` (${late} unanswered)` : ''}`, ratio(factor)];
    });
    return [name, ms(median(timesOf(list, part))), ...beside];
  });
  const means = factors.flatMap((all) => ['', ratio(geometricMean(all))]);
  const columns = contenders.flatMap(({ name }) => [name, '× ours']);
  return table(['question', 'Tidewaiter', ...columns], [...rows, ['**geometric mean**', '', ...means]]);
}

/** Over all questions that both were asked, how many times ours a contender's median and 95th percentile are. */
export function ratios(part, ours, contenders) {
  const rows = contenders.map((contender) => {
    const [mine, theirs] = [timesOf(alsoAsked(ours, contender), part), timesOf(contender.answers, part)];
    const of = (statistic) => [ms(statistic(mine)), ms(statistic(theirs)), ratio(statistic(theirs) / statistic(mine))];
    return [contender.name, theirs.length, ...of(median), ...of(p95)];
  });
  return table(['against', 'questions', 'our median', 'its median', '× ours', 'our p95', 'its p95', '× ours'], rows);
}
