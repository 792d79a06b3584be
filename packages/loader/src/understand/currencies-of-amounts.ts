import { TARGET_COLUMNS } from '@tidewaiter/contract';
import { isAnyDollar } from '../recognise/currency-words.js';
import type { HeaderWords } from '../recognise/header-words.js';
import { isOtherDollar } from './amount-columns.js';
import type { AmountRelations } from './amount-relations.js';
import { answerColumn, answerValue, type OpenQuestion } from './answers.js';
import type { Assignment, Suggestion } from './assign.js';
import { currencyByRows, type KnownFile, type RowEvidence } from './currency-evidence.js';
import { type Kind, kindOf } from './kinds-of-amounts.js';
import { byTaxes, inOneMoney } from './one-money.js';
import type { CurrencySource } from './own-currencies.js';
import { CLEAR } from './unclear.js';

/** Amounts whose currency a column says. */
const IN_CURRENCY = new Set(
  TARGET_COLUMNS.filter(({ unitColumn }) => unitColumn?.endsWith('currency')).map(({ name }) => name),
);

/** Where a column says currencies row by row, these are in them: a price in another money would be held against the wrong value. */
const IN_ROWS_CURRENCY: ReadonlySet<string> = new Set(['total_value', 'unit_price']);

/** More than the best of amounts of another kind is ahead. */
const SAME_KIND = 0.08;

/**
 * The invoice's amount goes with the invoice's currency, and where a column says the currency of the value row by row, a value or a price
 * whose name says one is not it. Where every value's name says one, the column of currencies is of something else.
 */
export function tieToCurrency(suggestions: readonly Suggestion[], read: readonly HeaderWords[]): Suggestion[] {
  const [currency] = suggestions
    .filter(({ target, score }) => target === 'currency' && score >= CLEAR)
    .sort((a, b) => b.score - a.score);
  if (currency === undefined) return [...suggestions];
  const kind = kindOf(read[currency.column]);
  const tied = suggestions.map((suggestion) =>
    kind && IN_CURRENCY.has(suggestion.target) && kindOf(read[suggestion.column]) === kind
      ? { ...suggestion, score: suggestion.score + SAME_KIND }
      : suggestion,
  );
  const totals = tied.filter(({ target, score }) => target === 'total_value' && score >= CLEAR);
  if (totals.length === 0) return tied;
  if (totals.some(({ currency: said }) => said === undefined)) {
    return tied.filter(({ target, currency: said }) => said === undefined || !IN_ROWS_CURRENCY.has(target));
  }
  return tied.filter(({ target }) => target !== 'currency');
}

interface Amounts extends KnownFile {
  relations: AmountRelations;
  /** What the operator says of the amounts' currency: a code, or that the column is theirs. */
  answered: { constant: string | undefined; column: boolean };
  /** What the value is reckoned from says its currency. */
  proved: CurrencySource | undefined;
  /** What is written above the header names it; of a name that several countries share, all of theirs. */
  titled?: string | undefined;
  /** What the country counted in on the days of the rows: two currencies where one replaced the other meanwhile. */
  homes?: readonly string[];
}

export interface Settled {
  /** The currency of the main value, where the rows or the operator say one. */
  constant?: string;
  /** Record columns that are not what they seem. */
  without: readonly string[];
  question?: OpenQuestion;
}

const AS_IT_IS: Settled = { without: [] };

/**
 * Whose currency the main value is in. It is a column's only where their names share a kind, or where the rows show it: a rupee
 * value beside the invoice's currency would otherwise be published as dollars.
 */
export function settleCurrency(found: Amounts): Settled {
  const { assignment, read, values, home, answered } = found;
  const [total] = assignment.chosen.get('total_value') ?? [];
  const [currency] = assignment.chosen.get('currency') ?? [];
  if (answered.constant !== undefined) return { constant: answered.constant, without: currency ? ['currency'] : [] };
  if (total === undefined || (values[total.column]?.filled ?? 0) === 0) return AS_IT_IS;
  // What its name says holds against the invoice's currency beside it.
  if (total.currency !== undefined && currency && !answered.column) {
    return { constant: total.currency, without: ['currency'] };
  }
  if (total.currency !== undefined) return AS_IT_IS;
  const shown = currencyByRows({ ...found, total: total.column, currency: currency?.column });
  // What is as much as a value in dollars is in none where its name is another money's: some are worth a dollar.
  const [sign] = values[total.column]?.amounts?.signs ?? [];
  const isOther = namesOf(read[total.column]).length > 0 || isOtherDollar(sign);
  const byRows = shown?.in === 'usd' && isOther ? undefined : shown;
  if (currency === undefined && isOtherDollar(sign) && home && sign?.startsWith(home.charAt(0)) && home !== 'USD')
    return { constant: home, without: [] };
  if (currency === undefined) return withoutColumn(found, total, byRows);
  const evidence = byRows ?? inOneMoney({ ...found, total: total.column, currency: currency.column });
  if (answered.column) return AS_IT_IS;
  const [ofValue, ofCurrency] = [kindOf(read[total.column]), kindOf(read[currency.column])];
  // What values alone took for the value may be in any money.
  const isShared = total.named > 0 && (ofValue === ofCurrency || (ofCurrency === undefined && ofValue === 'invoice'));
  if (evidence?.in === 'its own' && (isShared || evidence.sure)) return AS_IT_IS;
  if (evidence?.in === 'usd' && !isShared) return { constant: 'USD', without: ['currency'] };
  if (evidence?.in === 'home' && home !== undefined && !(isShared && ofValue === 'invoice')) {
    return { constant: home, without: ['currency'] };
  }
  if (isShared && (evidence === undefined || evidence.in === 'its own' || evidence.in === 'usd')) return AS_IT_IS;
  return ask(found, total, currency, evidence, ofValue);
}

