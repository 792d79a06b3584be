import { TARGET_COLUMNS } from '@tidewaiter/contract';
import { type AmountRelations, amountColumns } from './amount-relations.js';
import { AS_WAS_SAID } from './answers.js';
import type { Suggestion } from './assign.js';
import type { KnownFile } from './currency-evidence.js';
import { kindOf } from './kinds-of-amounts.js';
import { CLEAR } from './unclear.js';

/** What says the currency of an amount: a code for all rows, or a source column. */
export type CurrencySource = { constant: string } | { column: number };

interface Amounts extends KnownFile {
  suggestions: readonly Suggestion[];
  relations: AmountRelations;
  /** Of the main value. */
  main: CurrencySource | undefined;
  /** Currency columns of the record that the operator has said something of. */
  answered: ReadonlySet<string>;
}

interface OwnCurrencies {
  /** By the record column that says it. */
  sources: ReadonlyMap<string, CurrencySource>;
  /** Record columns that would be shown in a currency that is not theirs. */
  without: readonly string[];
}

const DEFINITIONS = new Map(TARGET_COLUMNS.map((column) => [column.name, column]));

const isTax = (target: string) => DEFINITIONS.get(target)?.group === 'Duties and taxes';

const same = (a: CurrencySource | undefined, b: CurrencySource | undefined) =>
  a !== undefined && b !== undefined && JSON.stringify(a) === JSON.stringify(b);

/**
 * The currency of each amount beside the main value: by its own name or sign, by the column that is named after it, or since the rows
 * show it to be reckoned from one whose currency is known. Duties, taxes and what the customs assess are in the country's own money unless
 * that says otherwise. Any other is shown without a currency.
 */
export function findOwnCurrencies(found: Amounts): OwnCurrencies {
  const { assignment, home, answered } = found;
  const known = knownCurrencies(found);
  const { main } = found;
  const sources = new Map<string, CurrencySource>(main && 'constant' in main ? [['currency', main]] : []);
  const without: string[] = [];
  for (const [currency, targets] of amountsByCurrency(assignment.chosen)) {
    if (assignment.chosen.has(currency) || answered.has(currency)) continue;
    const said = targets.map(({ target, column }) => ({ target, source: known.get(column) }));
    const proved = said.flatMap(({ source }) => source ?? []);
    const ofTaxes = targets.some(({ target }) => isTax(target));
    // Taxes are one country's: what is proved of some goes for all, unless it is proved of others that it does not.
    const first = ofTaxes ? (proved[0] ?? (home === undefined ? undefined : { constant: home })) : said[0]?.source;
    if (first !== undefined) sources.set(currency, first);
    for (const { target, source } of said) {
      if (source === undefined ? !ofTaxes && first !== undefined : !same(source, first)) without.push(target);
    }
  }
  if (!isOfDollars(found, known)) without.push('exchange_rate');
  return { sources, without };
}

/** The amounts that are there, by the column that says their currency; that of the main value is settled elsewhere. */
function amountsByCurrency(chosen: Amounts['assignment']['chosen']) {
  const by = new Map<string, { target: string; column: number }[]>();
  for (const { name, unitColumn } of TARGET_COLUMNS) {
    const [first] = chosen.get(name) ?? [];
    if (first === undefined || !unitColumn?.endsWith('currency') || unitColumn === 'currency') continue;
    by.set(unitColumn, [...(by.get(unitColumn) ?? []), { target: name, column: first.column }]);
  }
  return by;
}

/** Columns of money, and the record column that each fills. */
function columnsOfMoney(found: Pick<Amounts, 'assignment' | 'read' | 'values'>): Map<number, string> {
  const filled = [...found.assignment.chosen].map(([target, [first]]) => [first?.column ?? -1, target] as const);
  return new Map([...amountColumns(found).map((column) => [column, ''] as const), ...filled]);
}

/** The currencies of columns of money that names, signs and columns of their own say, and what is reckoned from these. */
export function provedCurrencies(found: Omit<Amounts, 'answered'>): Map<number, CurrencySource> {
  const { assignment, home, relations, main } = found;
  const known = new Map<number, CurrencySource>();
  for (const [column, target] of columnsOfMoney(found)) {
    const { unit, unitColumn } = DEFINITIONS.get(target) ?? {};
    const [own] = (unitColumn?.endsWith('currency') && assignment.chosen.get(unitColumn)) || [];
    const ofColumn = own && unitColumn !== 'currency' ? { column: own.column } : undefined;
    say(known, column, (target === 'total_value' ? main : ofColumn) ?? said(column, unit, found));
  }
  spread(known, relations.alike);
  for (const [local] of relations.converted) say(known, local, home === undefined ? undefined : { constant: home });
  spread(known, relations.alike);
  return known;
}

