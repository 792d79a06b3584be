import { LRUCache } from 'lru-cache';

/** What an answer is found with, as far as the cache must know it: at which data version, for whom, and until when somebody waits. */
export interface CachedReader<Self> {
  readonly version: { readonly version: number; readonly unseenParties?: readonly string[] };
  readonly call: { readonly signal?: AbortSignal | undefined };
  /** The same for work that others wait for as well. */
  waitedForUntil(signal: AbortSignal): Self;
}

/**
 * A query whose answers are worth caching. They are found from nothing but what they are about and the reader, and both of
 * them make the key: what could tell two answers apart is never missing there. A constant of its module, it has nothing else at hand.
 */
export interface CachedQueryOf<Reader, About, Answer extends object> {
  /** Tells its answers from those of other queries. */
  name: string;
  find(about: About, reader: Reader): Promise<Answer>;
}

/** What asking has come to since the start, and what is kept. */
export interface AnswersState {
  /** Found among what is cached. */
  cached: number;
  /** Found by the work that somebody else had begun. */
  shared: number;
  /** Found by work of its own. */
  made: number;
  /** What the cached answers weigh. */
  bytes: number;
}

/** An answer under way: who asked first does the work, the others wait for it. */
interface UnderWay {
  answer: Promise<object>;
  waiting: number;
  work: AbortController;
}

/**
 * Answers that several callers ask for at once or again. The most recently used are cached, up to a weight; a failure is not.
 * The work for an answer is cancelled when everyone who waits for it has gone.
 */
export class AnswerCache {
  readonly #cached: LRUCache<string, object>;
  readonly #underWay = new Map<string, UnderWay>();
  readonly #asked = { cached: 0, shared: 0, made: 0 };

  /** @param bytes that the cached answers may take together; 0 caches none */
  constructor(bytes: number) {
    this.#cached = new LRUCache({ maxSize: Math.max(bytes, 1) });
  }

  get state(): AnswersState {
    return { ...this.#asked, bytes: this.#cached.calculatedSize };
  }

  /** @param about plain data: as JSON it is a part of the key, and equal data finds the same answer */
  async get<Reader extends CachedReader<Reader>, About, Answer extends object>(
    query: CachedQueryOf<Reader, About, Answer>,
    about: About,
    reader: Reader,
  ): Promise<Answer> {
    const { signal } = reader.call;
    signal?.throwIfAborted();
    // The only key that there is: everything that an answer is found from.
    const { version, unseenParties } = reader.version;
    const key = JSON.stringify([query.name, version, about, unseenParties]);
    const cached = this.#cached.get(key);
    const underWay = cached ? undefined : this.#underWay.get(key);
    this.#asked[cached ? 'cached' : underWay ? 'shared' : 'made'] += 1;
    if (cached) return cached as Answer;
    const find = (work: AbortSignal) => query.find(about, reader.waitedForUntil(work));
    return (await this.#wait(key, underWay ?? this.#start(key, find), signal)) as Answer;
  }

  #start(key: string, find: (work: AbortSignal) => Promise<object>): UnderWay {
    const work = new AbortController();
    const answer = find(work.signal);
    const started: UnderWay = { answer, waiting: 0, work };
    this.#underWay.set(key, started);
    const forget = () => {
      if (this.#underWay.get(key) === started) this.#underWay.delete(key);
    };
    answer.then((value) => {
      this.#cached.set(key, value, { size: key.length + weightOf(value) });
      forget();
    }, forget);
    return started;
  }

  /** Waits for an answer, or until the one who asked has gone. */
  async #wait(key: string, underWay: UnderWay, signal: AbortSignal | undefined): Promise<object> {
    underWay.waiting += 1;
    // Without a signal it is somebody who never goes away.
    if (!signal) return underWay.answer;
    let leave = () => {};
    const left = new Promise<never>((_, reject) => {
      leave = () => {
        reject(signal.reason);
        underWay.waiting -= 1;
        if (underWay.waiting === 0) {
          if (this.#underWay.get(key) === underWay) this.#underWay.delete(key);
          underWay.work.abort(signal.reason);
        }
      };
      signal.addEventListener('abort', leave, { once: true });
    });
    try {
      return await Promise.race([underWay.answer, left]);
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }
}

/** What an object, a text and a slot of either take beside their content, in bytes. */
const OBJECT = 40;
const TEXT = 24;
const SLOT = 8;

/** What an answer takes in memory, in bytes, roughly: its texts, and the slots that hold them. */
export function weightOf(value: unknown): number {
  if (typeof value === 'string') return TEXT + 2 * value.length;
  if (typeof value !== 'object' || value === null) return SLOT;
  if (ArrayBuffer.isView(value)) return OBJECT + value.byteLength;
  let weight = OBJECT;
  if (value instanceof Map) for (const [key, held] of value) weight += weightOf(key) + weightOf(held);
  else for (const held of Object.values(value)) weight += SLOT + weightOf(held);
  return weight;
}
