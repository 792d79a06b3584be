import { LRUCache } from 'lru-cache';

/** A question under way: who asked first does the work, the others wait for it. */
interface Asked {
  answer: Promise<object>;
  waiting: number;
  work: AbortController;
}

interface Question<Answer> {
  /** What decides the answer: the kind of question, the data version, the compiled condition with its values. */
  key: readonly unknown[];
  ask: (signal: AbortSignal) => Promise<Answer>;
  /** What the answer weighs, in bytes, roughly. */
  weigh: (answer: Answer) => number;
}

/**
 * Answers that several callers ask for at once or again. The most recently used are kept, up to a weight; a failure is not.
 * The work for an answer is cancelled when everyone who waits for it has gone.
 */
export class SharedAnswers {
  readonly #kept: LRUCache<string, object>;
  readonly #asked = new Map<string, Asked>();

  /** @param bytes that the kept answers may take together; 0 keeps none */
  constructor(bytes: number) {
    this.#kept = new LRUCache({ maxSize: Math.max(bytes, 1) });
  }

  async get<Answer extends object>(question: Question<Answer>, signal?: AbortSignal): Promise<Answer> {
    signal?.throwIfAborted();
    const key = JSON.stringify(question.key);
    const kept = this.#kept.get(key);
    if (kept) return kept as Answer;
    const asked = this.#asked.get(key) ?? this.#start(key, question);
    return (await this.#wait(key, asked, signal)) as Answer;
  }

  #start<Answer extends object>(key: string, { ask, weigh }: Question<Answer>): Asked {
    const work = new AbortController();
    const answer = ask(work.signal);
    const asked: Asked = { answer, waiting: 0, work };
    this.#asked.set(key, asked);
    const forget = () => {
      if (this.#asked.get(key) === asked) this.#asked.delete(key);
    };
    answer.then((found) => {
      this.#kept.set(key, found, { size: key.length + Math.max(1, Math.ceil(weigh(found))) });
      forget();
    }, forget);
    return asked;
  }

  /** Waits for an answer, or until the one who asked has gone. */
  async #wait(key: string, asked: Asked, signal: AbortSignal | undefined): Promise<object> {
    if (!signal) {
      // Somebody who never goes away.
      asked.waiting += 1;
      return asked.answer;
    }
    asked.waiting += 1;
    let leave = () => {};
    const left = new Promise<never>((_, reject) => {
      leave = () => {
        reject(signal.reason);
        asked.waiting -= 1;
        if (asked.waiting === 0) {
          if (this.#asked.get(key) === asked) this.#asked.delete(key);
          asked.work.abort(signal.reason);
        }
      };
      signal.addEventListener('abort', leave, { once: true });
    });
    try {
      return await Promise.race([asked.answer, left]);
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }
}
