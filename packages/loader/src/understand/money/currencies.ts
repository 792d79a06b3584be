/** Whose money amounts are in: a currency is taken where its name, its column, arithmetic or the rate says it, and else asked. */
import { COUNTRY_CURRENCIES, countryByCode, TARGET_COLUMNS } from '@tidewaiter/contract';
import type { Times } from '../../layout/amount.js';
import { isAnyDollar } from '../../recognise/currency-words.js';
import { type HeaderWords, readHeaders } from '../../recognise/header-words.js';
import { readTable } from '../../recognise/tables.js';
import { isOtherDollar } from '../columns/amount-signs.js';
import { amountColumns } from '../columns/arithmetic.js';
import type { Evidence } from '../columns/assignment.js';
import { concepts, SCALES, saysAny } from '../columns/header-candidates.js';
import { CLEAR, SAME_KIND } from '../columns/weights.js';
import { type Answers, AS_WAS_SAID, answerColumn, answerValue, type OpenQuestion } from '../proposal/answers.js';
import { byTaxes, currencyByRows, inOneMoney, type KnownFile, type RowEvidence } from './currency-by-rows.js';

interface Change {
  old: string;
  now: string;
  /** The first day on which the new one is counted in. */
  since: string;
}

const CHANGES: ReadonlyMap<string, Change> = new Map(
  readTable('replaced-currencies.tsv', ['old', 'new', 'since', 'countries']).flatMap(
    ({ old, new: now, since, countries }) => countries.split(' ').map((iso2) => [iso2, { old, now, since }] as const),
  ),
);

/** El Salvador has counted in dollars since 2001, whatever its colón may still be called. */
const IN_DOLLARS: ReadonlySet<string | undefined> = new Set(['SV']);

/** What a country counts in today, and what it counted in before. */
function currenciesOfCountry(iso2: string): string[] {
  const { old, now } = CHANGES.get(iso2) ?? {};
  const today = now ?? (IN_DOLLARS.has(iso2) ? 'USD' : COUNTRY_CURRENCIES.get(iso2)?.[0]);
  return [today, old].filter((code) => code !== undefined);
}

const findIso2 = (country: string | undefined) => countryByCode(country ?? '')?.iso2 ?? '';

/** Whether what columns say in every row of the money of a country is what it counts in on the days of other rows, too. */
export function isStillMoney(columns: object, country: string | undefined, money: readonly string[]): boolean {
  const changed = currenciesOfCountry(findIso2(country));
  if (changed.length < 2) return true;
  return Object.entries(columns).every(([name, source]) => {
    if (!name.endsWith('currency') || !(source instanceof Object && 'constant' in source)) return true;
    return !changed.some((code) => code === source.constant) || (money.length === 1 && source.constant === money[0]);
  });
}

/** The currencies that a country's customs counted in in the years of the rows: two in the year of a change, and where no year is told. */
export function moneyOfYears(country: string | undefined, rows: readonly (readonly string[])[], day: number): string[] {
  const change = CHANGES.get(findIso2(country));
  if (change === undefined) return currenciesOfCountry(findIso2(country)).slice(0, 1);
  const years = rows.flatMap((row) => /(?<!\d)(?:19|20)\d{2}(?!\d{3})/.exec(row[day] ?? '')?.[0] ?? []);
  const { old, now, since } = change;
  const isAfter = (year: string) => `${year}-01-01` >= since;
  if (years.every(isAfter)) return [now];
  return years.every((year) => year < since.slice(0, 4)) ? [old] : [old, now];
}

/** What the titles above a table say of its amounts: the only currency that they name, as headers do, and what one is. */
export interface TitledAmounts {
  currency?: string;
  times?: Times;
}

const OF_AMOUNTS = concepts('value fob cif price total invoice thousand million');
const OF_RATES = concepts('rate exchange');

