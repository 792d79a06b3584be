/** One of two portals is killed in the middle of what both share. `npm run kills:portals` does it for long. */
import { cases, SEED } from '@tidewaiter/testing/generated';
import { POSTGRES } from '@tidewaiter/testing/postgres';
import { expect, it } from 'vitest';
import { portalKillRounds } from './portal-kill-rounds.js';

const KILLS = cases(1, 12);

it.skipIf(POSTGRES === undefined)(`${KILLS} kills of one of two portals`, { timeout: 600_000 }, async () => {
  let kills = 0;
  const onKill = (done: number) => {
    kills = done;
  };
  // In a run one of the six is killed, by the seed, so that runs add up.
  // Enough that each month of exports has records: a search of none is given back.
  await portalKillRounds(KILLS, 12_000, onKill, SEED % 6);
  expect(kills).toBe(KILLS);
});
