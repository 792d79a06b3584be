/** Countries in the languages of the world, as the runtime names them (Unicode's CLDR), and in the forms in which files write a code beside a name. */
import { COUNTRY_NAMES } from '@tidewaiter/contract';
import countryNames from 'i18n-iso-countries';
import { readTable } from '../recognise/tables.js';
import { countryTerms } from './countries.js';
import { once, termKey } from './terms.js';

/** A language's names of countries, by their letters and without accents: the codes that they mean. */
interface NamesOfLanguage {
  exact: ReadonlyMap<string, string>;
  folded: ReadonlyMap<string, string>;
}

const LETTERS = Array.from({ length: 26 }, (_, index) => String.fromCharCode(97 + index));
/** Languages that are written in two ways, or have no code of two letters, and those that name countries otherwise where else they are spoken. */
const FURTHER = [
  ...['zh-Hant', 'sr-Latn', 'uz-Latn', 'az-Cyrl', 'fil', 'yue', 'ckb'],
  ...[
    'zh-Hant-HK',
    'pt-PT',
    'es-MX',
    'es-419',
    'fr-CA',
    'fr-CH',
    'fr-BE',
    'de-AT',
    'de-CH',
    'sr-Cyrl-BA',
    'sr-Latn-BA',
  ],
];

/** Letters of one sound that are written in two ways in the same word, and signs above and between letters. */
const ALIKE: Readonly<Record<string, string>> = {
  Ё: 'Е',
  İ: 'I',
  ي: 'ی',
  ى: 'ی',
  ك: 'ک',
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ة: 'ه',
  臺: '台',
};
const ANY_ALIKE = new RegExp(`[${Object.keys(ALIKE).join('')}]`, 'gu');
const NO_LETTERS = /[\u0640\u064b-\u0655\u0670]/g;

