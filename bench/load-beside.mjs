/**
 * `npm run bench -- load-beside ROWS [--people 20] [--loaded 500000]`: what the screens of people who search take while a file is loaded in the same
 * process, against what they take without; the 95th percentile is to be at most one and a half times as long. Each person asks for a screen, reads it for
 * some seconds, and asks for another. The records are a copy: they have more of them afterwards.
 */
import { setMaxListeners } from 'node:events';
import { cpSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Loader } from '@tidewaiter/loader';
import { openRecords } from '@tidewaiter/records';
import { Random } from './beneath.mjs';
import * as ours from './contenders/ours.mjs';
import { median, ms, number, p95, table, timed } from './harness/measure.mjs';
import { readOptions } from './harness/options.mjs';
import { inTemporaryFolder } from './harness/processes.mjs';
import { command, generatedFolder, machine } from './harness/records.mjs';
import { fileOfRows, mappingOfFile } from './load/file.mjs';
import { drawQuestions } from './questions/draw.mjs';

const SEED = 20;
/** How long a screen is read, in milliseconds; the shortest and the longest time. */
const READ = { least: 3_000, most: 9_000 };
/** For how long people search without a load, in milliseconds. */
const WITHOUT_MS = 60_000;

const options = readOptions({ rows: 300_000 }, { only: [], constants: 40, people: 20, loaded: 500_000 });
const { rows, people, loaded } = options;
const file = await fileOfRows(loaded);

await inTemporaryFolder(async (folder) => {
  cpSync(generatedFolder(rows), folder, { recursive: true });
  const records = await openRecords(folder, { answerBytes: 0 });
  const questions = await drawQuestions(records, options);
  const product = ours.open(rows, records);
  const screen = (question) => Promise.all([product.page(question), product.count(question), product.lists(question)]);
  await screen(questions[0]);

  async function person(index, part, times, signal) {
    const random = Random.of(SEED, `${part} ${index}`);
    const read = () => sleep(READ.least + random.below(READ.most - READ.least), undefined, { signal }).catch(() => {});
    await read();
    while (!signal.aborted) {
      times.push(await timed(() => screen(random.pick(questions))));
      await read();
    }
  }

  /** How long screens take while some work goes on. */
  async function during(part, work) {
    const times = [];
    const stop = new AbortController();
    setMaxListeners(people, stop.signal);
    const searching = Array.from({ length: people }, (_, index) => person(index, part, times, stop.signal));
    const took = await timed(work);
    stop.abort();
    await Promise.all(searching);
    return { times, took };
  }

  const without = await during('without', () => sleep(WITHOUT_MS));
  const load = async () =>
    new Loader(records).load({
      files: [{ path: file, trade: 'IMPORT' }],
      mapping: await mappingOfFile(),
      accept: true,
    });
  const beside = await during('beside', load);
  await records.close();

  console.log(`${command()}. ${machine()}.\n`);
  const row = (name, { times }) => [
    name,
    number(times.length),
    ms(median(times)),
    ms(p95(times)),
    ms(Math.max(...times)),
  ];
  console.log(
    table(['screens', 'asked', 'median', 'p95', 'max'], [row('without', without), row('beside a load', beside)]),
  );
  console.log(
    `\nThe 95th percentile is ${(p95(beside.times) / p95(without.times)).toFixed(2)} times as long beside a load; ${number(loaded)} rows were loaded in ${(beside.took / 1000).toFixed(1)} seconds.`,
  );
});
