/** Backups, restores, moves and ends of moves that are killed leave nothing half done. `npm run kills:backups` does it a hundred times. */
import { cases, SEED } from '@tidewaiter/testing/generated';
import { expect, it } from 'vitest';
import { backupKillRounds } from './backup-kill-rounds.js';

const KILLS = cases(1, 10);

it(`${KILLS} kills of backups, restores and moves`, { timeout: 600_000 }, async () => {
  let kills = 0;
  const onKill = (done: number) => {
    kills = done;
  };
  // In a run one of the four is killed, by the seed, so that runs add up.
  await backupKillRounds(KILLS, 2000, onKill, SEED % 4);
  expect(kills).toBe(KILLS);
});
