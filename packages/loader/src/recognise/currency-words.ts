import { bareLetters } from './letters.js';
import { readTable } from './tables.js';

/** A dollar, and what stands for one or for a peso: of countries that have their own, it does not say whose it is. */
const DOLLARS = 'USD|AUD|BBD|BND|BSD|BZD|CAD|FJD|GYD|HKD|JMD|LRD|NAD|NZD|SBD|SGD|SRD|TTD|TWD|XCD|ZWG';
const DOLLARS_AND_PESOS = `${DOLLARS}|ARS|CLP|COP|CUP|DOP|MXN|UYU|NIO`;

/** What a sign is read as. */
const SIGN_OF_DOLLARS = 'dollarsign';

/** Signs of currencies as words; those of letters and a dollar sign first. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/u\$s|us\$|usd\$|u\$/gi, 'usd'],
  [/(?<!\p{L})rd\$/giu, 'dominicansign'],
  [/(?<!\p{L})mx\$/giu, 'mxn'],
  [/(?<!\p{L})hk\$/giu, 'hkd'],
  [/(?<!\p{L})nz\$/giu, 'nzd'],
  [/(?<!\p{L})fj?\$/giu, 'fjd'],
  [/(?<!\p{L})r\$/giu, 'brl'],
  [/(?<!\p{L})n\$/giu, 'nad'],
  [/(?<!\p{L})l\$/giu, 'lrd'],
  [/(?<!\p{L})a\$/giu, 'aud'],
  [/(?<!\p{L})c\$/giu, 'cordobasign'],
  [/(?<!\p{L})s\/\.?(?!\p{L})/giu, 'soles'],
  [/\$/g, SIGN_OF_DOLLARS],
  ...Object.entries({
    '€': 'eur',
    '₹': 'inr',
    '₨': 'rs',
    '₽': 'rubles',
    '₺': 'lira',
    '₦': 'ngn',
    '₱': 'php',
    '₫': 'vnd',
    '₴': 'uah',
    '₸': 'kzt',
    '₵': 'ghs',
    '₡': 'crc',
    '₲': 'pyg',
    '₪': 'ils',
    '₩': 'krw',
    '฿': 'thb',
    '₮': 'mnt',
    '₭': 'lak',
    '៛': 'khr',
    '₾': 'gel',
    '֏': 'amd',
    '৳': 'bdt',
    '₼': 'azn',
    '£': 'pounds',
    '¥': 'yensign',
  }).map(([sign, word]) => [new RegExp(sign, 'g'), word] as const),
];

/** Codes that are words of other meanings: they are currencies in brackets alone. The dollar is a word of the vocabulary. */
const OTHER_WORDS = ['usd', 'all', 'top', 'try', 'mad', 'bam', 'cup', 'sos', 'pen', 'rub', 'ron', 'lot'];

const CODES = Intl.supportedValuesOf('currency').map((code) => code.toLowerCase());

/** Codes of currencies that are no other words. */
export const CURRENCY_CODES: ReadonlySet<string> = new Set(CODES.filter((code) => !OTHER_WORDS.includes(code)));

const IN_BRACKETS = CODES.filter((code) => code !== 'usd' && OTHER_WORDS.includes(code));

const BRACKETED = new RegExp(`[([](${IN_BRACKETS.join('|').toUpperCase()})[)\\]]`, 'g');

/** A header with the signs of currencies as words. */
export const withCurrencySigns = (text: string) =>
  SIGNS.reduce(
    (read, [sign, word]) => read.replace(sign, ` ${word} `),
    text.replace(BRACKETED, (_, code: string) => ` ${code.toLowerCase()}code `),
  );

/** Whether the codes are those of a dollar, or of its sign. */
export const isAnyDollar = (codes: string) => codes.startsWith('USD|');

/** Names of currencies in headers, in the singular and the plural of the languages that use them (ISO 4217), with the codes that share them. */
const NAMES = Object.fromEntries(
  readTable('currency-names.tsv', ['codes', 'names']).map(({ codes, names }) => [
    codes.replaceAll(' ', '|'),
    bareLetters(names),
  ]),
);

const BY_NAME = new Map(
  Object.entries({
    ...NAMES,
    [DOLLARS]: 'dollar dollars',
    [DOLLARS_AND_PESOS]: SIGN_OF_DOLLARS,
    'NIO|CAD': 'cordobasign',
    DOP: 'dominicansign',
    'JPY|CNY': 'yensign',
  })
    .flatMap(([codes, names]) => names.split(' ').map((name) => [name, codes] as const))
    .concat(IN_BRACKETS.map((code) => [`${code}code`, code.toUpperCase()] as const)),
);

/** The codes of the currencies that a word of a header names, `|` between them. */
export const currenciesOf = (word: string): string | undefined => BY_NAME.get(word);