/** The same with what names of one kind share: the invoice's amounts its currency, the customs' the country's own. */
function knownCurrencies(found: Amounts): Map<number, CurrencySource> {
  const { read, values, home, relations, suggestions } = found;
  const known = provedCurrencies(found);
  const money = columnsOfMoney(found);
  const ofInvoice = suggestions.find(
    ({ column, target, score }) => target === 'currency' && score >= CLEAR && kindOf(read[column]) === 'invoice',
  );
  for (const [column, target] of money) {
    const isInvoiced = ofInvoice !== undefined && kindOf(read[column]) === 'invoice' && !isTax(target);
    say(known, column, isInvoiced ? { column: ofInvoice.column } : undefined);
  }
  spread(known, relations.alike);
  for (const column of money.keys()) {
    const isCustoms = kindOf(read[column]) === 'customs' && (values[column]?.filled ?? 0) > 0;
    say(known, column, isCustoms && home !== undefined ? { constant: home } : undefined);
  }
  return known;
}

function say(known: Map<number, CurrencySource>, column: number, source: CurrencySource | undefined): void {
  if (source !== undefined && !known.has(column)) known.set(column, source);
}

/** What a column's name or the sign beside its amounts says. */
function said(
  column: number,
  unit: string | undefined,
  { read, values, suggestions, home }: Omit<Amounts, 'answered'>,
) {
  const words = read[column];
  const named = suggestions.find((each) => each.column === column && each.currency !== undefined)?.currency;
  const code =
    (unit !== undefined && /^[A-Z]{3}$/.test(unit) ? unit : undefined) ??
    (named?.includes('|') ? undefined : named) ??
    (words?.concepts.has('usd') ? 'USD' : undefined) ??
    values[column]?.amounts?.currency ??
    (words?.concepts.has('local') ? home : undefined);
  return code === undefined ? undefined : { constant: code };
}

/** Gives what is known of a column to those that are reckoned from it. */
function spread(known: Map<number, CurrencySource>, alike: AmountRelations['alike']): void {
  for (let before = -1; before !== known.size; ) {
    before = known.size;
    for (const [a, b] of alike) {
      const [ofA, ofB] = [known.get(a), known.get(b)];
      if (ofA !== undefined && ofB === undefined) known.set(b, ofA);
      if (ofB !== undefined && ofA === undefined) known.set(a, ofB);
    }
  }
}

/** Whether a rate is that of dollars, which is what a record keeps: it is as often that of the invoice's currency. */
function isOfDollars(found: Amounts, known: ReadonlyMap<number, CurrencySource>): boolean {
  const { assignment, read, rows, suggestions, relations } = found;
  const [rate] = assignment.chosen.get('exchange_rate') ?? [];
  if (rate === undefined || rows.length === 0 || rate.reason === AS_WAS_SAID) return true;
  const words = read[rate.column];
  if (words?.concepts.has('usd')) return true;
  if ((words?.currencies.length ?? 0) > 0) return false;
  const ofRate = relations.converted.flatMap(([, foreign, by]) =>
    by === rate.column ? (known.get(foreign) ?? []) : [],
  );
  if (ofRate.length > 0) return ofRate.some((source) => same(source, { constant: 'USD' }) || onlyDollars(source, rows));
  const codes = suggestions.find(({ target, score }) => target === 'currency' && score >= CLEAR);
  if (codes !== undefined) return onlyDollars({ column: codes.column }, rows);
  const named = [...known.values()].flatMap((source) => ('constant' in source ? [source.constant] : []));
  return named.includes('USD') && named.every((code) => code === 'USD' || code === found.home);
}

function onlyDollars(source: CurrencySource, rows: KnownFile['rows']): boolean {
  if ('constant' in source) return source.constant === 'USD';
  return rows.every((row) => /^(USD|)$/i.test(row[source.column]?.trim() ?? ''));
}
