/** Which country's customs a file is from: by its name; else by what its headers and titles say, and by columns of who reports. */
import {
  COUNTRY_NAMES,
  countryByCode,
  SOURCE_COUNTRIES,
  type SourceCountry,
  type TradeType,
} from '@tidewaiter/contract';
import { getCountryDataList } from 'countries-list';
import { countryTerms } from '../cleaning/countries.js';
import { once } from '../cleaning/terms.js';
import { isAnyDollar } from '../recognise/currency-words.js';
import { type HeaderWords, wordsOf } from '../recognise/header-words.js';
import { bareLetters } from '../recognise/letters.js';
import { readTable } from '../recognise/tables.js';
import { languagesOf } from '../recognise/terms.js';
import { type ColumnValues, MISSING_MARKS } from './column-values.js';
import { amountsOfTitles, moneyOf } from './money.js';
import { concepts, saysAny } from './names.js';
import { COUNTRY_LINE, COUNTRY_NAMED, COUNTRY_SAYS, ENOUGH, SHARE } from './weights.js';

export interface CountryFinding {
  /** It is the shortcode of a source country. */
  country: string | undefined;
  confidence: number;
  reason: string;
}

/** The shortcodes of the countries that a file may be from, by their ISO alpha-2 codes. What a file says is of India, until it is told to be of the zones. */
type Sources = ReadonlyMap<string, string>;

const iso2Of = (shortcode: string) => (shortcode === 'SEZ' ? undefined : countryByCode(shortcode)?.iso2);

/** Codes of countries that are also words, months or units in a file's name. */
const NO_COUNTRY_IN_NAMES = new Set(
  (
    'IN NO TO IS AS DO ME MY AT BE IT SO ID CO AM SA NA KG ET LA MA PE AI AL BL CC DE ES MS MT PM PS SE ST TV VA ' +
    'PER MAR ARM COD NAM AND CAN MAC POL SUR TON BOL'
  ).split(' '),
);
/** Codes of countries that are papers and sorts of lists, too: a commercial invoice, a packing list, a credit note, the last year. */
const PAPERS = new Set(
  'AR BG BO CD CF CI CL CN CR CY EC EX GA GD GR GT IM LC LY MR PL PY RO SB SI SN SS TD TN TT DOM EST FIN PRT'.split(
    ' ',
  ),
);
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
const partsOf = (text: string): string[] => text.match(/[\p{L}\p{M}]+/gu) ?? [];

