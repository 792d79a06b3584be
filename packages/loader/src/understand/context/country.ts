/** Which country's customs a file is from: by its name; else by a column of who reports, and by what stands above the table. */
import {
  COUNTRY_NAMES,
  countryByCode,
  SOURCE_COUNTRIES,
  type SourceCountry,
  type TradeType,
} from '@tidewaiter/contract';
import { countryTerms } from '../../cleaning/countries.js';
import { once } from '../../cleaning/terms.js';
import { type HeaderWords, splitWords } from '../../recognise/header-words.js';
import type { ColumnValues } from '../columns/column-values.js';
import { concepts, saysAny } from '../columns/header-candidates.js';
import { COUNTRY_SURE, SHARE } from '../columns/weights.js';

export interface CountryFinding {
  /** It is the shortcode of a source country. */
  country: string | undefined;
  confidence: number;
  reason: string;
}

/** The shortcodes of the countries that a file may be from, by their ISO alpha-2 codes. What a file says is of India, until it is told to be of the zones. */
type Sources = ReadonlyMap<string, string>;

const findIso2 = (shortcode: string) => (shortcode === 'SEZ' ? undefined : countryByCode(shortcode)?.iso2);

/** Codes of countries that are also words, months or units in a file's name; those of two letters are nearly all. */
const NO_COUNTRY_IN_NAMES = new Set('PER MAR ARM COD NAM AND CAN MAC POL SUR TON BOL DOM EST FIN PRT'.split(' '));
/** A name that a file's is no country's by: `America` is a continent, and the other is a port and a month's sales. */
const NO_NAMES = new Set(['AMERICA', 'EUROPE', 'AFRICA']);

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

interface NamedCountry {
  iso2: string;
  written: string;
  /** The word before it. */
  before?: string | undefined;
}

/** What stands before the country that is traded with: a file of imports from China is not of China's customs. */
const OF_PARTNER = new Set(
  'from to with desde hacia depuis vers avec aus nach mit из от dari ke từ sang uit naar från till fra til'.split(' '),
);
const isNamedAsPartner = ({ before }: NamedCountry) => OF_PARTNER.has(before ?? '');

/** Most words of a country's name. */
const LONGEST_NAME = 6;
const splitLetters = (text: string): string[] => text.match(/[\p{L}\p{M}]+/gu) ?? [];

