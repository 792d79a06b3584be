import { TARGET_COLUMNS } from '@tidewaiter/contract';
import type { HeaderWords } from '../recognise/header-words.js';
import type { Suggestion } from './assign.js';
import { CLEAR } from './unclear.js';

/** Amounts in the currency that a record says. */
const IN_CURRENCY = new Set(
  TARGET_COLUMNS.filter(({ unitColumn }) => unitColumn === 'currency').map(({ name }) => name),
);

/** What a currency may be of; amounts of the same are the ones that it belongs to. */
const KINDS = ['invoice', 'contract', 'foreigncurrency'] as const;

/** More than the best of amounts of another kind is ahead. */
const SAME_KIND = 0.08;

/**
 * A record has one currency for its amounts: the invoice's amount goes with the invoice's currency, and where a column
 * says the currency row by row, an amount whose name says one is none of them. Where every amount's name says one, the column of
 * currencies is of something else.
 */
export function tieToCurrency(suggestions: readonly Suggestion[], read: readonly HeaderWords[]): Suggestion[] {
  const [currency] = suggestions
    .filter(({ target, score }) => target === 'currency' && score >= CLEAR)
    .sort((a, b) => b.score - a.score);
  if (currency === undefined) return [...suggestions];
  const has = ({ column }: Suggestion, kind: (typeof KINDS)[number]) => read[column]?.concepts.has(kind) ?? false;
  const kind = KINDS.find((candidate) => has(currency, candidate));
  const tied = suggestions.map((suggestion) =>
    kind && IN_CURRENCY.has(suggestion.target) && has(suggestion, kind)
      ? { ...suggestion, score: suggestion.score + SAME_KIND }
      : suggestion,
  );
  const totals = tied.filter(({ target, score }) => target === 'total_value' && score >= CLEAR);
  if (totals.length === 0) return tied;
  if (totals.some(({ currency: said }) => said === undefined)) {
    return tied.filter(({ target, currency: said }) => said === undefined || !IN_CURRENCY.has(target));
  }
  return tied.filter(({ target }) => target !== 'currency');
}
