import { COUNTRY_CURRENCIES, COUNTRY_NAMES, SOURCE_COUNTRIES } from '@tidewaiter/contract';
import { type HeaderWords, wordsOf } from '../recognise/header-words.js';
import type { ColumnValues } from './column-values.js';

export interface CountryFinding {
  /** Shortcode of the source country. */
  country: string | undefined;
  confidence: number;
  reason: string;
}

const COUNTRIES = SOURCE_COUNTRIES.filter(({ shortcode }) => shortcode !== 'SEZ');
const BY_ISO2 = new Map(COUNTRIES.map(({ iso2, shortcode }) => [iso2, shortcode]));
const BY_SHORTCODE = new Map(COUNTRIES.map(({ shortcode, iso2 }) => [shortcode, iso2]));

/** Other names of source countries, as files are named. */
const OTHER_NAMES: readonly (readonly [name: string, shortcode: string])[] = [
  ['viet nam', 'VNM'],
  ['ivory coast', 'CIV'],
  ['cote d ivoire', 'CIV'],
  ['costarica', 'CRI'],
  ['brasil', 'BRA'],
  ['usa', 'USA'],
  ['korea', 'KOR'],
  ['drc', 'COD'],
  ['turkiye', 'TUR'],
];

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
  ('IN NO TO IS AS DO ME MY AT BE IT SO ID CO AM SA NA KG ET LA MA PE ' + 'PER MAR ARM COD NAM').split(' '),
);

class Votes {
  readonly #by = new Map<string, { weight: number; why: string }>();

  add(shortcode: string, weight: number, why: string): void {
    const before = this.#by.get(shortcode);
    this.#by.set(shortcode, { weight: (before?.weight ?? 0) + weight, why: before?.why ?? why });
  }

  result(): CountryFinding {
    const [first, second] = [...this.#by].sort((a, b) => b[1].weight - a[1].weight);
    const none = { country: undefined, confidence: 0, reason: 'neither the name, the headers nor the values tell' };
    if (first === undefined || first[1].weight < 0.5) return none;
    const ahead = first[1].weight - (second?.[1].weight ?? 0);
    if (ahead < 0.2) return { ...none, reason: `it may be ${first[0]} or ${second?.[0]}` };
    return { country: first[0], confidence: Math.min(0.97, first[1].weight), reason: first[1].why };
  }
}

function fromName(fileName: string, votes: Votes): void {
  const parts = fileName.replace(/\.[a-z0-9]{1,5}$/i, '').split(/[^\p{L}]+/u);
  const text = ` ${wordsOf(parts.join(' ')).join(' ')} `;
  const names = [...COUNTRIES.map(({ name, shortcode }) => [name, shortcode] as const), ...OTHER_NAMES];
  for (const [name, shortcode] of names) {
    if (text.includes(` ${wordsOf(name).join(' ')} `)) votes.add(shortcode, 0.95, `the file's name says ${name}`);
  }
  for (const part of parts) {
    const code = part.toUpperCase();
    if (NO_COUNTRY_IN_NAMES.has(code)) continue;
    const long = BY_SHORTCODE.has(code) ? code : undefined;
    const short = BY_ISO2.get(code);
    const shortcode = long ?? short;
    if (shortcode !== undefined) votes.add(shortcode, long ? 0.9 : 0.8, `the file's name says ${part}`);
  }
}

function fromHeaders(header: readonly string[], read: readonly HeaderWords[], votes: Votes): void {
  for (const word of new Set(header.flatMap(wordsOf))) {
    for (const [shortcode, weight] of WORDS_OF[word] ?? []) votes.add(shortcode, weight, `"${word}" in the header`);
  }
  for (const shortcode of new Set(read.flatMap(({ countries }) => countries))) {
    votes.add(shortcode, 0.85, 'the header names the country');
  }
  for (const currency of new Set(read.flatMap(({ currencies }) => currencies))) {
    for (const { iso2, shortcode } of COUNTRIES) {
      if (COUNTRY_CURRENCIES.get(iso2)?.[0] === currency) votes.add(shortcode, 0.8, `${currency} in the header`);
    }
  }
}

/** A column that names the reporting country in every row: one of countries beside those of the two ends of the trade. */
function fromValues(read: readonly HeaderWords[], values: readonly ColumnValues[], votes: Votes): void {
  for (const [index, column] of values.entries()) {
    const concepts = read[index]?.concepts;
    if (column.constant === undefined || concepts === undefined || !concepts.has('country')) continue;
    const shortcode = shortcodeOf(column.constant);
    if (shortcode === undefined) continue;
    const bare = [...concepts].every((word) => word === 'country' || word === 'code' || word === 'name');
    votes.add(shortcode, bare ? 0.9 : 0.4, `every row says ${column.constant}`);
  }
}

function shortcodeOf(value: string): string | undefined {
  const upper = value.toUpperCase();
  const named = [...COUNTRY_NAMES].find(([, name]) => name.toUpperCase() === upper)?.[0];
  return BY_ISO2.get(upper) ?? (BY_SHORTCODE.has(upper) ? upper : BY_ISO2.get(named ?? ''));
}

/** Which country's customs a file is from: from its name, from what its headers say, and from columns that always say one country. */
export function findCountry(
  file: { fileName: string; header: readonly string[] },
  read: readonly HeaderWords[],
  values: readonly ColumnValues[],
): CountryFinding {
  const votes = new Votes();
  fromName(file.fileName, votes);
  fromHeaders(file.header, read, votes);
  fromValues(read, values, votes);
  return votes.result();
}
