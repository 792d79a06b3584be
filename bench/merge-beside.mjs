/**
 * `npm run bench -- merge-beside ROWS [--constants 4]`: what a screen takes while the engine writes all parts of the records anew behind it, as it does with
 * some of them for minutes after each load, against what it takes without. One person, without a pause. The records are a copy.
 */
import { cpSync } from 'node:fs';
import { openRecords } from '@tidewaiter/records';
import * as ours from './contenders/ours.mjs';
import { median, ms, number, p95, table, timed } from './harness/measure.mjs';
import { readOptions } from './harness/options.mjs';
import { inTemporaryFolder } from './harness/processes.mjs';
import { askEngine, command, generatedFolder, machine, runEngine } from './harness/records.mjs';
import { CLASSES } from './questions/classes.mjs';
import { drawQuestions } from './questions/draw.mjs';

const options = readOptions({ rows: 300_000 }, { only: [], constants: 4 });

await inTemporaryFolder(async (folder) => {
  cpSync(generatedFolder(options.rows), folder, { recursive: true });
  const records = await openRecords(folder, { answerBytes: 0 });
  const questions = await drawQuestions(records, options, CLASSES);
  const product = ours.open(options.rows, records);
  const screen = (question) => Promise.all([product.page(question), product.count(question), product.lists(question)]);
  for (const question of questions) await screen(question);

  const without = [];
  for (const question of questions) without.push(await timed(() => screen(question)));

  const isWriting = async () =>
    (await askEngine(records, 'SELECT 1 FROM system.mutations WHERE NOT is_done')).length > 0;
  const beside = [];
  // Merging has a part of the records to itself; this has all of them, by the same threads.
  await runEngine(records, 'ALTER TABLE records DELETE WHERE cityHash64(id, line) % 1000 = 1', { mutations_sync: 0 });
  const took = await timed(async () => {
    while (await isWriting()) beside.push(await timed(() => screen(questions[beside.length % questions.length])));
  });
  await records.close();

  console.log(`${command()}. ${machine()}.\n`);
  const row = (name, times) => [name, number(times.length), ms(median(times)), ms(p95(times)), ms(Math.max(...times))];
  const lines = [row('without', without), row('beside the engine that writes', beside)];
  console.log(table(['screens', 'asked', 'median', 'p95', 'max'], lines));
  const sum = (times) => times.reduce((all, time) => all + time, 0);
  const same = beside.map((_, index) => without[index % without.length]);
  console.log(
    `\nTogether they take ${(sum(beside) / sum(same)).toFixed(2)} times as long as the same ones without. The parts were written anew in ${(took / 1000).toFixed(1)} seconds.`,
  );
});
