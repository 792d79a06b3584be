import { COUNTRY_CURRENCIES } from '@tidewaiter/contract';
import { bareLetters } from './letters.js';
import { readTable } from './tables.js';

/** A dollar, and what stands for one or for a peso: of countries that have their own, it does not say whose it is. */
const DOLLARS = 'USD|AUD|BBD|BMD|BND|BSD|BZD|CAD|FJD|GYD|HKD|JMD|KYD|LRD|NAD|NZD|SBD|SGD|SRD|TTD|TWD|XCD|ZWG';
const DOLLARS_AND_PESOS = `${DOLLARS}|ARS|CLP|COP|CUP|DOP|MXN|UYU|NIO`;

/** What a sign is read as. */
const SIGN_OF_DOLLARS = 'dollarsign';

/** The sign of a dollar or a peso with a letter of its country before it. */
const OTHER_SIGN = 'otherdollarsign';

/** Signs of currencies as words; those of letters and a dollar sign first. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  // Beside the code of a dollar, its sign says nothing more: `$NZD`, `AUD$`.
  [new RegExp(`\\$\\s?(?=(${DOLLARS})(?!\\p{L}))|(?<=(?<!\\p{L})(${DOLLARS})\\s?)\\$`, 'giu'), ' '],
  [/u\$s|us\$|usd\$|u\$/gi, 'usd'],
  [/\$us(?!\p{L})/giu, 'usd'],
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
  [/(?<!\p{L})b\$/giu, 'bahamassign'],
  [/(?<!\p{L})bd?s\$/giu, 'bbd'],
  [/(?<!\p{L})bz\$/giu, 'bzd'],
  [/(?<!\p{L})tt\$/giu, 'ttd'],
  [/(?<!\p{L})ec\$/giu, 'xcd'],
  [/(?<!\p{L})nt\$/giu, 'twd'],
  [/(?<!\p{L})ci\$/giu, 'kyd'],
  [/(?<!\p{L})t\$/giu, 'paanga'],
  [/(?<!\p{L})j\$/giu, 'jmd'],
  [/(?<!\p{L})g\$/giu, 'gyd'],
  [/(?<!\p{L})s\$/giu, 'sgd'],
  // Of any other letter, it is not the dollar of the United States.
  [/(?<!\p{L})\p{L}\$/giu, OTHER_SIGN],
  [/(?<!\p{L})s\/\.?(?!\p{L})/giu, 'soles'],
  // Nigeria's customs write theirs so behind amounts; behind a weight it is the net one.
  [/(?<=(?:value|amount|tax|duty|levy|fob|cif)\s*)\(n\)/giu, 'ngn'],
  // Their names hold a sign that is no letter.
  [/(?<!\p{L})so['ʻʼ‘’`´]m(?!\p{L})/giu, 'uzs'],
  [/(?<!\p{L})pa['ʻʼ‘’`´]anga(?!\p{L})/giu, 'paanga'],
  // Behind a currency, millions; else the country's own money in Spanish.
  [/(?<=(?:(?<!\p{L})(?:rs|usd|eur|inr|pkr|lkr|npr|bdt)|[$€₹₨])\.?\s?)mn\.?(?!\p{L})/giu, 'million'],
  // In Latin letters it is Latvia.
  [/(?<!\p{L})лв(?!\p{L})/giu, 'leva'],
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
const OTHER_WORDS = new Set(
  (
    'usd all top try mad bam cup sos pen rub ron lot ' +
    // Those of money that is no more: sizes, materials, firms.
    'ats bad ban bop brn che cou dem esp fim mcf mtl pes pte sit std sur svc'
  ).split(' '),
);

/** Of these, those that are still other words in brackets: `VALUE (ALL)`. */
const WORDS_IN_BRACKETS = new Set('ALL TOP CUP SOS PEN LOT'.split(' '));

/** A sign of two letters is as often something else: it is a currency where the file's country has it, and else asked about. */
const isDoubtful = (name: string) => /^[a-z]{2}$/i.test(bareLetters(name));

/** No currency (ISO 4217): a doubtful name may mean none. */
const withDoubt = (codes: string) => (codes.includes('|') ? codes : `${codes}|XXX`);

/** Codes of ISO 4217. */
export const ISO_CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const CODES = [...ISO_CURRENCIES].map((code) => code.toLowerCase());

/** Codes of currencies that are no other words. */
export const CURRENCY_CODES: ReadonlySet<string> = new Set(CODES.filter((code) => !OTHER_WORDS.has(code)));

/** Names of currencies in headers, in the singular and the plural of the languages that use them (ISO 4217), with the codes that share them. */
const NAMED = readTable('currency-names.tsv', ['codes', 'names']).flatMap(({ codes, names }) =>
  names.split(' ').map((name) => [name, codes.replaceAll(' ', '|')] as const),
);

/** Short names that are words of other meanings stand in brackets in the table, as they must in a header: `DT` may be a date. */
const isShort = (name: string) => name.startsWith('(');

/** What is a currency in brackets alone, as it is written there. */
const IN_BRACKETS: ReadonlyMap<string, string> = new Map([
  ...CODES.filter((code) => code !== 'usd' && OTHER_WORDS.has(code)).map((code) => {
    const written = code.toUpperCase();
    return [written, WORDS_IN_BRACKETS.has(written) ? withDoubt(written) : written] as const;
  }),
  ...NAMED.flatMap(([name, codes]) => {
    const sign = name.slice(1, -1);
    return isShort(name) ? [[sign, isDoubtful(sign) ? withDoubt(codes) : codes] as const] : [];
  }),
]);

