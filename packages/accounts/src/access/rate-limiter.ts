import {
  KNOWN_BROWSER,
  MAILS_TO_ADDRESS,
  MAILS_TO_OPERATOR,
  RATE_LIMITS,
  type RateBucket,
  TooManyRequests,
  WRONG_PASSWORDS,
} from '@tidewaiter/contract';
import type { Pool } from 'pg';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { countedAddress } from '../site/network-address.js';
import { sha256 } from './secrets.js';

/** What is counted beside calls. */
const COUNTED = {
  WRONG_PASSWORDS: { ...WRONG_PASSWORDS, points: WRONG_PASSWORDS.free },
  KNOWN_BROWSER,
  MAILS_TO_ADDRESS,
  MAILS_TO_OPERATOR,
};

type Counted = RateBucket | keyof typeof COUNTED;

/** How many more calls there may be, and in how many seconds all of them again. */
export interface RateLeft {
  calls: number;
  seconds: number;
}

/**
 * Counts calls. In the database where several portals share one; in memory on the embedded engine, which is one process's: there
 * a counter would cost every call a write.
 */
export class RateLimiter {
  readonly #limiters: Record<Counted, RateLimiterAbstract>;

  constructor(pool: Pool | undefined) {
    const limits = { ...RATE_LIMITS, ...COUNTED };
    const made = Object.entries(limits).map(([name, { points, seconds }]) => {
      const options = { keyPrefix: name, points, duration: seconds };
      return [
        name,
        pool
          ? new RateLimiterPostgres({
              ...options,
              storeClient: pool,
              tableName: 'rate_limits',
              // By the migration.
              tableCreated: true,
            })
          : new RateLimiterMemory(options),
      ];
    });
    this.#limiters = Object.fromEntries(made);
  }

  /** @throws TooManyRequests when the limit is reached */
  async count(bucket: RateBucket, who: string): Promise<RateLeft> {
    const { remainingPoints, msBeforeNext } = await this.#consume(bucket, who);
    return { calls: remainingPoints, seconds: Math.ceil(msBeforeNext / 1000) };
  }

  /** A sign-in that succeeded does not count against its address: a whole office may come in at nine. */
  async forgetSignIn(address: string): Promise<void> {
    await this.#limiters.LOGIN.reward(countedAddress(address));
  }

  /** A code of a second factor that was right does not count. */
  async forgetCode(userId: number): Promise<void> {
    await this.#limiters.FACTOR_CODES.reward(String(userId));
  }

  /**
   * Counts a try at a password, before the password is looked at.
   *
   * @param whose what is counted; only its hash is kept
   * @returns how many there were lately, this one among them
   */
  async countTry(kind: 'WRONG_PASSWORDS' | 'KNOWN_BROWSER', whose: string): Promise<number> {
    const { consumedPoints } = await this.#limiters[kind].penalty(sha256(whose));
    return consumedPoints;
  }

  /** The password was right: the try does not count. */
  async forgetTry(kind: 'WRONG_PASSWORDS' | 'KNOWN_BROWSER', whose: string): Promise<void> {
    await this.#limiters[kind].reward(sha256(whose));
  }

  /** Whether there is room for another message that anybody may have sent to an address. It counts as sent. */
  async mayMail(address: string): Promise<boolean> {
    return this.#hasRoom('MAILS_TO_ADDRESS', sha256(address));
  }

  /** Whether there is room for another message to the operator about what anybody may do. It counts as sent. */
  async mayMailOperator(about: 'SIGN_UP' | 'PLAN_REQUEST'): Promise<boolean> {
    return this.#hasRoom('MAILS_TO_OPERATOR', about);
  }

  async #hasRoom(name: Counted, who: string): Promise<boolean> {
    return this.#consume(name, who).then(
      () => true,
      (refusal: unknown) => {
        if (refusal instanceof TooManyRequests) return false;
        throw refusal;
      },
    );
  }

  async #consume(name: Counted, who: string): Promise<RateLimiterRes> {
    const limiter = this.#limiters[name];
    try {
      return await limiter.consume(who);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      // Its count would last longer than any does: the clock was turned back. Nobody waits for it to come round again.
      if (refusal.msBeforeNext <= 2 * limiter.msDuration)
        throw new TooManyRequests(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
      await limiter.delete(who);
      return this.#consume(name, who);
    }
  }
}
