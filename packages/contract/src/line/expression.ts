/** What a query line says: conditions of records, joined. */
import type { LineField } from './fields.js';

/** How a condition looks at its field. */
export type Match =
  /** All words, in the singular and in the plural, in any order. */
  | { kind: 'words'; words: readonly string[] }
  /** The text as it stands, anywhere. */
  | { kind: 'text'; text: string }
  /** The whole value. Of days, of an amount and of a code: their range has two equal ends. */
  | { kind: 'is'; value: string }
  /** A word, in which `*` stands for any letters and `?` for one. */
  | { kind: 'pattern'; pattern: string }
  /** A word of at most so many other letters. */
  | { kind: 'spelling'; word: string; edits: 1 | 2 }
  /** All words, the first and the last of them at most so many words apart. */
  | { kind: 'near'; words: readonly string[]; within: number }
  /** One of what stands on a list of the account's, by the list's name. */
  | { kind: 'list'; name: string }
  /** From one value to another; without one, from the least or to the most. Of codes, how they begin. */
  | { kind: 'range'; from?: string; to?: string; beyond?: true };

/** A condition; without a field, of goods, parties and codes alike. */
export interface Term {
  is: 'term';
  field: LineField | null;
  match: Match;
}

export type Condition =
  | Term
  | { is: 'and'; of: readonly Condition[] }
  | { is: 'or'; of: readonly Condition[] }
  | { is: 'not'; of: Condition };

export const term = (field: LineField | null, match: Match): Term => ({ is: 'term', field, match });

const flattened = (is: 'and' | 'or', of: readonly Condition[]): Condition[] =>
  of.flatMap((one) => (one.is === is ? one.of : [one]));

/** Words of one field beside each other are one condition: so they are read, and so they are written. */
function withJoinedWords(of: readonly Condition[]): Condition[] {
  const joined: Condition[] = [];
  for (const one of of) {
    const at = joined.findIndex(
      (other) =>
        one.is === 'term' &&
        one.match.kind === 'words' &&
        other.is === 'term' &&
        other.match.kind === 'words' &&
        other.field === one.field,
    );
    if (at < 0) joined.push(one);
    else joined[at] = term((one as Term).field, bothWords(joined[at] as Term, one as Term));
  }
  return joined;
}

const wordsOf = ({ match }: Term) => (match.kind === 'words' ? match.words : []);
const bothWords = (one: Term, other: Term): Match => ({
  kind: 'words',
  words: [...new Set([...wordsOf(one), ...wordsOf(other)])],
});

/** All of some conditions. */
export function all(...of: readonly Condition[]): Condition {
  const parts = withJoinedWords(flattened('and', of));
  return parts.length === 1 && parts[0] ? parts[0] : { is: 'and', of: parts };
}

/** Any of some conditions. */
export function any(...of: readonly Condition[]): Condition {
  const parts = flattened('or', of);
  return parts.length === 1 && parts[0] ? parts[0] : { is: 'or', of: parts };
}

export const none = (of: Condition): Condition => (of.is === 'not' ? of.of : { is: 'not', of });

/** The conditions that all must hold. */
export const conjuncts = (expression: Condition): readonly Condition[] =>
  expression.is === 'and' ? expression.of : [expression];

/** The conditions of which one must hold. */
export const alternatives = (expression: Condition): readonly Condition[] =>
  expression.is === 'or' ? expression.of : [expression];

/** Every condition, wherever it stands. */
export function* termsOf(expression: Condition): Generator<Term> {
  if (expression.is === 'term') yield expression;
  else if (expression.is === 'not') yield* termsOf(expression.of);
  else for (const one of expression.of) yield* termsOf(one);
}
