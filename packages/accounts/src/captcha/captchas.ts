import { randomInt, randomUUID } from 'node:crypto';
import { PortalError } from '@tidewaiter/contract';
import { and, eq, lt } from 'drizzle-orm';
import type { Database } from '../database/database.js';
import { captchas } from '../database/schema.js';
import { stillGood } from '../lifetime.js';
import { isUuid, sha256 } from '../secrets.js';
import { digitsImage } from './digits-image.js';
import { wordQuestion } from './word-question.js';

const LIFE_MS = 10 * 60 * 1000;
const DIGITS = 5;

/** What is kept of an answer: of this captcha only. */
const answerHash = (id: string, answer: string) => sha256(`${id} ${answer}`);

/** Captchas that the portal makes and checks. Each is good for one try. */
export class Captchas {
  constructor(
    private readonly database: Database,
    private readonly now: () => Date,
  ) {}

  async make(): Promise<{ id: string; image: string; question: string; expiresAt: Date }> {
    const id = randomUUID();
    const digits = Array.from({ length: DIGITS }, () => randomInt(10)).join('');
    const { question, answer } = wordQuestion();
    const expiresAt = new Date(this.now().getTime() + LIFE_MS);
    await this.database.delete(captchas).where(lt(captchas.expiresAt, this.now()));
    await this.database
      .insert(captchas)
      .values({ id, imageHash: answerHash(id, digits), questionHash: answerHash(id, answer), expiresAt });
    return { id, image: digitsImage(digits), question, expiresAt };
  }

  /**
   * Uses a captcha up.
   *
   * @throws PortalError CAPTCHA_NOT_MATCHED for a wrong answer, a second try, one that is too old or never was
   */
  async solve(id: string, answer: string): Promise<void> {
    const [tried] = isUuid(id)
      ? await this.database
          .update(captchas)
          .set({ tried: true })
          .where(
            and(eq(captchas.id, id), eq(captchas.tried, false), stillGood(captchas.expiresAt, LIFE_MS, this.now())),
          )
          .returning()
      : [];
    const given = answerHash(id, answer.replaceAll(/\s/g, ''));
    if (!tried || (given !== tried.imageHash && given !== tried.questionHash)) {
      throw new PortalError('CAPTCHA_NOT_MATCHED');
    }
  }
}