/** The countries that a text says in words. */
function countriesNamed(parts: readonly string[]): NamedCountry[] {
  const words = parts.flatMap((part) => part.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').split(' '));
  const countries: NamedCountry[] = [];
  for (let at = 0; at < words.length; ) {
    let length = Math.min(LONGEST_NAME, words.length - at);
    const key = () => nameKey(words.slice(at, at + length).join(' '));
    while (length > 0 && (!namesOfCountries().has(key()) || NO_NAMES.has(key()))) length -= 1;
    if (length > 0) {
      const written = words.slice(at, at + length).join(' ');
      const before = words[at - 1]?.toLowerCase();
      countries.push({ iso2: namesOfCountries().get(key()) ?? '', written, before });
    }
    at += Math.max(1, length);
  }
  return countries;
}

/** The countries that a file's name says, in words before codes: `kenya-imports`, `importaciones_corea_del_sur`, `VNM_2025`. */
function namedInFile(fileName: string, sources: Sources): NamedCountry[] {
  const parts = splitLetters(fileName.replace(/\.[a-z0-9]{1,5}$/i, ''));
  const inWords = countriesNamed(parts);
  if (inWords.length > 0) return inWords;
  return parts.flatMap((part): NamedCountry[] => {
    const code = part.toUpperCase();
    const iso2 = code.length === 3 && !NO_COUNTRY_IN_NAMES.has(code) ? findIso2(code) : undefined;
    return iso2 !== undefined && sources.has(iso2) ? [{ iso2, written: part }] : [];
  });
}

/** Who reports, as statistical offices say it. */
const REPORTER =
  /\b(reporter|reporters|reporting|reportante|declarante pais|pais declarante|pays declarant|informante)\b/;

const PARTNERS_END = concepts('origin destination');
/** Who publishes the files of a country: beside such a word, a country's name is of the one that reports. */
const AUTHORITY =
  /aduana|alfandega|alfândega|customs|douane|zoll|dogana|gumruk|gümrük|тамож|митн|carina|царин|celn|cło|vám|бажы|海关|海關|税関|관세|ศุลกากร|hải quan|جمارک|جمارك|מכס|beacukai|bea cukai|revenue|statisti|estadístic|estatístic|статисти|statystyc|ministr|ministè|ministé|банк|central bank|banco central/i;

const nameOrCode = (cell: string) => (COUNTRY_NAMES.has(cell) ? cell : namesOfCountries().get(nameKey(cell)));

/** A column of the reporter, which says one country in every row. */
function byReporter(
  { header }: CountrySample,
  read: readonly HeaderWords[],
  values: readonly ColumnValues[],
  sources: Sources,
): CountryFinding | undefined {
  for (const [index, { constant }] of values.entries()) {
    if (constant === undefined || !REPORTER.test(splitWords(header[index] ?? '').join(' '))) continue;
    if (saysAny(read[index], PARTNERS_END)) continue;
    const upper = constant.toUpperCase();
    const country = sources.get(findIso2(upper) ?? nameOrCode(upper) ?? '');
    const reason = `"${header[index]}", which says ${constant} in every row`;
    if (country !== undefined) return { country, confidence: COUNTRY_SURE.reporter, reason };
  }
  return undefined;
}

/** The one country that is named above the table: certain where who publishes it stands there too and the rows are of no trade with it. */
function byTitles(
  { titles = [] }: CountrySample,
  partners: ReadonlySet<string>,
  sources: Sources,
): CountryFinding | undefined {
  const mentions = titles.flatMap((title) =>
    countriesNamed(splitLetters(title)).map((country) => ({ ...country, title })),
  );
  const [only, another] = [...new Set(mentions.map(({ iso2 }) => iso2))];
  const country = sources.get(only ?? '');
  if (only === undefined || another !== undefined || country === undefined || mentions.every(isNamedAsPartner))
    return undefined;
  const isReporter = mentions.some(({ title }) => AUTHORITY.test(title)) && !partners.has(only);
  const reason = `what is written above the header names ${COUNTRY_NAMES.get(only)}`;
  return { country, confidence: isReporter ? COUNTRY_SURE.authority : COUNTRY_SURE.doubted, reason };
}

/** `importaciones de Colombia`: those of its customs, or those from there. */
const isAmbiguousOrigin = ({ before }: NamedCountry, fileName: string) =>
  /^(d|de|del|di|du|des|da|do|della|dalla|of)$/.test(before ?? '') && /import/i.test(fileName);

interface CountrySample {
  fileName: string;
  header: readonly string[];
  rows: readonly (readonly string[])[];
  sources?: readonly SourceCountry[] | undefined;
  titles?: readonly string[] | undefined;
  trade?: TradeType | undefined;
}

export function findCountry(
  file: CountrySample,
  read: readonly HeaderWords[],
  values: readonly ColumnValues[],
): CountryFinding {
  const { sources: catalogue = SOURCE_COUNTRIES, rows, trade } = file;
  const sources = new Map(
    catalogue.flatMap(({ iso2, shortcode }) => (shortcode === 'SEZ' ? [] : [[iso2, shortcode] as const])),
  );
  const columns = values.flatMap(({ country, distinct }, at) => (country >= SHARE.kind && distinct > 1 ? [at] : []));
  const cells = new Set(rows.flatMap((row) => columns.map((at) => row[at]?.trim() ?? '')));
  const partners = new Set([...cells].flatMap((cell) => nameOrCode(cell) ?? []));
  // The other end of the trade where every row says the same.
  const end = trade === 'IMPORT' ? 'origin' : 'destination';
  const only = values.find(({ constant }, column) => constant && trade && read[column]?.concepts.has(end));
  const partner = nameOrCode(only?.constant ?? '');
  const reporter = byReporter(file, read, values, sources);
  const byName = byFileName(file.fileName, { reporter, partner, hasPartners: partners.size > 0 }, sources);
  const finding = byName ?? reporter ?? byTitles(file, partners, sources);
  return (
    finding ?? { country: undefined, confidence: 0, reason: 'neither the name, a reporter nor what stands above tells' }
  );
}

/** What the file's name says; another that reports leaves a doubt. */
function byFileName(
  fileName: string,
  {
    reporter,
    partner,
    hasPartners,
  }: { reporter?: CountryFinding | undefined; partner?: string | undefined; hasPartners: boolean },
  sources: Sources,
): CountryFinding | undefined {
  const mentions = namedInFile(fileName, sources).filter((each) => !isNamedAsPartner(each));
  const different = [...new Map(mentions.map((country) => [country.iso2, country])).values()];
  const [only, another] = different;
  if (only === undefined) return undefined;
  const { iso2, written } = only;
  const reason = `the file's name says ${written.length > 3 ? (COUNTRY_NAMES.get(iso2) ?? written) : written}`;
  const country = sources.get(iso2);
  const doubted = (but: string) => ({ country, confidence: COUNTRY_SURE.doubted, reason: `${reason}${but}` });
  if (another !== undefined) {
    const [first] = different.flatMap((each) => sources.get(each.iso2) ?? []);
    return { ...doubted(` and ${another.written}`), country: first };
  }
  if (country === undefined) return { country, confidence: 0, reason: `${reason}, which is no source country here` };
  if (reporter && reporter.country !== country) return doubted(`, but there is ${reporter.reason}`);
  if (iso2 === partner || (isAmbiguousOrigin(only, fileName) && !hasPartners))
    return doubted(', which may be the country that is traded with');
  return { country, confidence: COUNTRY_SURE.name, reason };
}
