import { COUNTRY_NAMES, countryByCode, type SourceCountry } from '@tidewaiter/contract';
import { countryTerms } from '../cleaning/countries.js';
import { once } from '../cleaning/terms.js';

/** The shortcodes of the countries that a file may be from, by their ISO alpha-2 codes. */
export type Sources = ReadonlyMap<string, string>;

/** What a file says is of India, until it is told to be of the zones. */
export const byIso2 = (sources: readonly SourceCountry[]): Sources =>
  new Map(sources.flatMap(({ iso2, shortcode }) => (shortcode === 'SEZ' ? [] : [[iso2, shortcode]])));

export const iso2Of = (shortcode: string) => (shortcode === 'SEZ' ? undefined : countryByCode(shortcode)?.iso2);

/** Codes of countries that are also words, months or units in a file's name. */
const NO_COUNTRY_IN_NAMES = new Set(
  (
    'IN NO TO IS AS DO ME MY AT BE IT SO ID CO AM SA NA KG ET LA MA PE AI AL BL CC DE ES MS MT PM PS SE ST TV VA ' +
    'PER MAR ARM COD NAM AND CAN MAC POL SUR TON BOL'
  ).split(' '),
);

/** A name as it is looked up: as terms are, but in any script. */
export const nameKey = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Languages in which countries publish files, beside those of the list of spellings. */
const LANGUAGES_OF_NAMES = ['ru', 'uk', 'tr', 'id', 'vi', 'ar'];

/** Every spelling of a country's name, by ISO alpha-2 code; codes are looked for apart. */
export const namesOfCountries = once(() => {
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

export interface NamedCountry {
  iso2: string;
  written: string;
  /** The word before it. */
  before?: string | undefined;
}

/** What stands before the country that is traded with: a file of imports from China is not of China's customs. */
const OF_PARTNER = new Set(
  'from to with desde hacia depuis vers avec aus nach mit из от dari ke từ sang uit naar från till fra til'.split(' '),
);

export const isNamedAsPartner = ({ before }: NamedCountry) => OF_PARTNER.has(before ?? '');

/** The countries that a file's name says, in words before codes: `kenya-imports`, `importaciones_corea_del_sur`, `VNM_2025`. */
export function namedCountries(fileName: string, sources: Sources): NamedCountry[] {
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

export const partsOf = (text: string): string[] => text.match(/[\p{L}\p{M}]+/gu) ?? [];

/** The countries that a text says in words. */
export function countriesNamed(parts: readonly string[]): NamedCountry[] {
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
      const before = words[at - 1]?.toLowerCase();
      found.push({ iso2: namesOfCountries().get(nameKey(written)) ?? '', written, before });
      at += length;
    }
  }
  return found;
}
