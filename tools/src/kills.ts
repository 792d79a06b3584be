/**
 * Kills commands that change the records at random moments, a hundred times unless told otherwise (`npm run kills -- 500`), and
 * prints what they left. It works on what `npm run build` made, in a folder of its own.
 */
import { commandFolder } from '@tidewaiter/testing/command';
import { killRounds } from './kill-rounds.js';

const kills = Number(process.argv[2] ?? 100);
const folder = await commandFolder();
try {
  const counts = await killRounds(folder, kills, ({ kills: done, before, after }, command) => {
    process.stdout.write(`${done}/${kills}  ${command.padEnd(16)}  state of before: ${before}, new state: ${after}\n`);
  });
  process.stdout.write(`${JSON.stringify(counts)}\n`);
} finally {
  await folder.remove();
}
