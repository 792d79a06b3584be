/**
 * Hands out a fixed number of places, first come first served. An embedded connection runs its statements one after
 * another, so each place is a connection, and waiting happens here rather than inside the engine's threads.
 */
export class Lanes<Place> {
  readonly #free: Place[];
  readonly #waiting: ((place: Place) => void)[] = [];

  constructor(places: readonly Place[]) {
    this.#free = [...places];
  }

  async use<Result>(work: (place: Place) => Promise<Result>): Promise<Result> {
    const place = this.#free.pop() ?? (await new Promise<Place>((resolve) => this.#waiting.push(resolve)));
    try {
      return await work(place);
    } finally {
      const next = this.#waiting.shift();
      if (next) next(place);
      else this.#free.push(place);
    }
  }
}
