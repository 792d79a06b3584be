/** Commands that are killed at any moment leave the state of before or the new one. `npm run kills` does it a hundred times. */

import { type CommandFolder, commandFolder } from '@tidewaiter/testing/command';
import { cases, SEED } from '@tidewaiter/testing/generated';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { killRounds } from './kill-rounds.js';

const KILLS = cases(1, 10);

/** In a run one command is killed, after those that it needs: another by each seed, so that runs add up. Each way leaves an empty folder. */
const WAYS = [
  { commands: ['load', 'unload'], first: 0 },
  { commands: ['load', 'unload'], first: 1 },
  { commands: ['load', 'reload', 'unload'], first: 1 },
  { commands: ['load', 'load --replace', 'unload'], first: 1 },
  { commands: ['load', 'suppress', 'suppress lift', 'unload'], first: 1 },
  { commands: ['load', 'suppress', 'suppress lift', 'unload'], first: 2 },
];
const way = KILLS > 1 ? {} : { ...WAYS[SEED % WAYS.length], records: 6000 };

let folder: CommandFolder;
beforeAll(async () => {
  folder = await commandFolder();
});
afterAll(() => folder.remove());

it(`${KILLS} kills`, { timeout: 1_200_000 }, async () => {
  const { kills, before, after } = await killRounds(folder, KILLS, undefined, way);
  expect(kills).toBe(KILLS);
  expect(before + after).toBe(KILLS);
});
