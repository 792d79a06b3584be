import type { HeaderWords } from '../recognise/header-words.js';
import { type Assignment, PROVED, type Suggestion } from './assign.js';
import { isNumbered } from './left-over.js';
import { findNumberRoles, guessNumbers } from './number-roles.js';
import { guessByValues, type ValuedFile } from './value-evidence.js';

/** How likely amounts are a value that have cents, or are the largest of a file. */
const LIKELY = 0.3;

/** Columns whose names say nothing, or but that they are codes of something unknown: only their values tell what they hold. */
export function unreadColumns(read: readonly HeaderWords[], byName: readonly Suggestion[]): number[] {
  const named = new Set(byName.map(({ column }) => column));
  const saysNothing = ({ concepts, unknown, currencies }: HeaderWords) =>
    (concepts.size === 0 && currencies.length === 0) ||
    (concepts.size === 1 && concepts.has('code') && unknown.length > 0);
  return read.flatMap((words, column) => (saysNothing(words) && !named.has(column) ? [column] : []));
}

/** As much as the words of a name must weigh to be held against values. */
const LEAST_NAMED = 0.5;
const PROVED_BY_VALUES = 0.8;

/** Of a file in which no name says where the HS codes are: columns called otherwise that hold codes of headings, which are asked about. */
export function guessCodes(
  unread: readonly number[],
  byName: readonly Suggestion[],
  file: ValuedFile,
  read: readonly HeaderWords[],
): Suggestion[] {
  if (byName.some(({ target, score }) => target === 'hs_code' && score >= LEAST_NAMED)) return [];
  return file.values.flatMap(({ heading, distinct, date }, column) => {
    const isOpen = !unread.includes(column) && !isNumbered(read[column]?.concepts ?? new Set());
    const isProved = heading >= PROVED_BY_VALUES && distinct >= LEAST_CODES && date < 1 - PROVED_BY_VALUES;
    return isOpen && isProved
      ? [asGuess({ column, target: 'hs_code', score: 0.6, reason: 'its values are codes of headings' })]
      : [];
  });
}

const LEAST_CODES = 2;

const asGuess = (guess: Omit<Suggestion, 'named'>): Suggestion => ({ ...guess, named: 0 });

/** What their values say of each by itself. */
export const guessEach = (unread: readonly number[], file: ValuedFile): Suggestion[] =>
  unread.flatMap((column) => guessByValues(column, file).map((guess) => asGuess({ ...guess, column })));

/** What their numbers are beside those of the whole file. */
export function guessAmounts(
  unread: readonly number[],
  {
    rows,
    values,
    named: { chosen },
    numberOf,
  }: ValuedFile & { named: Assignment; numberOf(cell: string): number | undefined },
): Suggestion[] {
  const columns = unread.filter((column) => (values[column]?.number ?? 0) > 0.8 || values[column]?.amounts);
  if (columns.length === 0) return [];
  const [inDollars] = chosen.get('total_value_usd') ?? [];
  const roles = findNumberRoles({ rows, values, numberOf });
  // A value with delivery stood for the one without it, which is a part of it.
  const parts = roles.sums.flatMap(({ whole, part }) =>
    whole === inDollars?.column && unread.includes(part) ? [part] : [],
  );
  const found = guessNumbers(roles, values).filter(({ column, target, score }) => {
    // Beside a value in dollars, one of another money is none that a load rests on.
    const isOther = inDollars === undefined || inDollars.blank || (inDollars.standsIn && score >= PROVED);
    return unread.includes(column) && (target !== 'total_value' || (isOther && !parts.includes(column)));
  });
  // Beside a value that a name says, another that looks like one may be the same in dollars.
  const isNamed = (chosen.get('total_value')?.[0]?.named ?? 0) > 0 && inDollars === undefined;
  const others = found.filter(({ target, score }) => isNamed && target === 'total_value' && score >= LIKELY);
  return [
    ...found,
    ...others.map((guess) => ({ ...guess, target: 'total_value_usd', score: Math.min(guess.score, 0.5) })),
    ...parts.map((column) => ({
      ...{ column, target: 'total_value_usd', score: 0.88 },
      reason: 'with its costs it is the value in dollars',
    })),
  ].map(asGuess);
}