/** Titles that name two currencies, or a rate, do not say which the amounts are in; beside a dollar that somebody's is, one of nobody is the same. */
export function amountsOfTitles(titles: readonly string[]): TitledAmounts {
  const read = readHeaders(titles);
  const currenciesOf = (words: HeaderWords) => [...(words.concepts.has('usd') ? ['USD'] : []), ...words.currencies];
  const all = [...new Set(read.flatMap(currenciesOf))];
  const [open] = all.filter(isAnyDollar);
  const unambiguous = all.filter((codes) => !isAnyDollar(codes));
  const isSame =
    open !== undefined && unambiguous.length > 0 && unambiguous.every((codes) => open.split('|').includes(codes));
  const [currency, ...more] = isSame ? unambiguous : all;
  const about = read.filter((title) => saysAny(title, OF_AMOUNTS) && currenciesOf(title).length > 0);
  if (currency === undefined || more.length > 0 || about.length === 0) return {};
  if (read.some((title) => saysAny(title, OF_RATES))) return {};
  const [times, ...others] = [...SCALES].flatMap(([word, scale]) =>
    about.some(({ concepts: spoken }) => spoken.has(word)) ? [scale] : [],
  );
  return { currency, ...(times !== undefined && others.length === 0 && { times }) };
}

/** What a currency may be of; amounts of the same are the ones that it belongs to. */
type Kind = 'invoice' | 'customs';
const INVOICED = concepts('invoice contract transaction foreigncurrency');
const OF_CUSTOMS = concepts('assessed customs statistical taxable local');

/** Whether the seller named an amount or the customs did; undefined where its name says neither. */
const readKind = (words: HeaderWords | undefined): Kind | undefined =>
  saysAny(words, INVOICED) ? 'invoice' : saysAny(words, OF_CUSTOMS) ? 'customs' : undefined;

/** Amounts whose currency a column says; where one says it row by row, a price in another money would be held against the wrong value. */
const IN_CURRENCY = new Set(
  TARGET_COLUMNS.filter(({ unitColumn }) => unitColumn?.endsWith('currency')).map(({ name }) => name),
);
const IN_ROWS_CURRENCY: ReadonlySet<string> = new Set(['total_value', 'unit_price']);

/**
 * The invoice's amount goes with the invoice's currency, and where a column says the currency of the value row by row, a value or a price
 * whose name says one is not it. Where every value's name says one, the column of currencies is of something else.
 */
export function withCurrencyColumn(evidence: readonly Evidence[], read: readonly HeaderWords[]): Evidence[] {
  const [currency] = evidence
    .filter(({ target, score }) => target === 'currency' && score >= CLEAR)
    .sort((a, b) => b.score - a.score);
  if (currency === undefined) return [...evidence];
  const kind = readKind(read[currency.column]);
  const tied = evidence.map((each) =>
    kind && IN_CURRENCY.has(each.target) && readKind(read[each.column]) === kind
      ? { ...each, score: each.score + SAME_KIND }
      : each,
  );
  const totals = tied.filter(({ target, score }) => target === 'total_value' && score >= CLEAR);
  if (totals.length === 0) return tied;
  return totals.some(({ currency: code }) => code === undefined)
    ? tied.filter(({ target, currency: ownCode }) => ownCode === undefined || !IN_ROWS_CURRENCY.has(target))
    : tied.filter(({ target }) => target !== 'currency');
}

/** What says the currency of an amount: a code for all rows, or a source column. */
export type CurrencySource = { constant: string } | { column: number };

export interface Amounts extends KnownFile {
  evidence: readonly Evidence[];
  answers: Answers;
  /** What is written above the header names it; of a name that several countries share, all of theirs. */
  titled?: string | undefined;
  /** What the country counted in on the days of the rows: two currencies where one replaced the other meanwhile. */
  homes: readonly string[];
}

export interface SettledMoney {
  /** By the record column that says a currency. */
  sources: ReadonlyMap<string, CurrencySource>;
  /** Record columns that are not what they seem, or would be shown in a currency that is not theirs. */
  without: readonly string[];
  question?: OpenQuestion | undefined;
}

/** The currencies of a file's amounts: of the main value first, then of the others in its light. */
export function settleMoney(amounts: Amounts): SettledMoney {
  const settled = settleMain(amounts);
  const without = settled.without ?? [];
  const chosen = new Map([...amounts.assignment.chosen].filter(([target]) => !without.includes(target)));
  const owned = { ...amounts, assignment: { ...amounts.assignment, chosen } };
  const own = settleOthers(owned, currencyOfMain(settled, owned));
  return { sources: own.sources, without: [...without, ...own.without], question: settled.question };
}

