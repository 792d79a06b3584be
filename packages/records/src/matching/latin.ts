/** Names of other scripts in Latin letters, and what is left of a word however it was transliterated. */
import anyAscii from 'any-ascii';

const KANA = /[\u3041-\u30ff]/;
const ASCII = /^[\0-\x7f]*$/;

export const isLatin = (text: string) => ASCII.test(text);
export const hasKana = (text: string) => KANA.test(text);

/** Syllables in Latin letters before anything is folded: their accents are other sounds. A doubled consonant is one here. */
export const kanaInLatin = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[っッ]/g, '')
    .replace(/[\u3041-\u3096\u30a1-\u30fa]+ー?/g, (kana) => anyAscii(kana).toLowerCase())
    .replace(/ー/g, '');

/** What stands before an Arabic word in one with it. */
const ARTICLE = /^(?:وال|بال|لل|ال)(?=\p{Script=Arabic}{3})/u;

/** A word without its article. */
export const withoutArticle = (word: string) => (isLatin(word) ? word : word.replace(ARTICLE, ''));

/** Letters that are one sound together, or a vowel where a table of letters has none. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/μπ/g, 'b'],
  [/γκ/g, 'g'],
  [/^ντ/g, 'd'],
  [/ου/g, 'u'],
  [/[اعةى]/g, 'a'],
  [/و/g, 'u'],
  [/ي/g, 'i'],
];

/** What stands at the end of a Korean syllable sounds otherwise than at its beginning. */
const AT_THE_END: readonly (readonly [RegExp, string])[] = [
  [/(?:ss|s|j|ch|d|h)$/, 't'],
  [/(?:kk|g)$/, 'k'],
  [/nk$/, 'ng'],
  [/b$/, 'p'],
];

const replacedBy = (rules: readonly (readonly [RegExp, string])[], text: string) =>
  rules.reduce((rest, [letters, other]) => rest.replace(letters, other), text);

const syllable = (hangul: string) => {
  const latin = anyAscii(hangul).toLowerCase();
  return latin.endsWith('ng') ? latin : replacedBy(AT_THE_END, latin);
};

/** A word in Latin letters. */
export function inLatin(word: string): string {
  if (isLatin(word)) return word;
  const sounds = replacedBy(SOUNDS, word.replace(/\p{Script=Hangul}/gu, syllable));
  return anyAscii(sounds)
    .toLowerCase()
    .replace(/[^a-z0-9&]/g, '');
}

/** One writing after another, as transliterations of one name differ. */
const LOOSE: readonly (readonly [RegExp, string])[] = [
  [/shch|sch/g, 'sh'],
  [/kh|ch(?=[aou])/g, 'h'],
  [/ph/g, 'f'],
  [/ck|q/g, 'k'],
  [/x/g, 'ks'],
  [/th/g, 't'],
  [/w/g, 'v'],
  [/ou/g, 'u'],
  [/(?:ij|iy|yi|ii|y|j)/g, 'i'],
  [/ia|ie(?=$)/g, 'ia'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/ts/g, 's'],
  [/z/g, 's'],
  [/ng(?![aeiou])/g, 'n'],
  [/(.)\1+/g, '$1'],
];

/** What two transliterations of one word mostly have alike. */
export const loosely = (word: string) => replacedBy(LOOSE, word);

/** Consonants that scripts do not tell apart as one, without what is no consonant in some. */
const BARE: readonly (readonly [RegExp, string])[] = [
  [/[aeiouh&]/g, ''],
  [/[bpfv]/g, 'p'],
  [/[dt]/g, 't'],
  [/[gk]/g, 'k'],
  [/[lr]/g, 'r'],
  [/[mn]/g, 'n'],
  [/(.)\1+/g, '$1'],
];

/** Words whose consonants are kept: names share most of theirs. */
const KEPT = 100_000;
const known = new Map<string, string>();

/** What is left of a word in any transliteration. */
export function consonants(word: string): string {
  const cached = known.get(word);
  if (cached !== undefined) return cached;
  const bare = replacedBy(BARE, loosely(word.replace(/^[ae]l(?=[a-z]{4})|w/g, '')));
  if (known.size >= KEPT) known.clear();
  known.set(word, bare);
  return bare;
}
