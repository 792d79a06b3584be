import type { OpenQuestion } from './answers.js';

/** What a load would be, were a question answered in one way. */
export interface Consequence {
  rows: number;
  /** Null where no value is in dollars or can be converted. */
  usd: string | null;
  /** The first and the last, YYYY-MM, and how many there are. */
  months: { first: string; last: string; count: number } | null;
}

/** A source column that a question names. */
export interface NamedColumn {
  header: string;
  examples: readonly string[];
  /** Null where it holds other than numbers. */
  sum: string | null;
}

/** A question with what it rests on and where its answers lead. */
export interface PreviewedQuestion extends OpenQuestion {
  columns: readonly NamedColumn[];
  /** By answer; null where that cannot be told before another question is answered. */
  leads: readonly (Consequence | null)[];
}

export interface LoadPreview {
  /** The rows that this was found out from, from the first on. */
  rows: number;
  /** Were all taken as it is proposed. */
  asProposed: Consequence | null;
  questions: readonly PreviewedQuestion[];
}

/** One of a file's first rows, as it was read and as the record that it would become. */
export interface FirstRecord {
  line: number;
  cells: readonly string[];
  /** By record column; null where no record is made of the row, or nothing can be made yet. */
  record: Readonly<Record<string, string>> | null;
  /** Why no record is made of it; empty where one is, or where the mapping is not whole yet. */
  problem: string;
}