interface SettledMain {
  /** The currency of the main value, where the rows or the operator say one. */
  constant?: string | undefined;
  without?: readonly string[];
  question?: OpenQuestion;
}

/** The currencies that a name says, but for dollars of nobody. */
const namedCurrencies = (words: HeaderWords | undefined) =>
  words?.currencies.filter((codes) => !isAnyDollar(codes)) ?? [];

/**
 * Whose currency the main value is in. It is a column's only where their names share a kind, or where the rows show it: a rupee
 * value beside the invoice's currency would otherwise be published as dollars.
 */
function settleMain(amounts: Amounts): SettledMain {
  const { assignment, read, values, home, answers } = amounts;
  const [total] = assignment.chosen.get('total_value') ?? [];
  const [currency] = assignment.chosen.get('currency') ?? [];
  const isColumnSaid = [...answers.columns.values()].includes('currency');
  const constant = answers.constants.get('currency');
  const inConstant = (code: string): SettledMain => ({ constant: code, without: currency ? ['currency'] : [] });
  if (constant !== undefined) return inConstant(constant);
  if (total === undefined || (values[total.column]?.filled ?? 0) === 0) return {};
  // What its name says holds against the invoice's currency beside it.
  if (total.currency !== undefined) return currency && !isColumnSaid ? inConstant(total.currency) : {};
  const valued = { ...amounts, total: total.column, currency: currency?.column };
  const shown = currencyByRows(valued);
  // What is as much as a value in dollars is in none where its name is another money's: some are worth a dollar.
  const [sign] = values[total.column]?.amounts?.signs ?? [];
  const isOther = namedCurrencies(read[total.column]).length > 0 || isOtherDollar(sign);
  const byRows = shown?.in === 'usd' && isOther ? undefined : shown;
  if (currency === undefined) return withoutColumn(amounts, total, byRows);
  if (isColumnSaid) return {};
  const shows = byRows ?? inOneMoney(valued);
  const [ofValue, ofCurrency] = [readKind(read[total.column]), readKind(read[currency.column])];
  // What values alone took for the value may be in any money.
  const isShared =
    total.nameScore > 0 && (ofValue === ofCurrency || (ofCurrency === undefined && ofValue === 'invoice'));
  if (shows?.in === 'its own' && (isShared || shows.sure)) return {};
  if (shows?.in === 'usd') return inConstant('USD');
  if (shows?.in === 'home' && home !== undefined && !(isShared && ofValue === 'invoice')) return inConstant(home);
  if (isShared && (shows === undefined || shows.in === 'its own')) return {};
  return askWhich(amounts, total, currency, shows, ofValue);
}

/** Of a value beside which no column says currencies. */
function withoutColumn(amounts: Amounts, total: Evidence, shows?: RowEvidence): SettledMain {
  const { assignment, read, values, header, home, homes, titled } = amounts;
  const words = read[total.column];
  const { currency: sign, signs = [] } = values[total.column]?.amounts ?? {};
  const proved = knownCurrencies({ ...amounts, main: undefined }).get(total.column);
  if (proved && 'constant' in proved) return { constant: proved.constant };
  if (shows?.in === 'usd') return { constant: 'USD' };
  const isLocal = words?.concepts.has('local') === true;
  if ((isLocal && home !== undefined) || sign !== undefined) return {};
  if (shows?.in === 'home' && home !== undefined) return { constant: home };
  const names = namedCurrencies(words);
  const isOfNobody = isAnyDollar(titled ?? '');
  const shared = [...names, ...(titled !== undefined && !isOfNobody ? [titled] : [])];
  // Whose francs or dinars they are follows from the country, which is asked.
  if (home === undefined && homes.length < 2 && (isLocal || shared.some((codes) => codes.includes('|')))) return {};
  // A dollar of nobody is the country's own as well as the United States'.
  const isHomes = titled?.split('|').includes(home ?? '') ?? false;
  if (isOfNobody && (home === 'USD' || !isHomes)) return { constant: 'USD' };
  if (titled !== undefined && !isOfNobody && (!titled.includes('|') || isHomes))
    return { constant: titled.includes('|') ? (home ?? titled) : titled };
  // Where dollars are the money, an amount of no name is in them.
  if (home === 'USD') return { constant: home };
  // Beside a value in dollars, nothing rests on it; what values alone take for one may be none.
  const [dollars] = assignment.chosen.get('total_value_usd') ?? [];
  if (dollars && (dollars.nameScore > 0 || dollars.score >= CLEAR)) return {};
  // What taxes of no currency are shares of is in what the customs charge them in.
  const isTaxed = byTaxes({ ...amounts, total: total.column }) !== undefined;
  const isOpen = isOfNobody && isHomes;
  const isHome = isOpen || signs[0] === '$' || signs[0] === '£' || isTaxed || readKind(words) === 'customs';
  const other = signs[0] === '£' ? 'GBP' : 'USD';
  const codes = homes.length > 1 ? homes : [...new Set(isHome ? [...homes, other] : [other, ...homes])];
  // Beside a name of other money, neither is likely.
  const [proposed] = home === undefined || names.length > 0 ? [] : codes;
  return {
    constant: proposed,
    question: {
      text: `which currency is "${header[total.column]}" in? Neither a column nor its name says`,
      answers: codes.map((code) => answerValue('currency', code)),
      // A dollar that nothing speaks for is no answer that may be taken unseen.
      ...((proposed === undefined || !isHome) && { mustBeAnswered: true }),
    },
  };
}

