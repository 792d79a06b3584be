import type { DataVersion } from '../versions/data-version.js';

/** Makes a dictionary of a data version; undefined where it would be too large. */
type MakeDictionary<About, Dictionary> = (
  about: About,
  version: DataVersion,
  signal: AbortSignal,
) => Promise<Dictionary | undefined>;

/**
 * Dictionaries of the latest data version, each of something that many questions would otherwise look up in the engine. A dictionary is made when
 * caches are warmed, or beside the first question that could use it, which does not wait for it. Decisions 0037 and 0082.
 */
export class VersionDictionaries<About, Dictionary> {
  #version = 0;
  #dictionaries = new Map<string, Dictionary>();
  readonly #begun = new Set<string>();
  /** What is being made, one after another: dictionaries are not to fill the lanes of searches. */
  #making: Promise<void> = Promise.resolve();
  /** Ended with the data version that dictionaries are being made of. */
  #superseded = new AbortController();
  #isClosed = false;

  /** @param all that there may be a dictionary about */
  constructor(
    private readonly all: readonly About[],
    private readonly make: MakeDictionary<About, Dictionary>,
  ) {}

  /** The dictionary about something at a data version, if it has been made. */
  dictionary(about: About, version: DataVersion): Dictionary | undefined {
    if (version.version < this.#version) return undefined;
    if (version.version > this.#version) {
      this.#version = version.version;
      this.#superseded.abort(new Error('there is a newer data version'));
      this.#superseded = new AbortController();
      this.#dictionaries = new Map();
      this.#begun.clear();
    }
    const name = JSON.stringify(about);
    if (!this.#begun.has(name) && !this.#isClosed) this.#begin(name, about, version);
    return this.#dictionaries.get(name);
  }

  /** Makes all of a data version, unless a newer one comes. */
  async makeAll(version: DataVersion): Promise<void> {
    for (const about of this.all) this.dictionary(about, version);
    await this.#making;
  }

  #begin(name: string, about: About, version: DataVersion): void {
    this.#begun.add(name);
    const { signal } = this.#superseded;
    this.#making = this.#making
      .then(() => this.make(about, version, signal))
      .then(
        (dictionary) => {
          if (dictionary && this.#version === version.version) this.#dictionaries.set(name, dictionary);
        },
        // Without a dictionary all is looked up for each question, and the next data version has another try.
        () => {},
      );
  }

  /** Ends what is being made: an engine is not to be closed beneath it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#superseded.abort(new Error('the records are being closed'));
    await this.#making;
  }
}
