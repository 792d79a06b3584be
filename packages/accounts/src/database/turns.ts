import { AsyncLocalStorage } from 'node:async_hooks';

/** For whom something works that asks the database. */
export interface WorkingFor {
  /** An account, or what stands for one that is not known yet. */
  account: string;
  /** Of what it works on, as W3C Trace Context writes it: jobs that it asks for say whence they are. */
  readonly traceparent?: string;
  /** Is told of each statement of the accounts' database that it asks. @returns is told how that has ended */
  statement?(name: string): ((hasFailed: boolean) => void) | undefined;
  /** Is told how long it waited for its turn, in milliseconds. */
  waited?(pool: 'accounts', milliseconds: number): void;
}

/** For whom this process works just now; what nobody waits for works for the portal itself. */
export const workingFor = new AsyncLocalStorage<WorkingFor>();

export const THE_PORTAL: WorkingFor = { account: 'portal' };

/**
 * Whose turn it is at an engine that works on one thing after another: each account that waits has one piece of work, a statement or a
 * transaction, then the next account has one of its own, so that who asks for much waits for itself.
 *
 * Nothing is sent ahead: with three statements ahead the engine answered more of one account's, and small calls of others waited longer
 * beside it (decision 0046).
 */
export class Turns {
  /** What begins the work that waits, by account in the order of their turns. */
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #unfinished = new Set<Promise<unknown>>();
  /** What reads and has not begun, by account and what it reads. */
  readonly #reads = new Map<string, Promise<unknown>>();
  #isWorking = false;

  /**
   * Work that changes nothing. Whoever of the account asks for the same before it has begun has the same answer, which is as new as
   * either may ask for: the calls of one screen, which come at once, ask a dozen times who their person is and what their plan gives.
   *
   * @param name the same for the same work
   */
  read<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const { account } = workingFor.getStore() ?? THE_PORTAL;
    const key = JSON.stringify([account, name]);
    const waiting = this.#reads.get(key) as Promise<Result> | undefined;
    if (waiting) return waiting;
    const result = this.take(() => {
      this.#reads.delete(key);
      return work();
    });
    this.#reads.set(key, result);
    return result;
  }

  take<Result>(work: () => Promise<Result>): Promise<Result> {
    const worksFor: WorkingFor = workingFor.getStore() ?? THE_PORTAL;
    const { account } = worksFor;
    const asked = performance.now();
    const result = new Promise<void>((begin) => {
      const queue = this.#waiting.get(account) ?? [];
      queue.push(begin);
      this.#waiting.set(account, queue);
      this.#next();
    })
      .then(() => {
        worksFor.waited?.('accounts', performance.now() - asked);
        return work();
      })
      .finally(() => {
        this.#isWorking = false;
        this.#unfinished.delete(result);
        this.#next();
      });
    this.#unfinished.add(result);
    return result;
  }

  /** Waits for all that was asked for, and what that asks for. */
  async finished(): Promise<void> {
    while (this.#unfinished.size > 0) await Promise.allSettled(this.#unfinished);
  }

  #next(): void {
    const [next] = this.#waiting;
    if (this.#isWorking || !next) return;
    const [account, [begin, ...rest]] = next;
    this.#isWorking = true;
    this.#waiting.delete(account);
    if (rest.length > 0) this.#waiting.set(account, rest);
    begin?.();
  }
}
