import { KNOWN_BROWSER, WRONG_PASSWORDS } from '@tidewaiter/contract';
import { normalEmail } from '../users/users.js';
import type { KnownBrowsers } from './known-browsers.js';
import type { RateLimiter } from './rate-limiter.js';

/**
 * Where calls wait for their moment, each holding a timer and nothing else. When it is full, who has waited longest goes on at
 * once: nobody is refused, and no more than its size ever wait.
 */
export class WaitingRoom {
  /** Ends the wait of each, in the order in which they came. */
  readonly #waiting = new Set<() => void>();

  constructor(private readonly size: number) {}

  /** How many wait now. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Resolves after so many milliseconds or sooner; rejects as soon as the signal is aborted. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (ms <= 0) return;
    const [longest] = this.#waiting;
    if (this.#waiting.size >= this.size) longest?.();
    await new Promise<void>((resolve, reject) => {
      const end = (how: () => void) => () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
        this.#waiting.delete(goOn);
        how();
      };
      const goOn = end(resolve);
      const leave = end(() => reject(signal.reason));
      const timer = setTimeout(goOn, ms);
      signal.addEventListener('abort', leave);
      this.#waiting.add(goOn);
    });
  }
}

/** Sign-ins that wait at the same time in this process; each holds its connection and a timer. */
const MOST_WAITING = 1_000;

/** A try to sign in, before its password is looked at. */
export interface SignInTry {
  email: string;
  /** The network address that it comes from. */
  address: string;
  /** The secret of the browser's cookie, where it has one. */
  browser: string | undefined;
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal;
}

/**
 * How long a try waits, in milliseconds.
 *
 * @param tries how many there were lately at this account, this one among them
 */
export function waitBefore(tries: number): number {
  const { free, firstWaitMs, longestWaitMs } = WRONG_PASSWORDS;
  return tries <= free ? 0 : Math.min(longestWaitMs, firstWaitMs * 2 ** (tries - free - 1));
}

/**
 * Holds back who guesses passwords. Tries at one account are delayed, however many network addresses they come from, and never refused:
 * nobody can keep a person out by trying. It waits before the password is looked at, so that the wait tells nothing, and counts by
 * the e-mail address that was typed, so that it is the same for one that has no account. Decision 0026.
 */
export class SignInTries {
  readonly #waitingRoom = new WaitingRoom(MOST_WAITING);

  constructor(
    private readonly limiter: RateLimiter,
    private readonly browsers: KnownBrowsers,
  ) {}

  /**
   * Resolves when the password may be looked at.
   *
   * @returns what to call when it was right
   */
  async admit({ email, address, browser, signal }: SignInTry): Promise<() => Promise<void>> {
    if (browser !== undefined && (await this.#isExempt(browser, email))) {
      return async () => {
        await this.limiter.forgetTry('KNOWN_BROWSER', browser);
        await this.limiter.forgetSignIn(address);
      };
    }
    const account = normalEmail(email);
    const tries = await this.limiter.countTry('WRONG_PASSWORDS', account);
    await this.#waitingRoom.wait(waitBefore(tries), signal);
    return async () => {
      await this.limiter.forgetTry('WRONG_PASSWORDS', account);
      await this.limiter.forgetSignIn(address);
    };
  }

  async #isExempt(browser: string, email: string): Promise<boolean> {
    if (!(await this.browsers.knows(browser, email))) return false;
    return (await this.limiter.countTry('KNOWN_BROWSER', browser)) <= KNOWN_BROWSER.points;
  }
}
