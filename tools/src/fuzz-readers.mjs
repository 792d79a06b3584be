/**
 * Reads thousands of damaged files and counts what became of them. A case that takes the whole process down, or hangs it,
 * is named, and the next one goes on: cases run in a process of their own.
 *
 *   npm run build && node tools/src/fuzz-readers.mjs [cases] [seed]
 */
import { fork } from 'node:child_process';
import { fuzzReaders } from '@tidewaiter/testing/fuzz-readers';
import { temporaryRecords } from '@tidewaiter/testing/records';

/** A process that says nothing for so long hangs, in milliseconds. */
const SILENCE = 60_000;

if (process.send) {
  process.once('message', async ({ seed, from, to }) => {
    const test = await temporaryRecords();
    const counts = await fuzzReaders(test, { seed, from, to, onCase: (at) => process.send({ at }) });
    await test.close();
    process.send({ counts }, () => process.exit(0));
  });
} else {
  const [cases = 10_000, seed = 1] = process.argv.slice(2).map(Number);
  const sum = { read: 0, refused: 0, loaded: 0, crashed: 0, hung: 0, wrong: 0 };
  for (let from = 0; from < cases; ) {
    // Few enough that what a crash loses of the counts is soon run again.
    const to = Math.min(cases, from + 250);
    const { counts, at, end } = await run({ seed, from, to });
    if (counts) {
      for (const name of ['read', 'refused', 'loaded']) sum[name] += counts[name];
      sum.wrong += counts.wrong.length;
      for (const problem of counts.wrong) console.log(problem);
      from = to;
    } else {
      sum[end] += 1;
      console.log(`case ${at} ${end}`);
      from = at + 1;
    }
    console.log(`${from} of ${cases}: ${JSON.stringify(sum)}`);
  }
  process.exitCode = sum.crashed + sum.hung + sum.wrong > 0 ? 1 : 0;
}

function run(order) {
  return new Promise((resolve) => {
    const child = fork(new URL(import.meta.url), { execArgv: [] });
    let at = order.from;
    let end = 'crashed';
    let counts;
    const hangs = () => {
      end = 'hung';
      child.kill('SIGKILL');
    };
    let silence = setTimeout(hangs, SILENCE);
    child.on('message', (message) => {
      clearTimeout(silence);
      silence = setTimeout(hangs, SILENCE);
      if (message.counts) counts = message.counts;
      else at = message.at;
    });
    child.on('exit', () => {
      clearTimeout(silence);
      resolve({ counts, at, end });
    });
    child.send(order);
  });
}
