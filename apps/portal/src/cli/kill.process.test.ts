/** Commands that are killed at any moment leave the state of before or the new one. `npm run kills` does it a hundred times. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CommandFolder, commandFolder } from '../testing/command.js';
import { killRounds } from '../testing/kill-rounds.js';

const KILLS = 3;

let folder: CommandFolder;
beforeAll(async () => {
  folder = await commandFolder();
});
afterAll(() => folder.remove());

it(`${KILLS} kills`, { timeout: 1_200_000 }, async () => {
  const { kills, before, after } = await killRounds(folder, KILLS);
  expect(kills).toBe(KILLS);
  expect(before + after).toBe(KILLS);
});
