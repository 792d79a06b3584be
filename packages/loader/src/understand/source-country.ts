import {
  COUNTRY_CURRENCIES,
  COUNTRY_NAMES,
  countryByCode,
  SOURCE_COUNTRIES,
  type SourceCountry,
} from '@tidewaiter/contract';
import { countryTerms } from '../cleaning/countries.js';
import { once } from '../cleaning/terms.js';
import { type HeaderWords, wordsOf } from '../recognise/header-words.js';
import type { ColumnValues } from './column-values.js';

export interface CountryFinding {
  /** It is the shortcode of a source country. */
  country: string | undefined;
  confidence: number;
  reason: string;
}

/** The shortcodes of the countries that a file may be from, by their ISO alpha-2 codes. */
type Sources = ReadonlyMap<string, string>;

/** What a file says is of India, until it is told to be of the zones. */
const byIso2 = (sources: readonly SourceCountry[]): Sources =>
  new Map(sources.flatMap(({ iso2, shortcode }) => (shortcode === 'SEZ' ? [] : [[iso2, shortcode]])));

const iso2Of = (shortcode: string) => (shortcode === 'SEZ' ? undefined : countryByCode(shortcode)?.iso2);

/** Words that only some countries' customs write, and how much each says. */
const WORDS_OF: Readonly<Record<string, readonly [shortcode: string, weight: number][]>> = {
  iec: [['IND', 0.9]],
  gstin: [['IND', 0.9]],
  cha: [['IND', 0.5]],
  cnpj: [['BRA', 0.9]],
  ncm: [
    ['BRA', 0.5],
    ['PRY', 0.3],
    ['URY', 0.3],
  ],
  rut: [
    ['CHL', 0.6],
    ['URY', 0.3],
  ],
  nit: [
    ['COL', 0.4],
    ['BOL', 0.4],
  ],
  dian: [['COL', 0.8]],
  ruc: [
    ['PER', 0.4],
    ['ECU', 0.4],
    ['PRY', 0.3],
    ['PAN', 0.2],
  ],
  sunat: [['PER', 0.9]],
  nandi: [['PER', 0.6]],
  refrendo: [['ECU', 0.9]],
  dau: [['ECU', 0.5]],
  rfc: [['MEX', 0.8]],
  pedimento: [['MEX', 0.9]],
  ntn: [['PAK', 0.9]],
  igmno: [['PAK', 0.6]],
  npwp: [['IDN', 0.9]],
  tansad: [['TZA', 0.95]],
  edrpou: [['UKR', 0.9]],
  uktzed: [['UKR', 0.8]],
  gtip: [['TUR', 0.9]],
  mst: [['VNM', 0.7]],
  dagang: [['MYS', 0.5]],
};

