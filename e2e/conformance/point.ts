import type { Surroundings } from './surroundings.js';

/** One checkable sentence of the specification. */
interface Point {
  /** What the specification asks, in our words, with what it prints to the letter. */
  says: string;
  /**
   * The first cell of the line in `docs/deviations.md` that says where and why the product leaves the sentence. The check is then of
   * what the product does in its place.
   */
  differs?: string;
  /** Fails where the running portal does not do so. Its parameter names what it needs: nothing else is set up. */
  check: (surroundings: Surroundings) => Promise<void> | void;
}

/** Points by their number: the section of the specification, and the place within it. A number, once given, stays. */
export type Points = Readonly<Record<`${number}.${number}`, Point>>;