function withoutColumn(found: Amounts, total: Suggestion, evidence?: RowEvidence): Settled {
  const { assignment, read, values, header, home, homes = [], proved, titled } = found;
  if (proved && 'constant' in proved) return { constant: proved.constant, without: [] };
  if (evidence?.in === 'usd') return { constant: 'USD', without: [] };
  const isLocal = read[total.column]?.concepts.has('local') && home !== undefined;
  if (isLocal || values[total.column]?.amounts?.currency !== undefined) return AS_IT_IS;
  if (evidence?.in === 'home' && home !== undefined) return { constant: home, without: [] };
  const shared = [...namesOf(read[total.column]), ...[titled ?? []].flat().filter((codes) => !isAnyDollar(codes))];
  // Whose francs or dinars they are follows from the country, which is asked.
  if (
    home === undefined &&
    homes.length < 2 &&
    (isNamedAfterCountry(read[total.column]) || shared.some((codes) => codes.includes('|')))
  )
    return AS_IT_IS;
  // A dollar of nobody is the country's own as well as the United States'.
  const isOpen = isAnyDollar(titled ?? '') && home !== 'USD' && titled?.split('|').includes(home ?? '');
  if (isAnyDollar(titled ?? '') && !isOpen) return { constant: 'USD', without: [] };
  if (titled !== undefined && !isOpen && (!titled.includes('|') || titled.split('|').includes(home ?? ''))) {
    return { constant: titled.includes('|') ? (home ?? titled) : titled, without: [] };
  }
  // Where dollars are the money, an amount of no name is in them.
  if (home === 'USD') return { constant: home, without: [] };
  // Beside a value in dollars, nothing rests on it; what values alone take for one may be none.
  const [dollars] = assignment.chosen.get('total_value_usd') ?? [];
  if (dollars && (dollars.named > 0 || dollars.score >= CLEAR)) return AS_IT_IS;
  const [sign] = values[total.column]?.amounts?.signs ?? [];
  // What taxes of no currency are shares of is in what the customs charge them in.
  const isTaxed = byTaxes({ ...found, total: total.column }) !== undefined;
  const isHome = isOpen || sign === '$' || sign === '£' || isTaxed || kindOf(read[total.column]) === 'customs';
  const other = sign === '£' ? 'GBP' : 'USD';
  const codes = homes.length > 1 ? homes : [...new Set(isHome ? [...homes, other] : [other, ...homes])];
  // Beside a name of other money, neither is likely.
  const isOther = namesOf(read[total.column]).length > 0;
  const [proposed] = home === undefined || isOther ? [] : codes;
  return {
    ...(proposed !== undefined && { constant: proposed }),
    without: [],
    question: {
      text: `which currency is "${header[total.column]}" in? Neither a column nor its name says`,
      answers: codes.map((code) => answerValue('currency', code)),
      ...(proposed === undefined && { mustBeAnswered: true }),
    },
  };
}

/** The currencies that a name says, but for dollars of nobody. */
const namesOf = (words: HeaderWords | undefined) => words?.currencies.filter((codes) => !isAnyDollar(codes)) ?? [];

/** An amount in the country's own money, whichever that is. */
const isNamedAfterCountry = (words: HeaderWords | undefined) => words?.concepts.has('local') === true;

function ask(
  found: Amounts,
  total: Suggestion,
  currency: Suggestion,
  evidence: RowEvidence | undefined,
  ofValue: Kind | undefined,
): Settled {
  const { header, home } = found;
  const likelier = evidence?.likelier;
  const name = (column: number) => `"${header[column] ?? ''}"`;
  const isHome =
    home !== undefined &&
    likelier === undefined &&
    (ofValue === 'customs' || evidence?.in === 'home' || evidence?.in === 'one money');
  const own = answerColumn(header[currency.column] ?? '', 'currency');
  const inHome = answerValue('currency', home ?? 'XXX');
  const why = evidence?.why ?? 'their names are of two kinds and the rows do not tell';
  const isOther = likelier !== undefined;
  return {
    ...(isHome ? { constant: home } : isOther ? { constant: likelier } : {}),
    without: isHome || isOther || ofValue === 'customs' ? ['currency'] : [],
    question: {
      text: `is ${name(total.column)} in the currency that ${name(currency.column)} says, or in ${home ?? 'another'}? ${why}`,
      answers: [
        ...(isOther ? [answerValue('currency', likelier)] : []),
        ...(home === undefined ? [own] : isHome ? [inHome, own] : [own, inHome]),
      ],
    },
  };
}

/** What says the currency of the main value once it is settled: what was found out, its column, its name or its sign. */
export function currencyOfValue(
  { constant }: Settled,
  { chosen }: Assignment,
  { read, values, home }: Pick<KnownFile, 'read' | 'values' | 'home'>,
): CurrencySource | undefined {
  const [total] = chosen.get('total_value') ?? [];
  const [column] = chosen.get('currency') ?? [];
  if (constant !== undefined) return { constant };
  if (column !== undefined) return { column: column.column };
  if (total === undefined) return undefined;
  const isLocal = read[total.column]?.concepts.has('local');
  const said = total.currency ?? (isLocal ? home : undefined) ?? values[total.column]?.amounts?.currency;
  return said === undefined ? undefined : { constant: said };
}
