import { COUNTRY_NAMES, SOURCE_COUNTRIES, type SourceCountry, type TradeType } from '@tidewaiter/contract';
import { isAnyDollar } from '../recognise/currency-words.js';
import { type HeaderWords, wordsOf } from '../recognise/header-words.js';
import { bareLetters } from '../recognise/letters.js';
import { readTable } from '../recognise/tables.js';
import type { Concept } from '../recognise/vocabulary.js';
import type { ColumnValues } from './column-values.js';
import { hintsOfCountries, numberedBy } from './hints-of-countries.js';
import { moneyOf } from './money-of-days.js';
import {
  byIso2,
  countriesNamed,
  isNamedAsPartner,
  iso2Of,
  type NamedCountry,
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
type Evidence = Map<string, { weight: number; why: string }>;

const inOrder = (evidence: Evidence) => [...evidence].sort((a, b) => b[1].weight - a[1].weight);

function add(evidence: Evidence, shortcode: string, weight: number, why: string): void {
  const before = evidence.get(shortcode);
  evidence.set(shortcode, { weight: (before?.weight ?? 0) + weight, why: before?.why ?? why });
}

/** By how much a country must be ahead of the next, and one that is only proposed. */
const AHEAD = 0.2;
const LIKELIER = 0.1;

/** As sure as what nothing but hints speak for: it is proposed, and nothing else follows from it. */
const HINTED = 0.4;

class Votes {
  readonly #by: Evidence = new Map();
  /** With what makes a country likelier and never certain. */
  readonly #withHints: Evidence = new Map();

  add(shortcode: string, weight: number, why: string): void {
    add(this.#by, shortcode, weight, why);
    this.hint(shortcode, weight, why);
  }

  hint(shortcode: string, weight: number, why: string): void {
    add(this.#withHints, shortcode, weight, why);
  }

  isHinted(shortcode: string): boolean {
    return this.#withHints.has(shortcode);
  }

  /** The likeliest country where none is certain. */
  #proposed(reason: string): CountryFinding {
    const [first, second] = inOrder(this.#withHints);
    const isLikelier = first && first[1].weight - (second?.[1].weight ?? 0) >= LIKELIER;
    return isLikelier
      ? { country: first[0], confidence: HINTED, reason: `${reason}; ${first[1].why} speaks for ${first[0]}` }
      : { country: undefined, confidence: 0, reason };
  }

  result(sources: Sources): CountryFinding {
    const [first, second] = inOrder(this.#by);
    if (first === undefined || first[1].weight < LEAST) {
      return this.#proposed('neither the name, the headers nor the values tell');
    }
    if (second && first[1].weight - second[1].weight < AHEAD) {
      return this.#proposed(`it may be ${first[0]} or ${second[0]}`);
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
    return inOrder(this.#by).find(([other, { weight }]) => other !== shortcode && weight >= LEAST && weight > own)?.[1]
      .why;
  }
}

/** What must speak for a country. */
const LEAST = 0.5;

/** Who publishes the files of a country: beside such a word, a country's name is of the one that reports. */
const AUTHORITY =
  /aduana|alfandega|alfândega|customs|douane|zoll|dogana|gumruk|gümrük|тамож|митн|carina|царин|celn|cło|vám|бажы|海关|海關|税関|관세|ศุลกากร|hải quan|جمارک|جمارك|מכס|beacukai|bea cukai|revenue|statisti|estadístic|estatístic|статисти|statystyc|ministr|ministè|ministé|банк|central bank|banco central/i;

/** What is written above the table: the one country that it names, unless the rows are of trade with it. */
function fromTitles(titles: readonly string[], partners: ReadonlySet<string>, votes: Votes, sources: Sources): void {
  const named = titles.flatMap((title) => countriesNamed(partsOf(title)).map((country) => ({ ...country, title })));
  const [only, another] = [...new Set(named.map(({ iso2 }) => iso2))];
  const shortcode = sources.get(only ?? '');
  if (only === undefined || another !== undefined || shortcode === undefined || named.every(isNamedAsPartner)) return;
  const isReporter = named.some(({ title }) => AUTHORITY.test(title)) && !partners.has(only);
  votes.add(shortcode, isReporter ? 0.85 : 0.6, `what is written above the header names ${COUNTRY_NAMES.get(only)}`);
}

/** Countries that rows are of trade with, by any column of them. */
function partnersIn(rows: readonly (readonly string[])[], values: readonly ColumnValues[]): Set<string> {
  const columns = values.flatMap(({ country, distinct }, at) => (country >= 0.8 && distinct > 1 ? [at] : []));
  const cells = new Set(rows.flatMap((row) => columns.map((at) => row[at]?.trim() ?? '')));
  return new Set([...cells].flatMap((cell) => nameOrCode(cell) ?? []));
}

const nameOrCode = (cell: string) => (COUNTRY_NAMES.has(cell) ? cell : namesOfCountries().get(nameKey(cell)));

/** Codes of countries that are papers and sorts of lists, too: a commercial invoice, a packing list, a credit note, the last year. */
const PAPERS = new Set(
  'AR BG BO CD CF CI CL CN CR CY EC EX GA GD GR GT IM LC LY MR PL PY RO SB SI SN SS TD TN TT DOM EST FIN PRT'.split(
    ' ',
  ),
);

/** `importaciones de Colombia`: those of its customs, or those from there. */
const isFromOrOf = ({ before }: NamedCountry, fileName: string) =>
  /^(d|de|del|di|du|des|da|do|della|dalla|of)$/.test(before ?? '') && /import/i.test(fileName);

/** The other end of the trade where every row says the same. */
function onlyPartner({ trade }: Asked, read: readonly HeaderWords[], values: readonly ColumnValues[]) {
  const end = trade === undefined ? undefined : trade === 'IMPORT' ? 'origin' : 'destination';
  const at = values.findIndex(({ constant }, column) => constant && end && read[column]?.concepts.has(end));
  return nameOrCode(values[at]?.constant ?? '');
}

/** What the file's name says, which nothing in the file outvotes. */
function fromName(
  file: Asked,
  looked: { others: Votes; partner: string | undefined; hasPartners: boolean },
  sources: Sources,
): CountryFinding | undefined {
  const { fileName } = file;
  const { others, partner, hasPartners } = looked;
  const named = namedCountries(fileName, sources).filter((each) => !isNamedAsPartner(each));
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
  if (iso2 === partner || (isFromOrOf(only, fileName) && !hasPartners)) {
    return { country, confidence: 0.6, reason: `${reason}, which may be the country that is traded with` };
  }
  if (PAPERS.has(written.toUpperCase()) && !others.isHinted(country)) {
    return { country, confidence: 0.6, reason: `${reason}, which also stands for a paper` };
  }
  return { country, confidence: isName ? 0.95 : written.length === 3 ? 0.9 : 0.8, reason };
}

function fromHeaders(header: readonly string[], read: readonly HeaderWords[], votes: Votes, sources: Sources): void {
  for (const word of new Set(header.flatMap(wordsOf))) {
    for (const [shortcode, weight] of WORDS_OF.get(word) ?? []) votes.add(shortcode, weight, `"${word}" in the header`);
  }
  for (const shortcode of new Set(read.flatMap(({ countries }) => countries))) {
    // One column may be of another country's codes or ports.
    const isOfAll = read.filter(({ countries }) => countries.includes(shortcode)).length > 1;
    votes.add(shortcode, isOfAll ? 0.85 : 0.6, 'a country in the header');
  }
  for (const codes of new Set(read.flatMap(({ currencies }) => currencies))) {
    const isOfCustoms = read.some(
      ({ currencies, concepts }) => currencies.includes(codes) && OF_CUSTOMS.some((word) => concepts.has(word)),
    );
    fromCurrency(codes, { why: `${codes} in the header`, isOfCustoms }, votes, sources);
  }
}

/** Amounts that the customs of a country reckon in its own money. */
const OF_CUSTOMS: readonly Concept[] = [
  ...(['duty', 'tax', 'vat', 'excise', 'fee', 'customs', 'assessed', 'statistical', 'taxable', 'local'] as const),
];

/** What a currency says of a country; what several countries' money or its name says is not enough by itself. */
const OWN_CURRENCY = 0.8;
const SHARED_CURRENCY = 0.4;

/** Money that invoices of other countries are in, too: it says whose a file is only where the customs reckon in it. */
const INVOICED = new Set('AED AUD CAD CHF CNY DKK GBP HKD INR JPY NOK NZD RUB SEK SGD TRY ZAR'.split(' '));

function fromCurrency(
  codes: string,
  { why, isOfCustoms }: { why: string; isOfCustoms: boolean },
  votes: Votes,
  sources: Sources,
): void {
  if (isAnyDollar(codes)) return;
  const shared = codes.split('|');
  for (const [iso2, shortcode] of sources) {
    const money = moneyOf(iso2);
    const own = money.find((code) => shared.includes(code));
    if (own === undefined) continue;
    // A code begins with the country whose money it is; others, as the euro, are several countries' wherever the file may be from.
    const isAlone = shared.every((code) => money.includes(code));
    const isOwn = isAlone && own.startsWith(iso2) && (isOfCustoms || !INVOICED.has(own));
    votes.add(shortcode, isOwn ? OWN_CURRENCY : SHARED_CURRENCY, why);
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

/** Numbers of declarations, of one country's customs; those of what went before may be another's. */
function fromNumbers({ rows }: Asked, read: readonly HeaderWords[], votes: Votes, sources: Sources): void {
  const found = read.flatMap(({ concepts }, column) => {
    const isBefore = concepts.has('transit') || concepts.has('previous');
    return isBefore ? [] : (sources.get(numberedBy(rows, column) ?? '') ?? []);
  });
  const [only, another] = [...new Set(found)];
  if (only !== undefined && another === undefined) votes.add(only, 0.85, 'the form of the numbers of declarations');
}

/** Who reports, as statistical offices say it. */
const REPORTER =
  /\b(reporter|reporters|reporting|reportante|declarante pais|pais declarante|pays declarant|informante)\b/;

function shortcodeOf(value: string, sources: Sources): string | undefined {
  const upper = value.toUpperCase();
  const named = namesOfCountries().get(nameKey(value));
  return sources.get(upper) ?? sources.get(iso2Of(upper) ?? named ?? '');
}

interface Asked {
  fileName: string;
  header: readonly string[];
  rows: readonly (readonly string[])[];
  sources?: readonly SourceCountry[] | undefined;
  titles?: readonly string[] | undefined;
  trade?: TradeType | undefined;
}

/** Which country's customs a file is from: by its name; else by what its headers say, and by columns of who reports. */
export function findCountry(
  file: Asked,
  read: readonly HeaderWords[],
  values: readonly ColumnValues[],
): CountryFinding {
  const votes = new Votes();
  const sources = byIso2(file.sources ?? SOURCE_COUNTRIES);
  fromHeaders(file.header, read, votes, sources);
  fromValues(file.header, read, values, votes, sources);
  fromNumbers(file, read, votes, sources);
  const { titles = [] } = file;
  const { currency } = amountsOfTitles(titles);
  if (currency !== undefined && currency !== 'USD')
    fromCurrency(currency, { why: `${currency} above the header`, isOfCustoms: false }, votes, sources);
  const partners = partnersIn(file.rows, values);
  if (titles.length > 0) fromTitles(titles, partners, votes, sources);
  for (const { shortcode, weight, why } of hintsOfCountries(file.header, file.rows, sources))
    votes.hint(shortcode, weight, why);
  const looked = { others: votes, partner: onlyPartner(file, read, values), hasPartners: partners.size > 0 };
  return fromName(file, looked, sources) ?? votes.result(sources);
}
