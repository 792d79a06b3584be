/**
 * How much is understood, and above all how much is wrong without a word: of invented files with rows, and of the names of real
 * headers, which lie beside the project for its builders. A deep run prints it.
 */
import { existsSync } from 'node:fs';
import { LAYOUTS, readLayouts } from '@tidewaiter/testing/known-layouts';
import { describe, expect, it } from 'vitest';
import {
  FILES_OF_SIXTEEN_COUNTRIES,
  FILES_WRITTEN_LAST,
  FURTHER_FILES,
  HELD_OUT_FILES,
  INVENTED_FILES,
} from '../../testing/invented-files.js';
import { inWords, noScore, type Score, scoreFile } from '../../testing/score-understanding.js';

const print = (what: string, score: Score) => {
  if (process.env.TIDEWAITER_DEEP === '1') process.stdout.write(`${inWords(what, score)}\n`);
};

describe('what is understood', () => {
  it('of invented files with rows is never wrong without a word', () => {
    const score = noScore();
    for (const file of INVENTED_FILES) scoreFile(file, score);
    print('Invented files with rows', score);
    expect(score.silent).toEqual([]);
    const all = score.right + score.asked + score.wrong + score.missed;
    expect(score.right / all).toBeGreaterThan(0.9);
  });

  it.each([
    ['Further files', FURTHER_FILES],
    ['Files held out', HELD_OUT_FILES],
    ['Files written last', FILES_WRITTEN_LAST],
    ['Files of sixteen countries', FILES_OF_SIXTEEN_COUNTRIES],
  ])('of %s, in the words of public forms, is never wrong without a word', (what, files) => {
    const score = noScore();
    for (const file of files) scoreFile(file, score);
    print(`${what} (${files.length})`, score);
    expect(score.silent).toEqual([]);
  });

  const headers = process.env.TIDEWAITER_HEADERS ?? LAYOUTS;
  const present = existsSync(headers);
  if (!present) process.stdout.write(`Skipped: the real headers are not beside the project (${headers}).\n`);
  it.skipIf(!present)('of the names of real headers is never', () => {
    const score = noScore();
    for (const { key, columns, right } of readLayouts(headers)) {
      scoreFile({ header: columns, rows: [], fileName: key.replaceAll('/', ' '), right, whole: {} }, score);
    }
    print('Names of real headers', score);
    expect(score.silent).toEqual([]);
  });
});
