import { expect, it } from 'vitest';
import { FILES_OF_LANGUAGES } from '../../testing/invented-files.js';
import { inWords, noScore, scoreFile } from '../../testing/score-understanding.js';

it('files in languages of their own are understood, and never wrong without a word', () => {
  const score = noScore();
  for (const file of FILES_OF_LANGUAGES) scoreFile(file, score);
  if (process.env.TIDEWAITER_DEEP === '1') process.stdout.write(`${inWords('Files of languages', score)}\n`);
  expect(score.silent).toEqual([]);
  const all = score.right + score.asked + score.wrong + score.missed;
  expect(score.right / all).toBeGreaterThan(0.9);
});
