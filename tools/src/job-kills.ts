/** `npm run kills:jobs -- 100`: so many kills of processes that work on jobs, on each database, and what they left. */

import { ENGINES } from '@tidewaiter/testing/databases';
import { jobKillRounds } from './job-kill-rounds.js';

const kills = Number(process.argv[2] ?? 50);
for (const engine of ENGINES) {
  for (const portals of engine === 'PostgreSQL' ? [1, 3] : [1]) {
    const counts = await jobKillRounds(engine, kills, portals);
    process.stdout.write(`${engine}, ${portals} at work, ${kills} kills: ${JSON.stringify(counts)}\n`);
  }
}
