import { RATE_LIMITS, type RateBucket, TooManyRequests, WRONG_PASSWORDS } from '@tidewaiter/contract';
import type { Pool } from 'pg';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { sha256 } from './secrets.js';

type Counted = RateBucket | 'WRONG_PASSWORDS';

/**
 * A network address as it is counted: of IPv6 the first half, since whoever has one address there has the rest of its network.
 */
export function countedAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const rest = tail?.split(':').filter(Boolean) ?? [];
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill('0');
  return [...groups, ...zeros, ...rest].slice(0, 4).join(':');
}

/**
 * Counts calls. In the database where several portals share one; in memory on the embedded engine, which is one process's: there
 * a counter would cost every call a write.
 */
export class RateLimiter {
  readonly #limiters: Record<Counted, RateLimiterAbstract>;

  constructor(pool: Pool | undefined) {
    const limits = { ...RATE_LIMITS, WRONG_PASSWORDS };
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
  async count(bucket: RateBucket, who: string): Promise<void> {
    await this.#consume(bucket, who);
  }

  /**
   * Counts a try to sign in, before the password is looked at: by e-mail and network address together.
   *
   * @throws TooManyRequests when too many were wrong
   */
  async countSignIn(email: string, address: string): Promise<void> {
    await this.#consume('WRONG_PASSWORDS', this.#pair(email, address));
  }

  /** The password was right: earlier wrong ones are forgotten, and this sign-in does not count against its address. */
  async forgetSignIns(email: string, address: string): Promise<void> {
    await this.#limiters.WRONG_PASSWORDS.delete(this.#pair(email, address));
    await this.#limiters.LOGIN.reward(countedAddress(address));
  }

  #pair(email: string, address: string): string {
    return sha256(`${email.trim().toLowerCase()} ${countedAddress(address)}`);
  }

  async #consume(name: Counted, who: string): Promise<void> {
    const limiter = this.#limiters[name];
    const refusal = await refusalOf(limiter, who);
    if (!refusal) return;
    // Its count would last longer than any does: the clock was turned back. Nobody waits for it to come round again.
    if (refusal.msBeforeNext > 2 * limiter.msDuration) {
      await limiter.delete(who);
      return this.#consume(name, who);
    }
    throw new TooManyRequests(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
  }
}

/** Counts a call; undefined while there is room for it. */
async function refusalOf(limiter: RateLimiterAbstract, who: string): Promise<RateLimiterRes | undefined> {
  try {
    await limiter.consume(who);
    return undefined;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return refusal;
    throw refusal;
  }
}
