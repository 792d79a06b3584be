/**
 * `npm run bench -- company [ROWS] [--constants N] [--warm]`: how fast a company's page is answered, all panels of it, for companies drawn
 * by their records.
 */
import { setTimeout } from 'node:timers/promises';
import { EVERYTHING_LOADED } from '@tidewaiter/records';
import { median, number, spread, table, within } from './harness/measure.mjs';
import { readOptions } from './harness/options.mjs';
import { AS_PORTAL, askEngine, dropCaches, EVERYTHING, openGenerated } from './harness/records.mjs';
import { dictionariesMs } from './questions/of-nobody.mjs';

const SEED = 6_174;
/** What a person takes for at once. */
const ANSWER_MS = 300;

const { rows, constants, warm } = readOptions({ rows: 300_000 }, { constants: 40, warm: false });
const records = await openGenerated(rows);

const CLASSES = {
  'of a random record': `SELECT importer_name FROM records WHERE importer_name_key != 0 ORDER BY cityHash64(id, ${SEED}) LIMIT ${constants * 3}`,
  'the largest': `SELECT any(importer_name) FROM records WHERE importer_name_key != 0 GROUP BY importer_name_key
    ORDER BY count() DESC, importer_name_key LIMIT ${constants}`,
  exporters: `SELECT exporter_name FROM records WHERE exporter_name_key != 0 ORDER BY cityHash64(id, ${SEED}) LIMIT ${constants * 3}`,
};

/** A page as its handler asks for it. @returns its time, and how many records it sums up */
async function open(company) {
  const started = performance.now();
  const question = await records.ask(EVERYTHING_LOADED, EVERYTHING, AS_PORTAL);
  const page = await question.company(await question.partyKey(company), {});
  const time = performance.now() - started;
  return { time, shipments: page.parts.reduce((sum, { total }) => sum + total.shipments, 0) };
}

records.keepWarm();
await open('Nobody of this name');
await setTimeout(dictionariesMs(rows));
const lines = [];
for (const [name, sql] of Object.entries(CLASSES)) {
  const names = [...new Set((await askEngine(records, sql)).map(([one]) => one))];
  const opened = [];
  for (const company of names.slice(0, constants)) {
    if (!warm) await dropCaches(records);
    opened.push(await open(company));
  }
  const times = opened.map(({ time }) => time);
  lines.push([
    name,
    String(opened.length),
    number(median(opened.map(({ shipments }) => shipments))),
    ...spread(times),
    within(times, ANSWER_MS),
  ]);
}
console.log(`A company's page, ${warm ? 'with warm caches' : 'all caches of the engine off'}, in milliseconds:\n`);
console.log(table(['companies', 'asked', 'records', 'median', '95 %', 'max', `within ${ANSWER_MS}`], lines));
await records.close();
