/**
 * Kills backups, restores, moves and the ends of moves at random moments, a hundred times unless told otherwise (`npm run kills:backups -- 500`), and prints what
 * they left. It works on what `npm run build` made, in folders of its own.
 */
import { backupKillRounds } from './backup-kill-rounds.js';

const kills = Number(process.argv[2] ?? 100);
await backupKillRounds(kills, 30_000, (done, counts) => {
  const told = Object.entries(counts).map(([kind, { before, after }]) => `${kind}: ${before} before, ${after} after`);
  process.stdout.write(`${done}/${kills}  ${told.join('  ')}\n`);
});
