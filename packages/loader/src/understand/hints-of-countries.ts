import { getCountryDataList } from 'countries-list';
import { once } from '../cleaning/terms.js';
import { wordsOf } from '../recognise/header-words.js';
import { languagesOf } from '../recognise/terms.js';
import { MISSING_MARKS } from './column-values.js';
import type { Sources } from './named-countries.js';

/** What a file shows of a country without saying it. */
export interface Hint {
  shortcode: string;
  weight: number;
  why: string;
}

/** The table of words for Indonesian and Malay is one, and those of some neighbours are; English is the world's. */
const LANGUAGES_OF: Readonly<Record<string, readonly string[]>> = {
  ...{ 'da-no': ['da', 'no', 'nb', 'nn'], 'hr-sr-sl': ['hr', 'sr', 'sl', 'bs', 'me'], 'id-ms': ['id', 'ms'] },
  ...{ 'sr-cyrillic': ['sr', 'mk'], en: [] },
};

const spokenIn = once(
  () => new Map<string, readonly string[]>(getCountryDataList().map(({ iso2, languages }) => [iso2, languages])),
);

const BY_LANGUAGE = 0.3;
const BY_CODES = 0.35;

/** Codes of offices and papers, and numbers of persons, that begin with a country's: `INNSA1`, `24LV00021010`, `FI12345678`. */
const OF_COUNTRY = /^(?:\d{2})?([A-Z]{2})(?=[A-Z0-9]*\d)[A-Z0-9]{4,}$/;

/** Rows that show a beginning which all share, and how many are looked at. */
const ENOUGH = 8;
const ROWS_READ = 300;

/** The countries whose language the headers are in, and whose code all values of a column begin with. Nothing of it is certain: it is proposed. */
export function hintsOfCountries(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  sources: Sources,
): Hint[] {
  const languages = new Set(languagesOf(header.map(wordsOf)).flatMap((language) => LANGUAGES_OF[language] ?? language));
  const bySpeech = [...sources].flatMap(([iso2, shortcode]): Hint[] => {
    const isSpoken = spokenIn()
      .get(iso2)
      ?.some((language) => languages.has(language));
    return isSpoken ? [{ shortcode, weight: BY_LANGUAGE, why: 'the language of the headers' }] : [];
  });
  const byCodes = new Map<string, Hint>();
  for (const [column, name] of header.entries()) {
    const shortcode = sources.get(sharedBeginning(rows, column) ?? '');
    if (shortcode)
      byCodes.set(shortcode, { shortcode, weight: BY_CODES, why: `what all values of "${name}" begin with` });
  }
  return [...bySpeech, ...byCodes.values()];
}

const sharedBeginning = (rows: readonly (readonly string[])[], column: number) =>
  sharedBy(rows, column, (cell) => OF_COUNTRY.exec(cell)?.[1]);

/** The one country that all values of a column tell. */
function sharedBy(
  rows: readonly (readonly string[])[],
  column: number,
  countryOf: (cell: string) => string | undefined,
): string | undefined {
  const cells = rows
    .slice(0, ROWS_READ)
    .map((row) => row[column]?.trim() ?? '')
    .filter((cell) => !MISSING_MARKS.has(cell));
  const [first, ...others] = new Set(cells.map(countryOf));
  return cells.length >= ENOUGH && new Set(cells).size > 1 && others.length === 0 ? first : undefined;
}

/** A declaration's number in the Union, whose country stands behind the year, and one of Russia's, which begins with its office. */
const MRN = /^\d{2}([A-Z]{2})[A-Z0-9]{13}\d$/;
const RUSSIAN = /^10\d{6}\/\d{6}\/[\dА-Я]\d{6}$/u;

/** The country whose customs numbered every declaration of a column. */
export const numberedBy = (rows: readonly (readonly string[])[], column: number): string | undefined =>
  sharedBy(rows, column, (cell) => MRN.exec(cell)?.[1] ?? (RUSSIAN.test(cell) ? 'RU' : undefined));
