/**
 * `npm run bench -- cleaning [ROWS] [ROUNDS]`: what cleaning costs of a load: the file of the loading bench, loaded with it and
 * without it in turns, each in a process of its own. Processor time: other work on the machine weighs on it less.
 */
import { median } from './harness/measure.mjs';
import { readOptions } from './harness/options.mjs';
import { fileOfRows, load } from './load/file.mjs';

const { rows, rounds } = readOptions({ rows: 500_000, rounds: 5 });
const path = await fileOfRows(rows);

const times = { 'as-written': [], cleaned: [] };
for (let round = 0; round < rounds; round += 1) {
  // Whoever comes second finds the file in memory: they take turns.
  for (const how of round % 2 === 0 ? ['as-written', 'cleaned'] : ['cleaned', 'as-written'])
    times[how].push(load(how, path, rows).processorSeconds);
}
for (const [how, seconds] of Object.entries(times)) {
  const all = seconds.map((time) => time.toFixed(1)).join(', ');
  console.log(`${how}: ${median(seconds).toFixed(1)} s of processor time (${all})`);
}
const share = median(times.cleaned) / median(times['as-written']) - 1;
console.log(`${rows.toLocaleString('en-US')} rows: cleaning adds ${(100 * share).toFixed(1)} % (medians of ${rounds})`);