/** Letters and digits of any script in capitals, and nothing else. */
const normaliseLetters = (text: string) =>
  text
    .normalize('NFC')
    .toUpperCase()
    .replace(ANY_ALIKE, (letter) => ALIKE[letter] ?? letter)
    .replace(NO_LETTERS, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/** A short form that may as well be a code: `UK`. */
const isAsCode = (name: string) => /^[A-Z]{2,3}$/i.test(name);

/** Shorter ones without their accents may be any word. */
const SHORTEST_FOLDED = 4;

const languages = once(() => {
  const codes = [...LETTERS.flatMap((first) => LETTERS.map((second) => first + second)), ...FURTHER];
  const known = Intl.DisplayNames.supportedLocalesOf(codes);
  return known.map((language): NamesOfLanguage => {
    const [long, short] = (['long', 'short'] as const).map(
      (style) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none', style }),
    );
    const written = [...COUNTRY_NAMES].flatMap(([code, meant]) => {
      const whole = long?.of(code);
      const brief = short?.of(code);
      const names = [...(whole ? [whole] : []), ...(brief && !isAsCode(brief) ? [brief] : [])];
      return names.map((name) => [name, meant] as const);
    });
    return namesOfLanguage([...written, ...listed(language)]);
  });
});

const namesOfLanguage = (written: readonly (readonly [string, string])[]): NamesOfLanguage => ({
  exact: new Map(written.map(([name, meant]) => [normaliseLetters(name), meant])),
  folded: new Map(written.map(([name, meant]) => [termKey(name), meant])),
});

/** A language's names in the list of ISO's countries, which has other forms than the runtime. */
function listed(language: string): (readonly [string, string])[] {
  if (!countryNames.langs().includes(language)) return [];
  return Object.entries(countryNames.getNames(language, { select: 'all' })).flatMap(([code, names]) => {
    const meant = COUNTRY_NAMES.get(code);
    return meant === undefined ? [] : names.filter((name) => !isAsCode(name)).map((name) => [name, meant] as const);
  });
}

/** What states call themselves and are called besides, in many languages: no list has it. */
const formalNames = once(() =>
  namesOfLanguage(
    readTable('country-names.tsv', ['iso2', 'names']).flatMap(({ iso2, names }) => {
      const meant = COUNTRY_NAMES.get(iso2);
      if (meant === undefined) throw new Error(`country-names.tsv names ${iso2}, which is no country`);
      return names.split(' | ').map((name) => [name, meant] as const);
    }),
  ),
);

/** A text as it is looked up in every language. */
const keysOf = (text: string) => ({ exact: normaliseLetters(text), folded: termKey(text) });

const allNames = once(() => new Set([formalNames(), ...languages()].flatMap(({ exact }) => [...exact.keys()])));

/** Whether a text is a country's name in any language, by itself or beside its code. */
export const isCountryName = (text: string) =>
  /\p{L}/u.test(text) &&
  (allNames().has(normaliseLetters(text)) ||
    (text.length > 3 && asWritten(text) !== undefined) ||
    inTwoParts(text, (part) => asWritten(part) ?? inAnyLanguage(part)) !== undefined);

function inLanguage(keys: ReturnType<typeof keysOf>, { exact, folded }: NamesOfLanguage): string | undefined {
  return exact.get(keys.exact) ?? (keys.folded.length >= SHORTEST_FOLDED ? folded.get(keys.folded) : undefined);
}

/** What every language that has the name means by it; undefined where they differ. */
function inAnyLanguage(text: string): string | undefined {
  const keys = keysOf(text);
  const formal = inLanguage(keys, formalNames());
  if (formal !== undefined) return formal;
  const meant = new Set(languages().flatMap((language) => inLanguage(keys, language) ?? []));
  const [only, another] = meant;
  return another === undefined ? only : undefined;
}

const isAscii = (text: string) => !/[^\0-\x7f]/.test(text);

/** What is known of a text without its language; one with accents is no code. */
function asWritten(text: string): string | undefined {
  const key = termKey(text);
  return key.length > 3 || isAscii(text) ? countryTerms().get(key) : undefined;
}

/** A code and a name, either before the other: `IN, INDIA`, `INDIA (IN)`, `IN - INDIA`. */
const TWO_PARTS = /^\s*([^,()/|:;–-]+?)\s*[,(/|:;–-]\s*([^()]+?)\s*\)?\s*$/u;
/** The same with the code in capitals or as ISO's number, whatever divides them, and a name of any parts: `TURKEY TR`, `(TW) Taiwan`, `Türkiye_TR`. */
const CODE_BEFORE = /^[^\p{L}\p{N}]*([A-Z]{2,3}|\d{3})[^\p{L}\p{M}\p{N}]+(\p{L}.*?)\s*$/u;
const CODE_BEHIND = /^\s*(\p{L}.*?)[^\p{L}\p{M}\p{N})]+([A-Z]{2,3}|\d{3})[^\p{L}\p{N}]*$/u;
/** A number of the office's own before the name: `052 TURKEY`. */
const BEHIND_NUMBER = /^\s*\d{1,3}[\s.:/-]+(?=\p{L})/u;

const countryOfCode = (code: string) =>
  /^\d/.test(code) ? COUNTRY_NAMES.get(countryNames.numericToAlpha2(code) ?? '') : asWritten(code);

/** A code and a name that mean one country, or a name that nobody knows and that has a word of what the code's country is called. */
function inTwoParts(text: string, resolve: (part: string) => string | undefined): string | undefined {
  for (const pattern of [TWO_PARTS, CODE_BEFORE, CODE_BEHIND]) {
    const [, first = '', second = ''] = pattern.exec(text) ?? [];
    const parts = [first, second];
    const code = parts.find((part) => /^([A-Z]{2,3}|\d{3})$/i.test(part));
    const name = parts.find((part) => part !== code);
    if (code === undefined || name === undefined || name === '') continue;
    const meant = countryOfCode(code);
    const country = resolve(name) ?? (turned(name) && resolve(turned(name) ?? '')) ?? ofState(name);
    // Offices have codes of their own, as `ALE - ALEMANIA`.
    if (meant === undefined && country !== undefined && !NEEDS_THE_WHOLE.has(country)) return country;
    if (meant === undefined) continue;
    if (country === meant || (country === undefined && wordsOf(name).some((word) => wordsOf(meant).includes(word))))
      return meant;
  }
  return BEHIND_NUMBER.test(text) ? resolve(text.replace(BEHIND_NUMBER, '')) : undefined;
}

