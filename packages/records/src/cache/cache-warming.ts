import { setTimeout as sleep } from 'node:timers/promises';
import type { DataVersion } from '../versions/data-version.js';

/** How long a data version stands before it is worth the work, in milliseconds: loads publish one after another. */
const SETTLED_MS = 500;

/**
 * Cache warming: what the first questions of a data version would otherwise wait for, or go without, is found before anybody asks. Each
 * version anew, in place of the one before it. Decision 0082.
 */
export class CacheWarming {
  #superseded = new AbortController();
  #work: Promise<void> = Promise.resolve();
  #isClosed = false;

  /** @param warm ends soon once its signal is aborted */
  constructor(private readonly warm: (version: DataVersion, signal: AbortSignal) => Promise<void>) {}

  readonly begin = (version: DataVersion): void => {
    if (this.#isClosed) return;
    this.#superseded.abort();
    this.#superseded = new AbortController();
    const { signal } = this.#superseded;
    const warmed = sleep(SETTLED_MS, undefined, { signal })
      .then(() => this.warm(version, signal))
      // What could not be found is found by whoever asks for it.
      .catch(() => {});
    this.#work = Promise.all([this.#work, warmed]).then(() => {});
  };

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#superseded.abort();
    await this.#work;
  }
}
