/** Countries in the languages of the world, as the runtime names them (Unicode's CLDR), and in the forms in which files write a code beside a name. */
import { COUNTRY_NAMES } from '@tidewaiter/contract';
import { countryTerms } from './countries.js';
import { once, termKey } from './terms.js';

/** A language's names of countries, by their letters and without accents: the codes that they mean. */
interface NamesOfLanguage {
  exact: ReadonlyMap<string, string>;
  folded: ReadonlyMap<string, string>;
}

const LETTERS = Array.from({ length: 26 }, (_, index) => String.fromCharCode(97 + index));
/** Languages that are written in two ways, or have no code of two letters. */
const FURTHER = ['zh-Hant', 'sr-Latn', 'uz-Latn', 'az-Cyrl', 'fil', 'yue'];

/** Letters and digits of any script in capitals, and nothing else. */
const lettersOf = (text: string) =>
  text
    .normalize('NFC')
    .toUpperCase()
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
    return {
      exact: new Map(written.map(([name, meant]) => [lettersOf(name), meant])),
      folded: new Map(written.map(([name, meant]) => [termKey(name), meant])),
    };
  });
});

/** A text as it is looked up in every language. */
const keysOf = (text: string) => ({ exact: lettersOf(text), folded: termKey(text) });

const allNames = once(() => new Set(languages().flatMap(({ exact }) => [...exact.keys()])));

/** Whether a text is a country's name in any language. */
export const isCountryName = (text: string) => /\p{L}/u.test(text) && allNames().has(lettersOf(text));

function inLanguage(keys: ReturnType<typeof keysOf>, { exact, folded }: NamesOfLanguage): string | undefined {
  return exact.get(keys.exact) ?? (keys.folded.length >= SHORTEST_FOLDED ? folded.get(keys.folded) : undefined);
}

/** What every language that has the name means by it; undefined where they differ. */
function inAnyLanguage(text: string): string | undefined {
  const keys = keysOf(text);
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

function inTwoParts(text: string, resolve: (part: string) => string | undefined): string | undefined {
  const [, first = '', second = ''] = TWO_PARTS.exec(text) ?? [];
  const parts = [first, second];
  const code = parts.find((part) => /^[A-Z]{2,3}$/i.test(part));
  const name = parts.find((part) => part !== code);
  if (code === undefined || name === undefined || name === '') return undefined;
  const meant = resolve(name);
  return meant !== undefined && asWritten(code) === meant ? meant : undefined;
}

/** What stands behind the name in lists of countries: `IRAN, ISLAMIC REPUBLIC OF`, `КОРЕЯ, РЕСПУБЛИКА`. */
const turned = (text: string) => {
  const [name, rest, ...more] = text.split(',').map((part) => part.trim());
  return name && rest && more.length === 0 ? `${rest} ${name}` : undefined;
};

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
      const meant = resolve(text) ?? inTwoParts(text, resolve) ?? (other && inAnyLanguage(other));
      return meant === undefined || meant === asWritten(text) ? [] : [[text, meant] as const];
    }),
  );
}
