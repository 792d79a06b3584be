/**
 * Hands out a fixed number of places, first come first served. An embedded connection runs its statements one after
 * another, so each place is a connection, and waiting happens here rather than inside the engine's threads.
 */
export class Lanes<Place> {
  readonly #free: Place[];
  readonly #waiting = new Set<(place: Place) => void>();

  constructor(places: readonly Place[]) {
    this.#free = [...places];
  }

  /** @throws the signal's reason when it is aborted before there is a place; the work is then never begun */
  async use<Result>(work: (place: Place) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    const place = this.#free.pop() ?? (await this.#wait(signal));
    try {
      return await work(place);
    } finally {
      const [next] = this.#waiting;
      if (next) next(place);
      else this.#free.push(place);
    }
  }

  #wait(signal: AbortSignal | undefined): Promise<Place> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(take);
        reject(signal?.reason);
      };
      const take = (place: Place) => {
        this.#waiting.delete(take);
        signal?.removeEventListener('abort', leave);
        resolve(place);
      };
      this.#waiting.add(take);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }
}
