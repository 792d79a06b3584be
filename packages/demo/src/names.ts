import { tableFile } from './table-file.js';

/**
 * The parts that company names are made of, by language. All names are invented: a stem is put together from syllables
 * that sound like the place (`heads` + `middles` + `tails`), and takes a word of its trade and a legal form.
 */
export interface NameParts {
  heads: string;
  middles: string;
  tails: string;
  /** `{s}` is the stem, `{w}` the word of its trade, `{f}` the legal form. */
  patterns: readonly string[];
  /** Legal forms; each with the ways it is spelt, the usual one first. */
  forms: readonly string[];
  /** Which list of TRADE_WORDS it uses. */
  words: string;
}

interface Names {
  parts: Readonly<Record<string, NameParts>>;
  words: Readonly<Record<string, readonly string[]>>;
}

const names: Names = JSON.parse(tableFile('names.json'));

/** By language. */
export const NAME_PARTS = names.parts;

/** Words of a trade, in the order of SECTORS: farm, food, chemistry, wood, textiles, building, machines, vehicles, home. */
export const TRADE_WORDS = names.words;

/** The last chapter of each sector of TRADE_WORDS. */
const SECTORS = ['15', '24', '40', '49', '67', '83', '86', '89', '99'];

export function sectorOf(chapter: string): number {
  return SECTORS.findIndex((last) => chapter <= last);
}

/** Where Chinese companies say they are from, as their names do. */
export const CITIES = ['Shenzhen', 'Ningbo', 'Guangzhou', 'Yiwu', 'Xiamen', 'Qingdao', 'Foshan', 'Suzhou', 'Hangzhou'];