/** The countries that a text says in words. */
function countriesNamed(parts: readonly string[]): NamedCountry[] {
  const words = parts.flatMap((part) => part.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').split(' '));
  const found: NamedCountry[] = [];
  for (let at = 0; at < words.length; ) {
    let length = Math.min(LONGEST_NAME, words.length - at);
    const key = () => nameKey(words.slice(at, at + length).join(' '));
    while (length > 0 && (!namesOfCountries().has(key()) || NO_NAMES.has(key()))) length -= 1;
    if (length > 0) {
      const written = words.slice(at, at + length).join(' ');
      const before = words[at - 1]?.toLowerCase();
      found.push({ iso2: namesOfCountries().get(key()) ?? '', written, before });
    }
    at += Math.max(1, length);
  }
  return found;
}

/** The countries that a file's name says, in words before codes: `kenya-imports`, `importaciones_corea_del_sur`, `VNM_2025`. */
function namedInFile(fileName: string, sources: Sources): NamedCountry[] {
  const parts = partsOf(fileName.replace(/\.[a-z0-9]{1,5}$/i, ''));
  const found = countriesNamed(parts);
  if (found.length > 0) return found;
  return parts.flatMap((part): NamedCountry[] => {
    const code = part.toUpperCase();
    const iso2 = iso2Of(code) ?? code;
    return !NO_COUNTRY_IN_NAMES.has(code) && sources.has(iso2) ? [{ iso2, written: part }] : [];
  });
}

/** What speaks for each country. */
type Votes = Map<string, { weight: number; why: string }>;

const inOrder = (votes: Votes) => [...votes].sort((a, b) => b[1].weight - a[1].weight);

function vote(votes: Votes, shortcode: string, weight: number, why: string): void {
  const before = votes.get(shortcode);
  votes.set(shortcode, { weight: (before?.weight ?? 0) + weight, why: before?.why ?? why });
}

/** Words that only some countries' customs write, as the numbers of their taxpayers, and how much each says. */
const WORDS_OF: ReadonlyMap<string, readonly [shortcode: string, weight: number][]> = new Map(
  readTable('words-of-countries.tsv', ['word', 'countries']).map(({ word, countries }) => [
    bareLetters(word),
    countries.split(' ').map((each): [string, number] => [each.slice(0, 3), Number(each.slice(4))]),
  ]),
);

/** Amounts that the customs of a country reckon in its own money. */
const OF_CUSTOMS = concepts('duty tax vat excise fee customs assessed statistical taxable local');
/** Money that invoices of other countries are in, too: it says whose a file is only where the customs reckon in it. */
const INVOICED = new Set('AED AUD CAD CHF CNY DKK GBP HKD INR JPY NOK NZD RUB SEK SGD TRY ZAR'.split(' '));

/** What a currency says of a country; what several countries' money or its name says is not enough by itself. */
function voteByMoney(votes: Votes, codes: string, why: string, isOfCustoms: boolean, sources: Sources): void {
  if (isAnyDollar(codes)) return;
  const shared = codes.split('|');
  for (const [iso2, shortcode] of sources) {
    const money = moneyOf(iso2);
    const own = money.find((code) => shared.includes(code));
    if (own === undefined) continue;
    // A code begins with the country whose money it is; others, as the euro, are several countries' wherever the file may be from.
    const isAlone = shared.every((code) => money.includes(code));
    const isOwn = isAlone && own.startsWith(iso2) && (isOfCustoms || !INVOICED.has(own));
    vote(votes, shortcode, isOwn ? COUNTRY_SAYS.ownMoney : COUNTRY_SAYS.sharedMoney, why);
  }
}

function voteByHeaders(votes: Votes, { header }: Asked, read: readonly HeaderWords[], sources: Sources): void {
  for (const word of new Set(header.flatMap(wordsOf)))
    for (const [shortcode, weight] of WORDS_OF.get(word) ?? [])
      vote(votes, shortcode, weight, `"${word}" in the header`);
  for (const shortcode of new Set(read.flatMap(({ countries }) => countries))) {
    // One column may be of another country's codes or ports.
    const isOfAll = read.filter(({ countries }) => countries.includes(shortcode)).length > 1;
    vote(votes, shortcode, isOfAll ? COUNTRY_SAYS.headers : COUNTRY_SAYS.header, 'a country in the header');
  }
  for (const codes of new Set(read.flatMap(({ currencies }) => currencies))) {
    const isOfCustoms = read.some((words) => words.currencies.includes(codes) && saysAny(words, OF_CUSTOMS));
    voteByMoney(votes, codes, `${codes} in the header`, isOfCustoms, sources);
  }
}

/** Who reports, as statistical offices say it. */
const REPORTER =
  /\b(reporter|reporters|reporting|reportante|declarante pais|pais declarante|pays declarant|informante)\b/;

/** A declaration's number in the Union, whose country stands behind the year, and one of Russia's, which begins with its office. */
const MRN = /^\d{2}([A-Z]{2})[A-Z0-9]{13}\d$/;
const RUSSIAN = /^10\d{6}\/\d{6}\/[\dА-Я]\d{6}$/u;
/** Codes of offices and papers, and numbers of persons, that begin with a country's: `INNSA1`, `24LV00021010`, `FI12345678`. */
const OF_COUNTRY = /^(?:\d{2})?([A-Z]{2})(?=[A-Z0-9]*\d)[A-Z0-9]{4,}$/;

const ROWS_READ = 300;

/** The one country that all values of a column tell. */
function sharedBy(rows: Asked['rows'], column: number, countryOf: (cell: string) => string | undefined) {
  const cells = rows
    .slice(0, ROWS_READ)
    .map((row) => row[column]?.trim() ?? '')
    .filter((cell) => !MISSING_MARKS.has(cell));
  const [first, ...others] = new Set(cells.map(countryOf));
  return cells.length >= ENOUGH.alone && new Set(cells).size > 1 && others.length === 0 ? first : undefined;
}

/** A column of the reporter, which says one country in every row, and numbers of declarations of one country's customs; those of what went before may be another's. */
function voteByValues(
  votes: Votes,
  { header, rows }: Asked,
  read: readonly HeaderWords[],
  values: readonly ColumnValues[],
  sources: Sources,
): void {
  for (const [index, { constant }] of values.entries()) {
    if (constant === undefined || !REPORTER.test(wordsOf(header[index] ?? '').join(' '))) continue;
    if (saysAny(read[index], PARTNERS_END)) continue;
    const upper = constant.toUpperCase();
    const iso2 = iso2Of(upper) ?? namesOfCountries().get(nameKey(constant));
    const shortcode = sources.get(upper) ?? sources.get(iso2 ?? '');
    if (shortcode !== undefined)
      vote(votes, shortcode, COUNTRY_SAYS.reporter, `"${header[index]}", which says ${constant} in every row`);
  }
  const numbered = read.flatMap((words, column) => {
    const by = (cell: string) => MRN.exec(cell)?.[1] ?? (RUSSIAN.test(cell) ? 'RU' : undefined);
    return saysAny(words, BEFORE) ? [] : (sources.get(sharedBy(rows, column, by) ?? '') ?? []);
  });
  const [only, another] = [...new Set(numbered)];
  if (only !== undefined && another === undefined)
    vote(votes, only, COUNTRY_SAYS.numbers, 'the form of the numbers of declarations');
}

const PARTNERS_END = concepts('origin destination');
const BEFORE = concepts('transit previous');

/** Who publishes the files of a country: beside such a word, a country's name is of the one that reports. */
const AUTHORITY =
  /aduana|alfandega|alfândega|customs|douane|zoll|dogana|gumruk|gümrük|тамож|митн|carina|царин|celn|cło|vám|бажы|海关|海關|税関|관세|ศุลกากร|hải quan|جمارک|جمارك|מכס|beacukai|bea cukai|revenue|statisti|estadístic|estatístic|статисти|statystyc|ministr|ministè|ministé|банк|central bank|banco central/i;

/** What is written above the table: the one country that it names, unless the rows are of trade with it. */
function voteByTitles(votes: Votes, titles: readonly string[], partners: ReadonlySet<string>, sources: Sources): void {
  const named = titles.flatMap((title) => countriesNamed(partsOf(title)).map((country) => ({ ...country, title })));
  const [only, another] = [...new Set(named.map(({ iso2 }) => iso2))];
  const shortcode = sources.get(only ?? '');
  const { currency } = amountsOfTitles(titles);
  if (currency !== undefined && currency !== 'USD')
    voteByMoney(votes, currency, `${currency} above the header`, false, sources);
  if (only === undefined || another !== undefined || shortcode === undefined || named.every(isNamedAsPartner)) return;
  const isReporter = named.some(({ title }) => AUTHORITY.test(title)) && !partners.has(only);
  const why = `what is written above the header names ${COUNTRY_NAMES.get(only)}`;
  vote(votes, shortcode, isReporter ? COUNTRY_SAYS.authority : COUNTRY_SAYS.title, why);
}

/** The table of words for Indonesian and Malay is one, and those of some neighbours are; English is the world's. */
const LANGUAGES_OF: Readonly<Record<string, readonly string[]>> = {
  ...{ 'da-no': ['da', 'no', 'nb', 'nn'], 'hr-sr-sl': ['hr', 'sr', 'sl', 'bs', 'me'], 'id-ms': ['id', 'ms'] },
  ...{ 'sr-cyrillic': ['sr', 'mk'], en: [] },
};
const spokenIn = once(
  () => new Map<string, readonly string[]>(getCountryDataList().map(({ iso2, languages }) => [iso2, languages])),
);

/** The countries whose language the headers are in, and whose code all values of a column begin with. Nothing of it is certain. */
function voteByHints(votes: Votes, { header, rows }: Asked, sources: Sources): void {
  const languages = new Set(languagesOf(header.map(wordsOf)).flatMap((language) => LANGUAGES_OF[language] ?? language));
  for (const [iso2, shortcode] of sources)
    if (
      spokenIn()
        .get(iso2)
        ?.some((language) => languages.has(language))
    )
      vote(votes, shortcode, COUNTRY_SAYS.language, 'the language of the headers');
  const begun = new Map(
    header.map((name, column) => [
      sources.get(sharedBy(rows, column, (cell) => OF_COUNTRY.exec(cell)?.[1]) ?? ''),
      name,
    ]),
  );
  for (const [shortcode, name] of begun)
    if (shortcode !== undefined) vote(votes, shortcode, COUNTRY_SAYS.codes, `what all values of "${name}" begin with`);
}

const nameOrCode = (cell: string) => (COUNTRY_NAMES.has(cell) ? cell : namesOfCountries().get(nameKey(cell)));

/** `importaciones de Colombia`: those of its customs, or those from there. */
const isFromOrOf = ({ before }: NamedCountry, fileName: string) =>
  /^(d|de|del|di|du|des|da|do|della|dalla|of)$/.test(before ?? '') && /import/i.test(fileName);

interface Asked {
  fileName: string;
  header: readonly string[];
  rows: readonly (readonly string[])[];
  sources?: readonly SourceCountry[] | undefined;
  titles?: readonly string[] | undefined;
  trade?: TradeType | undefined;
}

export function findCountry(
  file: Asked,
  read: readonly HeaderWords[],
  values: readonly ColumnValues[],
): CountryFinding {
  const { sources: catalogue = SOURCE_COUNTRIES, titles = [], rows, trade } = file;
  const sources = new Map(
    catalogue.flatMap(({ iso2, shortcode }) => (shortcode === 'SEZ' ? [] : [[iso2, shortcode] as const])),
  );
  const votes: Votes = new Map();
  voteByHeaders(votes, file, read, sources);
  voteByValues(votes, file, read, values, sources);
  const columns = values.flatMap(({ country, distinct }, at) => (country >= SHARE.kind && distinct > 1 ? [at] : []));
  const cells = new Set(rows.flatMap((row) => columns.map((at) => row[at]?.trim() ?? '')));
  const partners = new Set([...cells].flatMap((cell) => nameOrCode(cell) ?? []));
  voteByTitles(votes, titles, partners, sources);
  const hinted: Votes = new Map(votes);
  voteByHints(hinted, file, sources);
  // The other end of the trade where every row says the same.
  const end = trade === 'IMPORT' ? 'origin' : 'destination';
  const only = values.find(({ constant }, column) => constant && trade && read[column]?.concepts.has(end));
  const partner = nameOrCode(only?.constant ?? '');
  const looked = { votes, hinted, partner, hasPartners: partners.size > 0 };
  return byFileName(file.fileName, looked, sources) ?? byVotes(votes, hinted, sources);
}

/** What the file's name says, which nothing in the file outvotes. */
function byFileName(
  fileName: string,
  looked: { votes: Votes; hinted: Votes; partner: string | undefined; hasPartners: boolean },
  sources: Sources,
): CountryFinding | undefined {
  const named = namedInFile(fileName, sources).filter((each) => !isNamedAsPartner(each));
  const different = [...new Map(named.map((country) => [country.iso2, country])).values()];
  const [only, another] = different;
  if (only === undefined) return undefined;
  const { iso2, written } = only;
  const isName = written.length > 3;
  const reason = `the file's name says ${isName ? (COUNTRY_NAMES.get(iso2) ?? written) : written}`;
  const country = sources.get(iso2);
  if (another !== undefined) {
    const [first] = different.flatMap((each) => sources.get(each.iso2) ?? []);
    return { country: first, confidence: COUNTRY_LINE.least, reason: `${reason} and ${another.written}` };
  }
  if (country === undefined) return { country, confidence: 0, reason: `${reason}, which is no source country here` };
  const doubted = (but: string) => ({ country, confidence: COUNTRY_LINE.doubted, reason: `${reason}, ${but}` });
  // The strongest for another country, unless as much speaks for this one: several share a currency.
  const own = looked.votes.get(country)?.weight ?? 0;
  const against = inOrder(looked.votes).find(
    ([other, { weight }]) => other !== country && weight >= COUNTRY_LINE.least && weight > own,
  );
  if (against) return doubted(`but there is ${against[1].why}`);
  if (iso2 === looked.partner || (isFromOrOf(only, fileName) && !looked.hasPartners))
    return doubted('which may be the country that is traded with');
  if (PAPERS.has(written.toUpperCase()) && !looked.hinted.has(country)) return doubted('which also stands for a paper');
  return {
    country,
    confidence: isName ? COUNTRY_NAMED.name : written.length === 3 ? COUNTRY_NAMED.three : COUNTRY_NAMED.two,
    reason,
  };
}

function byVotes(votes: Votes, hinted: Votes, sources: Sources): CountryFinding {
  const [first, second] = inOrder(votes);
  const proposed = (reason: string): CountryFinding => {
    const [likeliest, next] = inOrder(hinted);
    const isLikelier = likeliest && likeliest[1].weight - (next?.[1].weight ?? 0) >= COUNTRY_LINE.likelier;
    if (!isLikelier) return { country: undefined, confidence: 0, reason };
    const [country, { why }] = likeliest;
    return { country, confidence: COUNTRY_LINE.hinted, reason: `${reason}; ${why} speaks for ${country}` };
  };
  if (first === undefined || first[1].weight < COUNTRY_LINE.least)
    return proposed('neither the name, the headers nor the values tell');
  const [country, { weight, why }] = first;
  if (second && weight - second[1].weight < COUNTRY_LINE.ahead) return proposed(`it may be ${country} or ${second[0]}`);
  if (![...sources.values()].includes(country))
    return { country: undefined, confidence: 0, reason: `${why} says ${country}, which is no source country here` };
  return { country, confidence: Math.min(COUNTRY_LINE.surest, weight), reason: why };
}
