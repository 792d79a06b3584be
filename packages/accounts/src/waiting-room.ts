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