/** Whether a value is in the currency that a column says, or in the country's. */
function askWhich(
  { header, home }: Amounts,
  total: Evidence,
  currency: Evidence,
  shows: RowEvidence | undefined,
  ofValue: Kind | undefined,
): SettledMain {
  const isOfHome = ofValue === 'customs' || shows?.in === 'home' || shows?.in === 'one money';
  const isHome = home !== undefined && isOfHome;
  const own = answerColumn(header[currency.column] ?? '', 'currency');
  const inHome = home === undefined ? [] : [answerValue('currency', home)];
  const constant = isHome ? home : undefined;
  const why = shows?.why ?? 'their names are of two kinds and the rows do not tell';
  return {
    constant,
    without: constant !== undefined || ofValue === 'customs' ? ['currency'] : [],
    question: {
      text: `is "${header[total.column]}" in the currency that "${header[currency.column]}" says, or in ${home ?? 'another'}? ${why}`,
      answers: isHome ? [...inHome, own] : [own, ...inHome],
    },
  };
}

/** What says the currency of the main value once it is settled: what was found out, its column, its name or its sign. */
function currencyOfMain({ constant }: SettledMain, amounts: Amounts): CurrencySource | undefined {
  const [total] = amounts.assignment.chosen.get('total_value') ?? [];
  const [column] = amounts.assignment.chosen.get('currency') ?? [];
  if (constant !== undefined) return { constant };
  if (column !== undefined) return { column: column.column };
  if (total === undefined) return undefined;
  const isLocal = amounts.read[total.column]?.concepts.has('local');
  const code =
    total.currency ?? (isLocal ? amounts.home : undefined) ?? amounts.values[total.column]?.amounts?.currency;
  return code === undefined ? undefined : { constant: code };
}

const DEFINITIONS = new Map(TARGET_COLUMNS.map((column) => [column.name, column]));
const isTax = (target: string) => DEFINITIONS.get(target)?.group === 'Duties and taxes';
const isSame = (a: CurrencySource | undefined, b: CurrencySource | undefined) =>
  a !== undefined && b !== undefined && JSON.stringify(a) === JSON.stringify(b);

/**
 * The currency of each amount beside the main value: by its own name or sign, by the column that is named after it, or since the rows
 * show it to be reckoned from one whose currency is known. Duties, taxes and what the customs assess are in the country's own money unless
 * that says otherwise. Any other is shown without a currency.
 */
