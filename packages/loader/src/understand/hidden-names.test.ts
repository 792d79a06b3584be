/** What values show of files whose names say nothing, or a third of them: nothing wrong without a word. A deep run prints it. */
import { expect, it } from 'vitest';
import { hiddenInWords, scoreHidden } from '../../testing/hidden-names.js';
import { ALL_INVENTED_FILES } from '../../testing/invented-files.js';
import { chanceFiles, LIFELIKE_FILES } from '../../testing/lifelike-files.js';

const OF_CHANCE = chanceFiles(process.env.TIDEWAITER_DEEP === '1' ? 150 : 20);

/** With the share of main columns that must be right, and of those that must be right or asked with the right answer proposed. */
it.each([
  ['Lifelike files, all names hidden', LIFELIKE_FILES, 'all', 0.3, 0.9],
  ['Lifelike files, a third hidden', LIFELIKE_FILES, 'third', 0.65, 0.95],
  ['Files of chance, all names hidden', OF_CHANCE, 'all', 0.25, 0.8],
  ['Files of chance, a third hidden', OF_CHANCE, 'third', 0.55, 0.85],
  ['Invented files, all names hidden', ALL_INVENTED_FILES, 'all', 0.25, 0.9],
  ['Invented files, a third hidden', ALL_INVENTED_FILES, 'third', 0.5, 0.95],
] as const)('%s', (what, files, hidden, right, proposed) => {
  const score = scoreHidden(files, hidden);
  if (process.env.TIDEWAITER_DEEP === '1') process.stdout.write(`${hiddenInWords(what, score)}\n`);
  expect(score.silent).toEqual([]);
  const all = score.right + score.proposed + score.offered + score.asked.length;
  expect(score.right / all).toBeGreaterThan(right);
  expect((score.right + score.proposed) / all).toBeGreaterThan(proposed);
});
