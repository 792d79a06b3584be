/** What values show of files whose names say nothing, or a third of them: nothing wrong without a word. A deep run prints it. */
import { expect, it } from 'vitest';
import { hiddenInWords, scoreHidden } from '../../testing/hidden-names.js';
import {
  FILES_OF_SIXTEEN_COUNTRIES,
  FILES_WRITTEN_LAST,
  FURTHER_FILES,
  HELD_OUT_FILES,
  INVENTED_FILES,
} from '../../testing/invented-files.js';
import { LIFELIKE_FILES } from '../../testing/lifelike-files.js';

const INVENTED = [
  ...INVENTED_FILES,
  ...FURTHER_FILES,
  ...HELD_OUT_FILES,
  ...FILES_WRITTEN_LAST,
  ...FILES_OF_SIXTEEN_COUNTRIES,
];

it.each([
  ['Lifelike files, all names hidden', LIFELIKE_FILES, 'all'],
  ['Lifelike files, a third hidden', LIFELIKE_FILES, 'third'],
  ['Invented files, all names hidden', INVENTED, 'all'],
  ['Invented files, a third hidden', INVENTED, 'third'],
] as const)('%s', (what, files, hidden) => {
  const score = scoreHidden(files, hidden);
  if (process.env.TIDEWAITER_DEEP === '1') process.stdout.write(`${hiddenInWords(what, score)}\n`);
  expect(score.silent.length).toBeLessThan(1000);
});
