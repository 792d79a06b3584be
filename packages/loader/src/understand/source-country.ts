import { COUNTRY_CURRENCIES, COUNTRY_NAMES, SOURCE_COUNTRIES, type SourceCountry } from '@tidewaiter/contract';
import { isAnyDollar } from '../recognise/currency-words.js';
import { type HeaderWords, wordsOf } from '../recognise/header-words.js';
import { bareLetters } from '../recognise/letters.js';
import { readTable } from '../recognise/tables.js';
import type { ColumnValues } from './column-values.js';
import {
  byIso2,
  countriesNamed,
  iso2Of,
  namedCountries,
  nameKey,
  namesOfCountries,
  partsOf,
  type Sources,
} from './named-countries.js';
import { amountsOfTitles } from './titles.js';

export interface CountryFinding {
  /** It is the shortcode of a source country. */
  country: string | undefined;
  confidence: number;
  reason: string;
}

/** Words that only some countries' customs write, as the numbers of their taxpayers, and how much each says. */
const WORDS_OF: ReadonlyMap<string, readonly [shortcode: string, weight: number][]> = new Map(
  readTable('words-of-countries.tsv', ['word', 'countries']).map(({ word, countries }) => [
    bareLetters(word),
    countries.split(' ').map((each): [string, number] => [each.slice(0, 3), Number(each.slice(4))]),
  ]),
);

/** What speaks for each country. */
class Votes {
  readonly #by = new Map<string, { weight: number; why: string }>();

  add(shortcode: string, weight: number, why: string): void {
    const before = this.#by.get(shortcode);
    this.#by.set(shortcode, { weight: (before?.weight ?? 0) + weight, why: before?.why ?? why });
  }

  get #inOrder() {
    return [...this.#by].sort((a, b) => b[1].weight - a[1].weight);
  }

  result(sources: Sources): CountryFinding {
    const [first, second] = this.#inOrder;
    if (first === undefined || first[1].weight < LEAST) {
      return { country: undefined, confidence: 0, reason: 'neither the name, the headers nor the values tell' };
    }
    if (second && first[1].weight - second[1].weight < 0.2) {
      return { country: undefined, confidence: 0, reason: `it may be ${first[0]} or ${second[0]}` };
    }
    if (![...sources.values()].includes(first[0])) {
      return {
        country: undefined,
        confidence: 0,
        reason: `${first[1].why} says ${first[0]}, which is no source country here`,
      };
    }
    return { country: first[0], confidence: Math.min(0.97, first[1].weight), reason: first[1].why };
  }

  /** The strongest for another country, unless as much speaks for this one: several share a currency. */
  against(shortcode: string): string | undefined {
    const own = this.#by.get(shortcode)?.weight ?? 0;
    return this.#inOrder.find(([other, { weight }]) => other !== shortcode && weight >= LEAST && weight > own)?.[1].why;
  }
}

/** What must speak for a country. */
const LEAST = 0.5;

/** Who publishes the files of a country: beside such a word, a country's name is of the one that reports. */
const AUTHORITY =
  /aduana|alfandega|alfândega|customs|douane|zoll|dogana|gumruk|gümrük|тамож|митн|carina|царин|celn|cło|vám|бажы|海关|海關|税関|관세|ศุลกากร|hải quan|جمارک|جمارك|מכס|beacukai|bea cukai|revenue|statisti|estadístic|estatístic|статисти|statystyc|ministr|ministè|ministé|банк|central bank|banco central/i;

/** What is written above the table: the one country that it names, unless the rows are of trade with it. */
function fromTitles(titles: readonly string[], partners: ReadonlySet<string>, votes: Votes, sources: Sources): void {
  const named = titles.flatMap((title) => countriesNamed(partsOf(title)).map(({ iso2 }) => ({ iso2, title })));
  const [only, another] = [...new Set(named.map(({ iso2 }) => iso2))];
  const shortcode = sources.get(only ?? '');
  if (only === undefined || another !== undefined || shortcode === undefined) return;
  const isReporter = named.some(({ title }) => AUTHORITY.test(title)) && !partners.has(only);
  votes.add(shortcode, isReporter ? 0.85 : 0.6, `what is written above the header names ${COUNTRY_NAMES.get(only)}`);
}

/** Countries that rows are of trade with, by any column of them. */
function partnersIn(rows: readonly (readonly string[])[], values: readonly ColumnValues[]): Set<string> {
  const columns = values.flatMap(({ country, distinct }, at) => (country >= 0.8 && distinct > 1 ? [at] : []));
  const cells = new Set(rows.flatMap((row) => columns.map((at) => row[at]?.trim() ?? '')));
  const iso2 = (cell: string) => (COUNTRY_NAMES.has(cell) ? cell : namesOfCountries().get(nameKey(cell)));
  return new Set([...cells].flatMap((cell) => iso2(cell) ?? []));
}

