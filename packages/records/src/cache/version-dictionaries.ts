import type { DataVersion } from '../versions/data-version.js';

/** Makes a book of a data version; undefined where it would be too large. */
type MakeBook<About, Book> = (about: About, version: DataVersion, signal: AbortSignal) => Promise<Book | undefined>;

/**
 * Books of the latest data version, each of something that many questions would otherwise look up in the engine. A book is made beside
 * the first question that could use it, which does not wait for it; those that it serves later find it. Decision 0037.
 */
export class BooksOfVersion<About, Book> {
  #version = 0;
  #books = new Map<string, Book>();
  readonly #begun = new Set<string>();
  /** What is being made, one after another: books are not to fill the lanes of searches. */
  #making: Promise<void> = Promise.resolve();
  readonly #closing = new AbortController();

  constructor(private readonly make: MakeBook<About, Book>) {}

  /** The book about something at a data version, if it has been made. */
  book(about: About, version: DataVersion): Book | undefined {
    if (version.version < this.#version) return undefined;
    if (version.version > this.#version) {
      this.#version = version.version;
      this.#books = new Map();
      this.#begun.clear();
    }
    const name = JSON.stringify(about);
    if (!this.#begun.has(name) && !this.#closing.signal.aborted) this.#begin(name, about, version);
    return this.#books.get(name);
  }

  #begin(name: string, about: About, version: DataVersion): void {
    this.#begun.add(name);
    this.#making = this.#making
      .then(() => this.make(about, version, this.#closing.signal))
      .then(
        (book) => {
          if (book && this.#version === version.version) this.#books.set(name, book);
        },
        // Without a book all is looked up for each question, and the next data version has another try.
        () => {},
      );
  }

  /** Ends what is being made: an engine is not to be closed beneath it. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('the records are being closed'));
    await this.#making;
  }
}