/** Codes of countries that are also words, months or units in a file's name. */
const NO_COUNTRY_IN_NAMES = new Set(
  (
    'IN NO TO IS AS DO ME MY AT BE IT SO ID CO AM SA NA KG ET LA MA PE AI AL BL CC DE ES MS MT PM PS SE ST TV VA ' +
    'PER MAR ARM COD NAM AND CAN MAC POL SUR TON BOL'
  ).split(' '),
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

  result(): CountryFinding {
    const [first, second] = this.#inOrder;
    if (first === undefined || first[1].weight < LEAST) {
      return { country: undefined, confidence: 0, reason: 'neither the name, the headers nor the values tell' };
    }
    if (second && first[1].weight - second[1].weight < 0.2) {
      return { country: undefined, confidence: 0, reason: `it may be ${first[0]} or ${second[0]}` };
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

/** A name as it is looked up: as terms are, but in any script. */
const nameKey = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Languages in which countries publish files, beside those of the list of spellings. */
const LANGUAGES_OF_NAMES = ['ru', 'uk', 'tr', 'id', 'vi', 'ar'];

/** Every spelling of a country's name, by ISO alpha-2 code; codes are looked for apart. */
const namesOfCountries = once(() => {
  const iso2 = new Map([...COUNTRY_NAMES].map(([code, name]) => [name, code]));
  const elsewhere = LANGUAGES_OF_NAMES.flatMap((language) => {
    const names = new Intl.DisplayNames(language, { type: 'region' });
    return [...COUNTRY_NAMES.keys()].map((code) => [nameKey(names.of(code) ?? ''), code] as const);
  });
  const spelled = [...countryTerms().entries()].flatMap(([key, name]) => {
    const code = iso2.get(name);
    return code === undefined ? [] : [[key, code] as const];
  });
  return new Map([...elsewhere, ...spelled].filter(([key]) => key.length >= 4));
});

/** Most words of a country's name. */
const LONGEST_NAME = 6;

/** A name that a file's is no country's by: `America` is a continent, and the other is a port and a month's sales. */
const NO_NAMES = new Set(['AMERICA', 'EUROPE', 'AFRICA']);

/** Who publishes the files of a country: beside such a word, a country's name is of the one that reports. */
const AUTHORITY =
  /aduana|alfandega|alfândega|customs|douane|zoll|dogana|gumruk|gümrük|тамож|митн|carina|царин|celn|cło|vám|бажы|海关|海關|税関|관세|ศุลกากร|hải quan|جمارک|جمارك|מכס|beacukai|bea cukai|revenue|statisti|estadístic|estatístic|статисти|statystyc|ministr|ministè|ministé|банк|central bank|banco central/i;

interface NamedCountry {
  iso2: string;
  written: string;
}

/** The countries that a file's name says, in words before codes: `kenya-imports`, `importaciones_corea_del_sur`, `VNM_2025`. */
function namedCountries(fileName: string, sources: Sources): NamedCountry[] {
  const parts = partsOf(fileName.replace(/\.[a-z0-9]{1,5}$/i, ''));
  const found = countriesNamed(parts);
  if (found.length > 0) return found;
  return parts.flatMap((part): NamedCountry[] => {
    const code = part.toUpperCase();
    if (NO_COUNTRY_IN_NAMES.has(code)) return [];
    const iso2 = iso2Of(code) ?? code;
    return sources.has(iso2) ? [{ iso2, written: part }] : [];
  });
}

const partsOf = (text: string): string[] => text.match(/[\p{L}\p{M}]+/gu) ?? [];

/** The countries that a text says in words. */
function countriesNamed(parts: readonly string[]): NamedCountry[] {
  const words = parts.flatMap((part) => part.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').split(' '));
  const found: NamedCountry[] = [];
  for (let at = 0; at < words.length; ) {
    const lengths = Array.from(
      { length: Math.min(LONGEST_NAME, words.length - at) },
      (_, index) => index + 1,
    ).reverse();
    const length = lengths.find((some) => {
      const key = nameKey(words.slice(at, at + some).join(' '));
      return namesOfCountries().has(key) && !NO_NAMES.has(key);
    });
    if (length === undefined) at += 1;
    else {
      const written = words.slice(at, at + length).join(' ');
      found.push({ iso2: namesOfCountries().get(nameKey(written)) ?? '', written });
      at += length;
    }
  }
  return found;
}

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
    for (const [shortcode, weight] of WORDS_OF[word] ?? []) votes.add(shortcode, weight, `"${word}" in the header`);
  }
  for (const shortcode of new Set(read.flatMap(({ countries }) => countries))) {
    votes.add(shortcode, 0.85, 'a country in the header');
  }
  for (const currency of new Set(read.flatMap(({ currencies }) => currencies.filter((code) => !code.includes('|'))))) {
    for (const [iso2, shortcode] of sources) {
      if (COUNTRY_CURRENCIES.get(iso2)?.[0] === currency) votes.add(shortcode, 0.8, `${currency} in the header`);
    }
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
  if (titles.length > 0) fromTitles(titles, partnersIn(file.rows, values), votes, sources);
  return fromName(file.fileName, votes, sources) ?? votes.result();
}
