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

/** The three things that a person asks for, in the order in which the screen does. @param before done ahead of each, unmeasured */
async function ask(contender, question, before) {
  await before();
  const answer = await timed(() => [contender.page(question), contender.count(question)]);
  let lists;
  for (const plan of contender.plans ?? [undefined]) {
    await before();
    const tried = await timed(() => contender.lists(question, plan));
    if (!lists || (tried.results[0] && tried.time < lists.time)) lists = tried;
  }
  await before();
  const next = await timed(() => contender.page(question, 1));
  const parts = { answer, lists, next };
  const ofEach = (tell) => Object.fromEntries(Object.entries(parts).map(([what, part]) => [what, tell(part)]));
  return {
    count: answer.results[1],
    lists: lists.results[0],
    times: ofEach(({ time }) => time),
    unanswered: ofEach(({ results }) => results.length === 0 || results.includes(undefined)),
    failures: Object.values(parts).flatMap(({ failure }) => failure ?? []),
  };
}

/**
 * @param repeat whether each question is asked a second time at once
 * @param warm whether the contender may keep what it has in memory
 */
export async function measure(contender, questions, { repeat = false, warm = false } = {}) {
  const answers = [];
  let name;
  for (const question of questions) {
    if (question.name !== name) console.error(`${contender.name}: ${question.name}`);
    name = question.name;
    const { times, ...first } = await ask(contender, question, warm ? async () => {} : contender.forget);
    const repeated = repeat ? (await ask(contender, question, async () => {})).times : undefined;
    answers.push({ question, ...first, first: times, repeated });
  }
  return answers;
}
