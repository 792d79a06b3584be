/**
 * Asks one contender its questions. A contender (`contenders/*.mjs`) is opened on the generated records and offers
 * `page(question, pageNumber)`, `count(question)` and `lists(question, plan)`, which give what can be compared, or nothing when
 * its time is up; `forget()`, which drops what it keeps in memory where it lets us; `plans`, of which the fastest for a question
 * counts; and `close()`.
 */

async function timed(work) {
  const started = performance.now();
  const result = await work();
  return { time: performance.now() - started, result };
}

const pageAndCount = (contender, question) =>
  timed(() => Promise.all([contender.page(question), contender.count(question)]));

/** The three things that a person asks for, in the order in which the screen does. @param before done ahead of each, unmeasured */
async function ask(contender, question, before) {
  await before();
  const answer = await pageAndCount(contender, question);
  let lists;
  for (const plan of contender.plans ?? [undefined]) {
    await before();
    const tried = await timed(() => contender.lists(question, plan));
    if (!lists || (tried.result && tried.time < lists.time)) lists = tried;
  }
  await before();
  const next = await timed(() => contender.page(question, 1));
  const [page, count] = answer.result;
  return {
    count,
    lists: lists.result,
    times: { answer: answer.time, lists: lists.time, next: next.time },
    timedOut: {
      answer: page === undefined || count === undefined,
      lists: lists.result === undefined,
      next: next.result === undefined,
    },
  };
}

/** @param repeat whether each question is asked a second time at once */
export async function measure(contender, questions, { repeat = false } = {}) {
  const answers = [];
  let name;
  for (const question of questions) {
    if (question.name !== name) console.error(`${contender.name}: ${question.name}`);
    name = question.name;
    const { times, ...first } = await ask(contender, question, contender.forget);
    const repeated = repeat ? (await ask(contender, question, async () => {})).times : undefined;
    answers.push({ question, ...first, first: times, repeated });
  }
  return answers;
}
