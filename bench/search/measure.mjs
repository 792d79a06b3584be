/**
 * Asks one contender its questions. A contender (`contenders/*.mjs`) is opened on the generated records and offers `page(question)`,
 * `count(question)` and `lists(question, plan)`, which give what can be compared, or nothing when its time is up; `forget()`, which drops
 * what it keeps in memory where it lets us; `plans` of its lists, of which the fastest for a question counts; the `most` questions of a class that
 * it is asked; and `close()`.
 */
import { ofNobody } from '../questions/of-nobody.mjs';

/** What is timed, each by its name: what a browser asks for together, or parts of it. */
export const SCREEN = { screen: ['page', 'count', 'lists'] };
export const PARTS = { answer: ['page', 'count'], lists: ['lists'] };

/** What fails is never answered: it takes for ever, and is told at the end. */
async function timed(contender, question, kinds, plan) {
  const started = performance.now();
  const settled = await Promise.allSettled(kinds.map((kind) => contender[kind](question, plan)));
  const time = performance.now() - started;
  const failed = settled.find(({ status }) => status === 'rejected');
  if (failed) return { time: Number.POSITIVE_INFINITY, failure: failed.reason.message };
  return { time, found: Object.fromEntries(kinds.map((kind, at) => [kind, settled[at].value])) };
}

async function ask(contender, question, what, warm) {
  const answer = { question, times: {}, unanswered: {}, failures: [] };
  for (const [name, kinds] of Object.entries(what)) {
    let best;
    for (const plan of (kinds.includes('lists') && contender.plans) || [undefined]) {
      if (!warm) await contender.forget();
      const tried = await timed(contender, question, kinds, plan);
      if (!best || tried.time < best.time) best = tried;
    }
    const { time, failure, found = {} } = best;
    Object.assign(answer, found);
    answer.times[name] = time;
    answer.unanswered[name] = kinds.some((kind) => found[kind] === undefined);
    if (failure) answer.failures.push(failure);
  }
  return answer;
}

/** Loading code, opening files and making dictionaries is nobody's search. */
export async function warmUp(contender, question) {
  for (const nothing of ofNobody(question)) await ask(contender, nothing, SCREEN, true);
}

/**
 * @param what the parts of a screen that are timed
 * @param warm whether the contender may keep what it has in memory
 */
export async function measure(contender, questions, what, warm) {
  const answers = [];
  const asked = new Map();
  for (const question of questions) {
    const before = asked.get(question.name) ?? 0;
    if (before === 0) console.error(`${contender.name}: ${question.name}`);
    asked.set(question.name, before + 1);
    if (before < (contender.most ?? questions.length)) answers.push(await ask(contender, question, what, warm));
  }
  return answers;
}
