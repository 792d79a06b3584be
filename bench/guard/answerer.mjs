/**
 * `node bench/guard/answerer.mjs CHECKOUT FOLDER`: one build that answers whole screens. It is told questions by its parent, and
 * answers with what they took and what was found. A process of its own: two builds share no cache, no engine and no module.
 */
import { createHash } from 'node:crypto';
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

/** Asks for page, count and all lists together, as the browser does, each a call of its own. */
async function screen(payload) {
  const started = performance.now();
  const after = async (work) => {
    const answer = await work;
    return { answer, ms: performance.now() - started };
  };
  const search = async () => records.ask(searchQuery.parse(payload), EVERYTHING, AS_PORTAL);
  const list = async (dimension) =>
    (await records.ask(breakdownQuery.parse(payload), EVERYTHING, AS_PORTAL)).list(dimension);
  const [page, count, lists] = await Promise.all([
    after(search().then((question) => question.page())),
    after(search().then((question) => question.count())),
    after(Promise.all(LISTED_DIMENSIONS.map(list))),
  ]);
  const times = { page: page.ms, count: count.ms, screen: performance.now() - started };
  const found = [page.answer, count.answer, lists.answer];
  return { times, count: count.answer, digest: createHash('sha256').update(JSON.stringify(found)).digest('hex') };
}

process.on('message', async (payload) => {
  if (payload === null) {
    await records.close();
    process.disconnect();
    return;
  }
  process.send(await screen(payload).catch((error) => ({ failure: error.message })));
});
process.send('ready');
