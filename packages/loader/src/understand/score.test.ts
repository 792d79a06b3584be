/**
 * How much is understood, and above all how much is wrong without a word: of invented files with rows, and of real headers, held against floors a little under what `docs/loading.md` says. These lie beside the project for
 * its builders and are no part of it: without them their tests are skipped, and `understand-file.test.ts` has headers of our own. A deep
 * run prints the scores.
 */
import { existsSync } from 'node:fs';
import { LAYOUTS, measure, readLayouts } from '@tidewaiter/testing/known-layouts';
import { describe, expect, it } from 'vitest';
import { INVENTED_FILES } from '../../testing/invented-files.js';
import { inWords, noScore, scoreFile } from '../../testing/score-understanding.js';

const IS_DEEP = process.env.TIDEWAITER_DEEP === '1';
const print = (words: string) => IS_DEEP && process.stdout.write(`${words}\n`);

it('what is understood of invented files is never wrong without a word', () => {
  const score = noScore();
  for (const file of INVENTED_FILES) scoreFile(file, score);
  print(inWords(`Invented files (${INVENTED_FILES.length})`, score));
  expect(score.silent).toEqual([]);
  expect(score.right / (score.right + score.asked + score.wrong + score.missed)).toBeGreaterThan(0.9);
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
