import { randomUUID } from 'node:crypto';
import { CAPTCHA, PortalError, type ProofOfWork } from '@tidewaiter/contract';
import { and, eq, lt } from 'drizzle-orm';
import type { Database } from '../database/database.js';
import { captchas } from '../database/schema.js';
import { stillGood } from '../lifetime.js';
import { isUuid, sha256 } from '../secrets.js';
import { proofOfWork } from './proof-of-work.js';
import { wordQuestion } from './word-question.js';

/** Keys that a proof of work takes on average, unless the operator says otherwise: some seconds of one processor. */
const WORK = 1_500;

/** What is kept of an answer: of this captcha only. */
const answerHash = (id: string, answer: string) => sha256(`${id} ${answer}`);

interface Captcha {
  id: string;
  /** How long to wait before an answer is accepted, in milliseconds. */
  waitMs: number;
  expiresAt: Date;
}

/** Captchas that the portal makes and checks. Each is good for one try. */
export class Captchas {
  constructor(
    private readonly database: Database,
    private readonly settings: { captchaWork?: number | undefined },
    private readonly now: () => Date,
  ) {}

  /** A captcha that the browser solves by itself; its answer is the key that the proof of work is about, in hexadecimal digits. */
  async ofWork(): Promise<Captcha & { challenge: ProofOfWork }> {
    const { challenge, answer } = await proofOfWork(this.settings.captchaWork ?? WORK);
    return { ...(await this.#keep(answer, 0)), challenge };
  }

  /** A captcha for a person, where the browser has nothing to compute with; its answer is in digits. */
  async inWords(): Promise<Captcha & { question: string }> {
    const { question, answer } = wordQuestion();
    return { ...(await this.#keep(answer, CAPTCHA.wordsWaitMs)), question };
  }

  /**
   * Uses a captcha up.
   *
   * @throws PortalError CAPTCHA_NOT_MATCHED for a wrong answer, a second try, one that is too early, too late or never was asked for
   */
  async solve(id: string, answer: string): Promise<void> {
    const [tried] = isUuid(id)
      ? await this.database
          .update(captchas)
          .set({ tried: true })
          .where(
            and(
              eq(captchas.id, id),
              eq(captchas.tried, false),
              stillGood(captchas.expiresAt, CAPTCHA.lifeMs, this.now()),
            ),
          )
          .returning()
      : [];
    const right = tried?.answerHash === answerHash(id, answer.replaceAll(/\s/g, ''));
    const early = tried?.acceptedFrom && tried.acceptedFrom > this.now();
    if (!right || early) throw new PortalError('CAPTCHA_NOT_MATCHED');
  }

  async #keep(answer: string, waitMs: number): Promise<Captcha> {
    const id = randomUUID();
    const now = this.now().getTime();
    const acceptedFrom = waitMs > 0 ? new Date(now + waitMs) : null;
    const expiresAt = new Date(now + CAPTCHA.lifeMs);
    await this.database.delete(captchas).where(lt(captchas.expiresAt, this.now()));
    await this.database.insert(captchas).values({ id, answerHash: answerHash(id, answer), acceptedFrom, expiresAt });
    return { id, waitMs, expiresAt };
  }
}