/** Names of letters with points between them, as they stand in the table. */
const POINTED = new Map(NAMED.filter(([name]) => /^\p{L}(\.\p{L})+$/u.test(name)));
const IS_POINTED = new RegExp(
  `(?<!\\p{L})(?:${[...POINTED.keys()].map((name) => name.replaceAll('.', '\\.\\s?')).join('|')})\\.?(?!\\p{L})`,
  'gu',
);

/** A header with such names as the codes of their currencies. */
export const withPointedNames = (text: string) =>
  text.replace(IS_POINTED, (name) => ` ${POINTED.get(name.replace(/\s|\.$/g, '')) ?? name} `);

const BRACKETED = new RegExp(
  `[([](${[...IN_BRACKETS.keys()].map((name) => name.replaceAll('.', '\\.')).join('|')})[)\\]]`,
  'g',
);

/** Short names that are little else where they end the name of an amount: `value_bd`. */
const BEHIND_AMOUNT =
  /(?<=(?<!\p{L})(?:value|amount|amt|val|price|cif|fob|duty|tax|vat)[\s_,.:-]+)(BD|KD|QR|JD|DHS?|LEI)$/iu;

/** What a name in brackets is read as: no word of any language. */
const bracketed = (name: string) => `${name.toLowerCase().replace(/\W/g, '')}code`;

/** A header with the signs of currencies as words. */
export const withCurrencySigns = (text: string) =>
  SIGNS.reduce(
    (read, [sign, word]) => read.replace(sign, ` ${word} `),
    text
      .replace(BRACKETED, (_, name: string) => ` ${bracketed(name)} `)
      .replace(BEHIND_AMOUNT, (name) => ` ${bracketed(name)} `),
  );

/** Whether the codes are those of a dollar, or of its sign. */
export const isAnyDollar = (codes: string) => codes.startsWith('USD|');

/** Signs that were read as words, with the currencies that they are of. */
const OF_SIGNS = Object.entries({
  [DOLLARS]: ['dollar', 'dollars'],
  [DOLLARS_AND_PESOS]: [SIGN_OF_DOLLARS],
  [DOLLARS_AND_PESOS.replace('USD|', '')]: [OTHER_SIGN],
  'NIO|CAD': ['cordobasign'],
  'BSD|BND': ['bahamassign'],
  DOP: ['dominicansign'],
  'JPY|CNY': ['yensign'],
});

const BY_NAME: ReadonlyMap<string, string> = new Map([
  ...NAMED.flatMap(([name, codes]) =>
    isShort(name) ? [] : [[bareLetters(name), isDoubtful(name) ? withDoubt(codes) : codes] as const],
  ),
  ...OF_SIGNS.flatMap(([codes, words]) => words.map((word) => [word, codes] as const)),
  ...[...IN_BRACKETS].map(([name, codes]) => [bracketed(name), codes] as const),
]);

/** The codes of the currencies that a word of a header names, `|` between them. */
export const findCurrencies = (word: string): string | undefined => BY_NAME.get(word);

/** Languages that say a country's money in two words, of which the second is whose it is; others bend both. */
const IN_TWO_WORDS = ['ar', 'en', 'es', 'fr', 'it', 'pt'];

const phraseKey = (words: readonly string[]) => words.map((word) => word.replace(/s$/, '')).join(' ');

/** By the names' first words, so that others are passed over at once. */
let byNames: ReadonlyMap<string, ReadonlyMap<string, string>> | undefined;
/** Words that a currency is named in. */
export const LONGEST_NAME = 5;

/** Made when the first header is read. The dollar of the United States is a phrase of the vocabulary. */
function namesOfSeveralWords(): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const own = [...COUNTRY_CURRENCIES].flatMap(([iso2, [code]]) => (code && code !== 'USD' ? [{ iso2, code }] : []));
  const phrases = IN_TWO_WORDS.flatMap((language) => {
    const names = new Intl.DisplayNames(language, { type: 'currency' });
    return own.map(({ code }) => [bareLetters(names.of(code) ?? ''), code] as const);
  });
  // In English, also behind the country's name: Bermuda dollars.
  const [moneys, countries] = (['currency', 'region'] as const).map((type) => new Intl.DisplayNames('en', { type }));
  const behind = own.map(({ iso2, code }) => {
    const money = moneys?.of(code)?.split(' ').at(-1) ?? '';
    return [bareLetters(`${countries?.of(iso2)} ${money}`), code] as const;
  });
  const all = [...behind, ...phrases].map(([name, code]) => [name.match(/\p{L}+/gu) ?? [], code] as const);
  const byFirstWord = new Map<string, Map<string, string>>();
  for (const [words, code] of all) {
    if (words.length < 2 || words.length > LONGEST_NAME) continue;
    const first = phraseKey(words.slice(0, 1));
    byFirstWord.set(first, (byFirstWord.get(first) ?? new Map<string, string>()).set(phraseKey(words), code));
  }
  return byFirstWord;
}

/** The currency that words begin with the name of, and how many they are: `dinars jordaniens`, `دينار أردني`, `New Zealand dollars`. */
export function currencyNamed(words: readonly string[]): { code: string; length: number } | undefined {
  byNames ??= namesOfSeveralWords();
  const names = byNames.get(phraseKey(words.slice(0, 1)));
  for (let length = names ? Math.min(LONGEST_NAME, words.length) : 0; length > 1; length -= 1) {
    const code = names?.get(phraseKey(words.slice(0, length)));
    if (code !== undefined) return { code, length };
  }
  return undefined;
}
