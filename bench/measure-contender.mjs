/**
 * Asks one contender its questions. A contender (`contenders/*.mjs`) is opened on the generated records and offers
 * `page(question, pageNumber)`, `count(question)` and `lists(question, plan)`, which give what can be compared, or nothing when
 * its time is up; `forget()`, which drops what it keeps in memory where it lets us; `plans`, of which the fastest for a question
 * counts; and `close()`.
 */

/** What fails is never answered: it takes for ever, and is told at the end. */
async function timed(work) {
  const started = performance.now();
  const settled = await Promise.allSettled([work()].flat());
  const time = performance.now() - started;
  const failed = settled.find(({ status }) => status === 'rejected');
  if (failed) return { time: Number.POSITIVE_INFINITY, results: [], failure: failed.reason.message };
  return { time, results: settled.map(({ value }) => value) };
}

/** By the contender's plan that is quickest. @param work given a plan, begins what is timed */
async function quickest(contender, before, work) {
  let best;
  for (const plan of contender.plans ?? [undefined]) {
    await before();
    const tried = await timed(() => work(plan));
    if (!best || (tried.results.every((result) => result !== undefined) && tried.time < best.time)) best = tried;
  }
  return best;
}

/** The three things that a person asks for, one after the other. @param before done ahead of each, unmeasured */
async function inTurn(contender, question, before) {
  await before();
  const answer = await timed(() => [contender.page(question), contender.count(question)]);
  const lists = await quickest(contender, before, (plan) => [contender.lists(question, plan)]);
  await before();
  const next = await timed(() => contender.page(question, 1));
  return { count: answer.results[1], lists: lists.results[0], parts: { answer, lists, next } };
}

/** A whole screen: what a browser asks for, together. */
async function together(contender, question, before) {
  const screen = await quickest(contender, before, (plan) => [
    contender.page(question),
    contender.count(question),
    contender.lists(question, plan),
  ]);
  const [, count, lists] = screen.results;
  return { count, lists, parts: { screen } };
}

async function ask(contender, question, before, way) {
  const { count, lists, parts } = await way(contender, question, before);
  const ofEach = (tell) => Object.fromEntries(Object.entries(parts).map(([what, part]) => [what, tell(part)]));
  return {
    count,
    lists,
    times: ofEach(({ time }) => time),
    unanswered: ofEach(({ results }) => results.length === 0 || results.includes(undefined)),
    failures: Object.values(parts).flatMap(({ failure }) => failure ?? []),
  };
}

/**
 * @param repeat whether each question is asked a second time at once
 * @param warm whether the contender may keep what it has in memory
 * @param screen whether page, count and lists are asked together, and nothing else
 */
export async function measure(contender, questions, { repeat = false, warm = false, screen = false } = {}) {
  const way = screen ? together : inTurn;
  const answers = [];
  let name;
  for (const question of questions) {
    if (question.name !== name) console.error(`${contender.name}: ${question.name}`);
    name = question.name;
    const { times, ...first } = await ask(contender, question, warm ? async () => {} : contender.forget, way);
    const repeated = repeat ? (await ask(contender, question, async () => {}, way)).times : undefined;
    answers.push({ question, ...first, first: times, repeated });
  }
  return answers;
}
