/** Captchas that a browser works out, and those that a person reads: solved once, in time, with nothing in the database that gives them away. */
import { DRAWN_ENGINES } from '@tidewaiter/testing/databases';
import { answerToWork } from '@tidewaiter/testing/proof';
import { describe, expect, it } from 'vitest';
import { code } from '../../testing/refusals.js';
import { startAccounts } from '../../testing/start.js';
import { answerTo } from '../../testing/word-question.js';
import { databaseOf } from '../accounts.js';
import { captchas } from '../database/schema.js';

describe.each(DRAWN_ENGINES)('a captcha on %s is solved', async (engine) => {
  const { accounts, later } = await startAccounts(engine);
  const ofWork = () => accounts.access.captchas.ofWork();
  const inWords = () => accounts.access.captchas.inWords();
  const solve = (id: string, answer: string) => code(accounts.access.captchas.solve(id, answer));

  it('by work, once, in time', async () => {
    const [first, second, third] = [await ofWork(), await ofWork(), await ofWork()];
    const answer = await answerToWork(first.challenge);
    // What is told of the key is not the key, and the key of one captcha is no other's.
    expect(answer).toMatch(/^[0-9a-f]{64}$/);
    expect(answer.startsWith(first.challenge.keyPrefix)).toBe(true);
    expect(JSON.stringify(await databaseOf(accounts).select().from(captchas))).not.toContain(answer);
    expect(await solve(second.id, answer)).toBe('CAPTCHA_NOT_MATCHED');
    expect(await solve(second.id, await answerToWork(second.challenge))).toBe('CAPTCHA_NOT_MATCHED');
    expect(await solve(first.id, answer)).toBe('no error');
    expect(await solve(first.id, answer)).toBe('CAPTCHA_NOT_MATCHED');
    later(11 * 60_000);
    expect(await solve(third.id, await answerToWork(third.challenge))).toBe('CAPTCHA_NOT_MATCHED');
    expect(await solve("' OR 1=1", '1')).toBe('CAPTCHA_NOT_MATCHED');
  });

  it('in words, once, after a while and in time', async () => {
    const [first, early, late, wrong] = [await inWords(), await inWords(), await inWords(), await inWords()];
    const dump = JSON.stringify(await databaseOf(accounts).select().from(captchas));
    expect(dump).not.toContain(first.question);
    later(early.waitMs - 1);
    expect(await solve(early.id, answerTo(early.question))).toBe('CAPTCHA_NOT_MATCHED');
    later(1);
    expect(await solve(early.id, answerTo(early.question))).toBe('CAPTCHA_NOT_MATCHED');
    expect(await solve(first.id, ` ${answerTo(first.question)} `)).toBe('no error');
    expect(await solve(first.id, answerTo(first.question))).toBe('CAPTCHA_NOT_MATCHED');
    expect(await solve(wrong.id, 'wrong')).toBe('CAPTCHA_NOT_MATCHED');
    expect(await solve(wrong.id, answerTo(wrong.question))).toBe('CAPTCHA_NOT_MATCHED');
    later(11 * 60_000);
    expect(await solve(late.id, answerTo(late.question))).toBe('CAPTCHA_NOT_MATCHED');
  });
});