/** Words that are long enough to be no other name's. */
const wordsOf = (name: string) =>
  normaliseLetters(name)
    .split(' ')
    .filter((word) => word.length >= SHORTEST_FOLDED);

/** What stands behind the name in lists of countries: `IRAN, ISLAMIC REPUBLIC OF`, `КОРЕЯ, РЕСПУБЛИКА`, `COREA (REPUBLICA DE)`. */
const turned = (text: string) => {
  const [name, rest, ...more] = text
    .replace(/\)\s*$/, '')
    .split(/[,(]/)
    .map((part) => part.trim());
  return name && rest && more.length === 0 ? `${rest} ${name}` : undefined;
};

const STATES = once(
  () =>
    new Set(readTable('words-of-states.tsv', ['language', 'words']).flatMap(({ words }) => words.split(' ').map(bare))),
);
const bare = (word: string) =>
  normaliseLetters(word)
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '');

/** The same in scripts without gaps, at the end of the name. */
const STATE_BEHIND =
  /(?:民主|人民|社会主义|社會主義|社会主義|伊斯兰|伊斯蘭|イスラム|ボリバル|연방)*(?:共和国|共和國|王国|王國|公国|公國|联邦|聯邦|連邦|공화국|왕국|연방|국)$/u;

/** Of these another state is called by the same name and another word. */
const NEEDS_THE_WHOLE = new Set(
  ['KR', 'KP', 'CG', 'CD', 'CN', 'TW', 'YE', 'SD', 'SS', 'GE'].map((code) => COUNTRY_NAMES.get(code)),
);

/** The country that is left where the words for a state are taken off its name: `Republic of Côte d'Ivoire`, `Türkiye Cumhuriyeti`. */
function ofState(text: string): string | undefined {
  const words = normaliseLetters(text).split(' ');
  const isState = words.map((word) => STATES().has(bare(word)));
  const [first, last] = [isState.indexOf(false), isState.lastIndexOf(false)];
  const left = [
    words.slice(first),
    words.slice(0, last + 1),
    words.slice(first, last + 1),
    words.filter((_, at) => !isState[at]),
    [words.join('').replace(STATE_BEHIND, '')],
  ].map((some) => some.join(' '));
  if (first < 0) return undefined;
  const known = [...new Set(left)].filter((name) => name !== words.join(' ') && name.length > 1);
  const meant = new Set(
    known.flatMap((name) => inAnyLanguage(name) ?? (termKey(name).length > 3 ? asWritten(name) : undefined) ?? []),
  );
  const [only, another] = meant;
  return another === undefined && !NEEDS_THE_WHOLE.has(only) ? only : undefined;
}

/** A language explains a column where it has so many of its names: then a short word is one of its names, and no code. */
const MOST = 0.5;
const LEAST_NAMES = 3;

/**
 * The countries that the texts of a column mean, of those that nobody knows without their language: `Bỉ` is Belgium and no code, `Nga` beside
 * it Russia and not Nigeria.
 */
export function countriesByLanguage(texts: readonly string[]): Map<string, string> {
  const unknown = texts.filter((text) => asWritten(text) === undefined && text !== '');
  if (unknown.length === 0) return new Map();
  const keys = texts.map(keysOf);
  const [spoken] = languages()
    .map((language) => ({ language, names: keys.filter((each) => inLanguage(each, language) !== undefined).length }))
    .sort((a, b) => b.names - a.names);
  const own =
    spoken && spoken.names >= LEAST_NAMES && spoken.names >= MOST * texts.length ? spoken.language : undefined;
  const resolve = (text: string) => (own && inLanguage(keysOf(text), own)) ?? asWritten(text) ?? inAnyLanguage(text);
  return new Map(
    texts.flatMap((text) => {
      const other = turned(text);
      const meant = resolve(text) ?? inTwoParts(text, resolve) ?? (other && inAnyLanguage(other)) ?? ofState(text);
      return meant === undefined || meant === asWritten(text) ? [] : [[text, meant] as const];
    }),
  );
}
