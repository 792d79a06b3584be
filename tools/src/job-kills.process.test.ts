/** Jobs whose process is killed at any moment are done once, and so is what belongs to their end. `npm run kills:jobs` does it at length. */

import { ENGINES } from '@tidewaiter/testing/databases';
import { describe, expect, it } from 'vitest';
import { jobKillRounds } from './job-kill-rounds.js';

const KILLS = 3;

describe.each(ENGINES)('on %s', (engine) => {
  it(`${KILLS} kills lose no job, and complete none twice`, async () => {
    const counts = await jobKillRounds(engine, KILLS, engine === 'PostgreSQL' ? 2 : 1);
    expect(counts).toMatchObject({ lost: 0, twice: 0, balancesWrong: 0 });
    expect(counts.entered).toBeGreaterThan(KILLS);
    expect(counts.done).toBeGreaterThanOrEqual(counts.entered);
  });
});
