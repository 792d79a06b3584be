import type { FoundTokens, Run, TokenDictionary, TokenizedColumn } from '../cache/token-dictionary.js';
import type { Bindings } from '../engine/bindings.js';
import { isPlain, plainDescriptionText, plainPartyText } from '../text/plain-text.js';

/** Letters of the words of all texts of a question: with more, a statement becomes too large. */
export const MOST_LETTERS = 50_000;

/** Rarest words of a text that are looked up by themselves. */
const MOST_RUNS = 4;

/** How plain values look in a column. */
const normalised = (column: TokenizedColumn, value: string) =>
  column === 'product_description_text' ? plainDescriptionText(value) : plainPartyText(value);

/** What the words of an index say of a text that a column is to contain. */
interface Contained {
  /** The text as the column would have it. */
  text: string;
  /** Each of its runs of letters and digits, with the words that it may be a part of, the rarest first. */
  runs: readonly FoundTokens[];
  /** Whether they say it all: the text is one run. */
  isWhole: boolean;
}

function runsOf(text: string): Run[] {
  return [...text.matchAll(/[a-z0-9]+/g)].map(({ 0: letters, index }) => ({
    letters,
    opens: index > 0,
    closes: index + letters.length < text.length,
  }));
}

/** @returns undefined where the words say nothing: without a dictionary, and of a text that is not plain, or part of too many words */
function containedBy(
  column: TokenizedColumn,
  value: string,
  dictionary: TokenDictionary | undefined,
): Contained | undefined {
  if (dictionary === undefined || !isPlain(value)) return undefined;
  const text = normalised(column, value);
  const all = runsOf(text);
  const runs = all
    .flatMap((run) => dictionary.tokensWith(run) ?? [])
    .sort((a, b) => a.records - b.records)
    .slice(0, MOST_RUNS);
  if (runs.length === 0) return undefined;
  return { text, runs, isWhole: all.length === 1 && all[0]?.letters === text };
}

/** That a column contains a value, asked by the words of its index; undefined where that is to be asked as of any column. */
export function containsWords(
  column: TokenizedColumn,
  value: string,
  dictionary: TokenDictionary | undefined,
  bindings: Bindings,
): string | undefined {
  const contained = containedBy(column, value, dictionary);
  if (contained === undefined) return undefined;
  const { text, runs, isWhole } = contained;
  if (runs.some(({ tokens }) => tokens.length === 0)) return '0';
  const letters = runs.reduce((sum, { tokens }) => sum + tokens.join('').length, 0);
  if (bindings.letters + letters > MOST_LETTERS) return undefined;
  const each = runs.map(({ tokens }) => `hasAnyTokens(${column}, ${bindings.strings(tokens)})`);
  const whole = isWhole ? [] : [`position(${column}, ${bindings.string(text)}) > 0`];
  return `(${[...each, ...whole].join(' AND ')})`;
}

/** How many records can contain a value at most; infinitely many where that is not known. */
export function mostContaining(
  column: TokenizedColumn,
  value: string,
  dictionary: TokenDictionary | undefined,
): number {
  return containedBy(column, value, dictionary)?.runs[0]?.records ?? Number.POSITIVE_INFINITY;
}
