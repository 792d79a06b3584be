/**
 * How much is understood, and above all how much is wrong without a word: of invented files with rows, of such whose names say nothing, or
 * a third of them, and of real headers, held against floors a little under what `docs/loading.md` says. These lie beside the project for
 * its builders and are no part of it: without them their tests are skipped, and `understand-file.test.ts` has headers of our own. A deep
 * run prints the scores.
 */
import { existsSync } from 'node:fs';
import { LAYOUTS, measure, readLayouts } from '@tidewaiter/testing/known-layouts';
import { describe, expect, it } from 'vitest';
import { hiddenInWords, scoreHidden } from '../../testing/hidden-names.js';
import { ALL_INVENTED_FILES, FILES_OF_LANGUAGES, INVENTED_FILES } from '../../testing/invented-files.js';
import { chanceFiles, LIFELIKE_FILES } from '../../testing/lifelike-files.js';
import { inWords, noScore, scoreFile } from '../../testing/score-understanding.js';

const IS_DEEP = process.env.TIDEWAITER_DEEP === '1';
const print = (words: string) => IS_DEEP && process.stdout.write(`${words}\n`);
const OF_CHANCE = chanceFiles(IS_DEEP ? 150 : 20);

describe('what is understood', () => {
  it.each(Object.entries({ ...INVENTED_FILES, 'Files of languages': FILES_OF_LANGUAGES }))(
    'of %s is never wrong without a word',
    (what, files) => {
      const score = noScore();
      for (const file of files) scoreFile(file, score);
      print(inWords(`${what} (${files.length})`, score));
      expect(score.silent).toEqual([]);
      const all = score.right + score.asked + score.wrong + score.missed;
      if (!what.startsWith('In the words')) expect(score.right / all).toBeGreaterThan(0.9);
    },
  );

  /** With the share of main columns that must be right, and of those that must be right or asked with the right answer proposed. */
  it.each([
    ['Lifelike files', LIFELIKE_FILES, 'all', 0.3, 0.9],
    ['Lifelike files', LIFELIKE_FILES, 'third', 0.65, 0.95],
    ['Files of chance', OF_CHANCE, 'all', 0.25, 0.8],
    ['Files of chance', OF_CHANCE, 'third', 0.55, 0.85],
    ['Invented files', ALL_INVENTED_FILES, 'all', 0.25, 0.9],
    ['Invented files', ALL_INVENTED_FILES, 'third', 0.5, 0.95],
  ] as const)('of %s without names is never: %s', (what, files, hidden, right, proposed) => {
    const score = scoreHidden(files, hidden);
    print(hiddenInWords(`${what}, ${hidden} hidden`, score));
    expect(score.silent).toEqual([]);
    const all = score.right + score.proposed + score.offered + score.asked.length;
    expect(score.right / all).toBeGreaterThan(right);
    expect((score.right + score.proposed) / all).toBeGreaterThan(proposed);
  });
});

const headers = process.env.TIDEWAITER_HEADERS ?? LAYOUTS;
const present = existsSync(headers);
if (!present) process.stdout.write(`Skipped: the real headers are not beside the project (${headers}).\n`);

describe.skipIf(!present)('the columns of real headers', () => {
  it('are never wrong without a word, by their names alone', () => {
    const score = noScore();
    for (const { key, columns, right } of readLayouts(headers))
      scoreFile({ header: columns, rows: [], fileName: key.replaceAll('/', ' '), right, whole: {} }, score);
    print(inWords('Names of real headers', score));
    expect(score.silent).toEqual([]);
  });

  it.each([
    ['tuned on', false, 0.99],
    ['held out', true, 0.98],
  ])('are mapped right: of those %s', (_, heldOut, floor) => {
    const layouts = readLayouts(headers).filter((layout) => layout.heldOut === heldOut);
    const { columns, right, meant, found, proposed, proposedRight } = measure(layouts);
    expect(columns).toBeGreaterThan(900);
    expect(right / columns).toBeGreaterThan(floor);
    expect(found / meant).toBeGreaterThan(floor - 0.01);
    expect(proposedRight / proposed).toBeGreaterThan(floor);
  });
});