/** What the file's name says, which nothing in the file outvotes. */
function fromName(fileName: string, others: Votes, sources: Sources): CountryFinding | undefined {
  const named = namedCountries(fileName, sources);
  const different = [...new Map(named.map((country) => [country.iso2, country])).values()];
  const [only, another] = different;
  if (only === undefined) return undefined;
  const { iso2, written } = only;
  const isName = written.length > 3;
  const called = isName ? (COUNTRY_NAMES.get(iso2) ?? written) : written;
  const reason = `the file's name says ${called}`;
  const country = sources.get(iso2);
  if (another !== undefined) {
    const [first] = different.flatMap((each) => sources.get(each.iso2) ?? []);
    return { country: first, confidence: 0.5, reason: `${reason} and ${another.written}` };
  }
  if (country === undefined) {
    return {
      country: undefined,
      confidence: 0,
      reason: `${reason}, which is no source country here`,
    };
  }
  const against = others.against(country);
  if (against !== undefined) return { country, confidence: 0.6, reason: `${reason}, but there is ${against}` };
  return { country, confidence: isName ? 0.95 : written.length === 3 ? 0.9 : 0.8, reason };
}

function fromHeaders(header: readonly string[], read: readonly HeaderWords[], votes: Votes, sources: Sources): void {
  for (const word of new Set(header.flatMap(wordsOf))) {
    for (const [shortcode, weight] of WORDS_OF.get(word) ?? []) votes.add(shortcode, weight, `"${word}" in the header`);
  }
  for (const shortcode of new Set(read.flatMap(({ countries }) => countries))) {
    votes.add(shortcode, 0.85, 'a country in the header');
  }
  for (const codes of new Set(read.flatMap(({ currencies }) => currencies))) {
    fromCurrency(codes, `${codes} in the header`, votes, sources);
  }
}

/** What a currency says of a country, and a name that several countries' money has: that is not enough by itself. */
const OWN_CURRENCY = 0.8;
const SHARED_NAME = 0.4;

function fromCurrency(codes: string, why: string, votes: Votes, sources: Sources): void {
  if (isAnyDollar(codes)) return;
  const shared = codes.split('|');
  const weight = shared.length === 1 ? OWN_CURRENCY : SHARED_NAME;
  for (const [iso2, shortcode] of sources) {
    if (shared.includes(COUNTRY_CURRENCIES.get(iso2)?.[0] ?? '')) votes.add(shortcode, weight, why);
  }
}

/** A column of the reporter, which says one country in every row. A partner's, of a month or of a product, may do so too. */
function fromValues(
  header: readonly string[],
  read: readonly HeaderWords[],
  values: readonly ColumnValues[],
  votes: Votes,
  sources: Sources,
): void {
  for (const [index, { constant }] of values.entries()) {
    if (constant === undefined || !REPORTER.test(wordsOf(header[index] ?? '').join(' '))) continue;
    if (read[index]?.concepts.has('origin') || read[index]?.concepts.has('destination')) continue;
    const shortcode = shortcodeOf(constant, sources);
    if (shortcode !== undefined) votes.add(shortcode, 0.9, `"${header[index]}", which says ${constant} in every row`);
  }
}

/** Who reports, as statistical offices say it. */
const REPORTER =
  /\b(reporter|reporters|reporting|reportante|declarante pais|pais declarante|pays declarant|informante)\b/;

function shortcodeOf(value: string, sources: Sources): string | undefined {
  const upper = value.toUpperCase();
  const named = namesOfCountries().get(nameKey(value));
  return sources.get(upper) ?? sources.get(iso2Of(upper) ?? named ?? '');
}

/** Which country's customs a file is from: by its name; else by what its headers say, and by columns of who reports. */
export function findCountry(
  file: {
    fileName: string;
    header: readonly string[];
    rows: readonly (readonly string[])[];
    sources?: readonly SourceCountry[] | undefined;
    titles?: readonly string[] | undefined;
  },
  read: readonly HeaderWords[],
  values: readonly ColumnValues[],
): CountryFinding {
  const votes = new Votes();
  const sources = byIso2(file.sources ?? SOURCE_COUNTRIES);
  fromHeaders(file.header, read, votes, sources);
  fromValues(file.header, read, values, votes, sources);
  const { titles = [] } = file;
  const { currency } = amountsOfTitles(titles);
  if (currency !== undefined && currency !== 'USD')
    fromCurrency(currency, `${currency} above the header`, votes, sources);
  if (titles.length > 0) fromTitles(titles, partnersIn(file.rows, values), votes, sources);
  return fromName(file.fileName, votes, sources) ?? votes.result(sources);
}
