/** What is done to a text's records on their way to the engine. */
export interface TextRepair {
  /** Whether anything was passed on other than it came. */
  readonly changed: boolean;
  /** Takes a piece, which may be written over; answers with the records that it completes. */
  push(piece: Buffer): Buffer[];
  /** What is left when the text has ended. */
  end(): Buffer[];
}

/** A record that is longer than any real one. */
export class TooLong extends Error {
  /** @param offset where it begins */
  constructor(readonly offset: number) {
    super('a record is too long');
  }
}