function settleOthers(file: Amounts, main: CurrencySource | undefined): Pick<SettledMoney, 'sources' | 'without'> {
  const { assignment, home, answers } = file;
  const known = knownCurrencies({ ...file, main });
  const sources = new Map<string, CurrencySource>(main && 'constant' in main ? [['currency', main]] : []);
  const without: string[] = [];
  const amounts = TARGET_COLUMNS.flatMap(({ name, unitColumn }) => {
    const [first] = assignment.chosen.get(name) ?? [];
    if (!first || !unitColumn?.endsWith('currency') || unitColumn === 'currency') return [];
    return [{ target: name, unit: unitColumn, source: known.get(first.column) }];
  });
  for (const currency of new Set(amounts.map(({ unit }) => unit))) {
    if (assignment.chosen.has(currency) || answers.constants.has(currency)) continue;
    const own = amounts.filter(({ unit }) => unit === currency);
    const ofTaxes = own.some(({ target }) => isTax(target));
    // Taxes are one country's: what is proved of some goes for all, unless it is proved of others that it does not.
    const proved = own.flatMap(({ source }) => source ?? [])[0];
    const first = ofTaxes ? (proved ?? (home === undefined ? undefined : { constant: home })) : own[0]?.source;
    if (first !== undefined) sources.set(currency, first);
    for (const { target, source } of own)
      if (source === undefined ? !ofTaxes && first !== undefined : !isSame(source, first)) without.push(target);
  }
  if (!isRateOfDollars(file, known)) without.push('exchange_rate');
  return { sources, without };
}

/** The currencies of columns of money that names, signs and columns of their own say, and what is reckoned from these. */
function knownCurrencies(amounts: Amounts & { main: CurrencySource | undefined }) {
  const { assignment, read, values, home, arithmetic, evidence, main } = amounts;
  const known = new Map<number, CurrencySource>();
  const say = (column: number, source: CurrencySource | undefined) => {
    if (source !== undefined && !known.has(column)) known.set(column, source);
  };
  const spread = () => {
    for (let before = -1; before !== known.size; ) {
      before = known.size;
      for (const [a, b] of arithmetic.alike) {
        say(b, known.get(a));
        say(a, known.get(b));
      }
    }
  };
  const inHome = home === undefined ? undefined : { constant: home };
  const filled = [...assignment.chosen].map(([target, [first]]) => [first?.column ?? -1, target] as const);
  const money = new Map([...amountColumns(amounts).map((column) => [column, ''] as const), ...filled]);
  for (const [column, target] of money) {
    const { unit = '', unitColumn = '' } = DEFINITIONS.get(target) ?? {};
    const [own] =
      unitColumn.endsWith('currency') && unitColumn !== 'currency' ? (assignment.chosen.get(unitColumn) ?? []) : [];
    const words = read[column];
    const byName = evidence.find((each) => each.column === column && each.currency !== undefined)?.currency;
    const code =
      (/^[A-Z]{3}$/.test(unit) ? unit : undefined) ??
      (byName?.includes('|') ? undefined : byName) ??
      (words?.concepts.has('usd') ? 'USD' : undefined) ??
      values[column]?.amounts?.currency ??
      (words?.concepts.has('local') ? home : undefined);
    say(column, target === 'total_value' ? main : own && { column: own.column });
    say(column, code === undefined ? undefined : { constant: code });
  }
  spread();
  for (const [local] of arithmetic.converted) say(local, inHome);
  spread();
  return known;
}

/** Whether a rate is that of dollars, which is what a record keeps: it is as often that of the invoice's currency. */
function isRateOfDollars(amounts: Amounts, known: ReadonlyMap<number, CurrencySource>): boolean {
  const { assignment, read, rows, evidence, home } = amounts;
  const [rate] = assignment.chosen.get('exchange_rate') ?? [];
  if (rate === undefined || rows.length === 0 || rate.reason === AS_WAS_SAID) return true;
  const words = read[rate.column];
  if (words?.concepts.has('usd')) return true;
  if ((words?.currencies.length ?? 0) > 0) return false;
  const areDollars = (source: CurrencySource) =>
    'constant' in source
      ? source.constant === 'USD'
      : rows.every((row) => /^(USD|)$/i.test(row[source.column]?.trim() ?? ''));
  const codes = evidence.find(({ target, score }) => target === 'currency' && score >= CLEAR);
  if (codes !== undefined) return areDollars({ column: codes.column });
  const constants = [...known.values()].flatMap((source) => ('constant' in source ? [source.constant] : []));
  return constants.includes('USD') && constants.every((code) => code === 'USD' || code === home);
}
