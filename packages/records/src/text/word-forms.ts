/**
 * The forms in which a word of goods may stand in a description: in the singular and in the plural, of English, Spanish and Portuguese.
 * A form that no text has costs nothing, so the rules may make some that are no words; what they must not make is another word.
 */

/** Words that no rule reaches, in the singular and in the plural. */
const IRREGULAR = [
  'canvas canvases',
  'child children',
  'flor flores',
  'foot feet',
  'gas gases',
  'goose geese',
  'homem homens',
  'item itens',
  'lens lenses',
  'man men',
  'mouse mice',
  'piel pieles',
  'tooth teeth',
  'woman women',
].map((pair) => pair.split(' '));

/** Words that look like one in two numbers. */
const OTHER_WORDS = new Set(['custom customs', 'good goods', 'len lens', 'new news', 'silicon silicones']);

/** Words of fewer letters are abbreviations and units rather than goods: `ms` is no plural of `m`. */
const LEAST_LETTERS = 3;

type Ending = readonly [singular: string, plural: string, of: RegExp];

const ANY = /./;
/** Of two syllables and more: what makes `papeles` of `papel` would make `cones` of `con`. */
const LONG = /[aeiou][^aeiou]+[aeiou]+/;

/** How an ending becomes that of the plural, where the singular without the ending is so. */
const ENDINGS: readonly Ending[] = [
  ['', 's', /[^s]$/],
  ['', 'es', /(?:s|x|z|ch|sh|o)$/],
  ['y', 'ies', /[^aeiou]$/],
  ['f', 'ves', ANY],
  ['fe', 'ves', /i$/],
  // Spanish and Portuguese.
  ['', 'es', new RegExp(`${LONG.source}[lnrd]$`)],
  ['z', 'ces', /[aeiou]$/],
  ['ao', 'oes', /[aeiou]/],
  ['al', 'ais', /.../],
  ['el', 'eis', /../],
  ['il', 'eis', /../],
  ['ol', 'ois', /../],
  ['gem', 'gens', ANY],
];

/** A word in another number by one ending, or undefined. */
function changed(word: string, from: string, to: string, stem: RegExp): string | undefined {
  if (!word.endsWith(from)) return undefined;
  const begins = word.slice(0, word.length - from.length);
  return begins.length >= 2 && stem.test(begins) ? begins + to : undefined;
}

/** What a word is called in the singular, as far as it may be a plural. */
function singulars(word: string): string[] {
  if (word.endsWith('ss')) return [];
  return ENDINGS.flatMap(([singular, plural, of]) => {
    const form = changed(word, plural, singular, of);
    if (form === undefined || form.length < LEAST_LETTERS || OTHER_WORDS.has(`${form} ${word}`)) return [];
    // `Cases` are no cas, though `glasses` and `buses` do end so.
    return plural === 'es' && /[^su]s$/.test(form) ? [] : [form];
  });
}

const plurals = (word: string) =>
  ENDINGS.flatMap(([singular, plural, of]) => changed(word, singular, plural, of) ?? []).filter((form) =>
    singulars(form).includes(word),
  );

/** @param word normalised: small letters without accents */
export function wordForms(word: string): string[] {
  if (word.length < LEAST_LETTERS || !/^[a-z]+$/.test(word)) return [word];
  const irregular = IRREGULAR.find((pair) => pair.includes(word));
  return [...new Set([word, ...(irregular ?? []), ...singulars(word), ...plurals(word)])];
}
