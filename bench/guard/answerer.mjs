/**
 * `node bench/guard/answerer.mjs CHECKOUT FOLDER`: one build that answers whole screens. It is told questions by its parent, and
 * answers with what they took and what was found. A process of its own: two builds share no cache, no engine and no module.
 */
import { pathToFileURL } from 'node:url';

const [checkout, folder] = process.argv.slice(2);
const built = (name) => import(pathToFileURL(`${checkout}/packages/${name}/dist/index.js`).href);
const [{ breakdownQuery, LISTED_DIMENSIONS, searchQuery }, { openRecords }] = await Promise.all([
  built('contract'),
  built('records'),
]);
const EVERYTHING = { countries: 'ALL', fromDate: null, toDate: null };
const AS_PORTAL = { asker: { person: '', account: '' } };
const records = await openRecords(folder);

/** Asks for page, count and lists together, as the browser does, each a call of its own. */
async function screen({ payload, lists: asked }) {
  const started = performance.now();
  const before = process.cpuUsage();
  const after = async (work) => {
    const answer = await work;
    return { answer, ms: performance.now() - started };
  };
  const search = async () => records.ask(searchQuery.parse(payload), EVERYTHING, AS_PORTAL);
  const list = async (dimension) => [
    dimension,
    await (await records.ask(breakdownQuery.parse(payload), EVERYTHING, AS_PORTAL)).list(dimension),
  ];
  const [page, count, lists] = await Promise.all([
    after(search().then((question) => question.page())),
    after(search().then((question) => question.count())),
    after(Promise.all(asked.map(list))),
  ]);
  const times = { page: page.ms, count: count.ms, screen: performance.now() - started };
  // What all threads of this process took: it says more than the clock where the machine has other work.
  const { user, system } = process.cpuUsage(before);
  times.processor = (user + system) / 1000;
  return { times, found: { page: page.answer, count: count.answer, ...Object.fromEntries(lists.answer) } };
}

process.on('message', async (question) => {
  if (question === null) {
    await records.close();
    process.disconnect();
    return;
  }
  // A build from before a kind of question does not know it: that is no failure.
  if (!searchQuery.safeParse(question.payload).success) process.send({ unknown: true });
  else process.send(await screen(question).catch((error) => ({ failure: error.message })));
});
process.send(LISTED_DIMENSIONS);
