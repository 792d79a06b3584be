import { randomInt, randomUUID } from 'node:crypto';
import { CAPTCHA, PortalError, type ProofOfWork } from '@tidewaiter/contract';
import { createChallenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { and, eq, lt } from 'drizzle-orm';
import type { Database } from '../database/database.js';
import { stillGood } from '../database/lifetime.js';
import { captchas } from '../database/schema.js';
import { byUuid } from '../database/uuid.js';
import { sha256 } from './secrets.js';

/** Rounds of one key: what a phone's processor and a graphics card differ in least is many rounds, not many keys. */
const ROUNDS = 5_000;

/**
 * A proof of work: which of many keys begins with what is told of it? Who finds it out knows the rest of the key. It was drawn here,
 * so that it costs the portal two keys and everybody else as many as stand before it.
 *
 * @param work keys that are tried on average; each proof takes from half to one and a half times as many
 */
async function proofOfWork(work: number): Promise<{ challenge: ProofOfWork; answer: string }> {
  const counter = randomInt(Math.ceil(work / 2), Math.ceil(work * 1.5) + 1);
  const algorithm = 'PBKDF2/SHA-256';
  const challenge = await createChallenge({ algorithm, cost: ROUNDS, counter, deriveKey });
  const solution = await solveChallenge({ challenge, deriveKey, counterStart: counter });
  if (!solution) throw new Error('a proof of work has no answer');
  const { nonce, salt, cost, keyLength = 32, keyPrefix } = challenge.parameters;
  return { challenge: { algorithm, nonce, salt, cost, keyLength, keyPrefix }, answer: solution.derivedKey };
}

const NUMBERS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

/** A sum in words: it needs no eyes, no script and no colours. */
function wordQuestion(): { question: string; answer: string } {
  const [a, b, c] = [randomInt(2, 13), randomInt(2, 13), randomInt(1, 10)];
  const [first, second, third] = [a, b, c].map((number) => NUMBERS[number]);
  return randomInt(2) === 0
    ? { question: `What is ${first} plus ${second} plus ${third}? Answer in digits.`, answer: String(a + b + c) }
    : {
        question: `Take ${third} from the sum of ${first} and ${second} and ten. What is left, in digits?`,
        answer: String(a + b + 10 - c),
      };
}

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
    const [tried] = await this.database
      .update(captchas)
      .set({ tried: true })
      .where(
        and(
          byUuid(captchas.id, id),
          eq(captchas.tried, false),
          stillGood(captchas.expiresAt, CAPTCHA.lifeMs, this.now()),
        ),
      )
      .returning();
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
