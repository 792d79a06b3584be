/** Whatever is killed at any moment leaves nothing half done. `npm run kills` does it at length. */
import { cases, SEED } from '@tidewaiter/testing/generated';
import { expect, it } from 'vitest';
import { killRounds } from './kills/harness.js';
import { SUBJECTS } from './kills/subjects.js';

/** Rounds of each: in the gate of one kind, which the seed draws, so that runs add up. */
const ROUNDS: Record<string, number> = {
  commands: cases(1, 12),
  backups: cases(1, 10),
  portals: cases(1, 12),
  exports: cases(0, 4),
  following: cases(0, 4),
};

it.each(SUBJECTS.filter(({ name }) => ROUNDS[name] !== 0))('$name', { timeout: 1_200_000 }, async (subject) => {
  if (subject.missing?.() !== undefined) return;
  const rounds = ROUNDS[subject.name] ?? 1;
  const killed = await killRounds(subject, { rounds, seed: SEED, isShort: rounds <= 3 });
  expect(killed.rounds).toBe(rounds);
});
