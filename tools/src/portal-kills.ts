/**
 * Kills one of two portals that share their stores, at random moments, sixty times unless told otherwise (`npm run kills:portals -- 120`), and
 * prints what became of what it was doing. It works on what `npm run build` made, on PostgreSQL and the tests' gateway to the engine.
 */
import { portalKillRounds } from './portal-kill-rounds.js';

const kills = Number(process.argv[2] ?? 60);
await portalKillRounds(kills, 30_000, (done, counts) => {
  const told = Object.entries(counts).map(([kind, { before, after }]) => `${kind}: ${before} before, ${after} after`);
  process.stdout.write(`${done}/${kills}  ${told.join('  ')}  messages twice: ${counts.mail.twice}\n`);
});
