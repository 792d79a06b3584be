interface Shared<Answer> {
  answer: Promise<Answer>;
  /** Stops the work. */
  stop: AbortController;
  /** Callers that still wait for it. */
  waiting: number;
}

/**
 * Answers that several callers ask for at once or again: the first asks, the others wait for it; the most recently used
 * are kept. A failure is not kept. The work is stopped when everybody who waited for it has gone.
 */
export class SharedAnswers<Answer> {
  readonly #answers = new Map<string, Shared<Answer>>();

  constructor(private readonly most: number) {}

  /** @throws the signal's reason when it is aborted before there is an answer; others go on waiting */
  async get(key: string, ask: (signal: AbortSignal) => Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
    signal?.throwIfAborted();
    const shared = this.#answers.get(key) ?? this.#begin(key, ask);
    this.#keep(key, shared);
    shared.waiting += 1;
    try {
      return await (signal ? unlessAborted(shared.answer, signal) : shared.answer);
    } finally {
      shared.waiting -= 1;
      if (shared.waiting === 0 && signal?.aborted) {
        this.#forget(key, shared);
        shared.stop.abort();
      }
    }
  }

  #begin(key: string, ask: (signal: AbortSignal) => Promise<Answer>): Shared<Answer> {
    const stop = new AbortController();
    const shared = { answer: ask(stop.signal), stop, waiting: 0 };
    shared.answer.catch(() => this.#forget(key, shared));
    return shared;
  }

  #keep(key: string, shared: Shared<Answer>): void {
    this.#answers.delete(key);
    this.#answers.set(key, shared);
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= this.most) break;
      this.#answers.delete(oldest);
    }
  }

  /** Unless another has begun under its key meanwhile. */
  #forget(key: string, shared: Shared<Answer>): void {
    if (this.#answers.get(key) === shared) this.#answers.delete(key);
  }
}

/** What a promise comes to, unless the signal is aborted first; the work behind it goes on. */
function unlessAborted<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
