/** Words that names of companies are full of, in several scripts and writings, as `vocabulary/name-words.tsv` has them. */
import { readFileSync } from 'node:fs';
import { EVERY_COUNTRY } from '@tidewaiter/contract';
import { hasKana, inLatin, isLatin, withoutArticle } from './latin.js';

/** What a word says: of a trade, a tie between words, of an address, a part of a company, a place, or a legal form written out. */
type WordKind = 'trade' | 'link' | 'address' | 'part' | 'country' | 'city' | 'form';

export interface KnownWord {
  kind: WordKind;
  /** How it is compared: one writing of all. */
  word: string;
}

const LINES = readFileSync(new URL('../../vocabulary/name-words.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t') as [WordKind, string, string]);

/** As the words of a name are when they are looked up. */
const folded = (text: string) =>
  withoutArticle(
    text
      .normalize('NFKC')
      .toLowerCase()
      .normalize('NFD')
      .replace(/\p{Mn}/gu, '')
      .normalize('NFC')
      .replaceAll('ς', 'σ'),
  );

/** Scripts that part no words by spaces; Korean names do so seldom. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}]/u;

const KNOWN = new Map<string, KnownWord>();
const FORMS: (readonly [writing: string, form: string])[] = [];
const PHRASES = new Map<string, string>();
const UNSPACED_WORDS = new Map<string, string>();

for (const [kind, word, writings] of LINES)
  for (const written of writings.split(',')) {
    const writing = hasKana(written) ? written : folded(written);
    // Words of an address and of cities stay themselves: one is no other.
    const isOwn = kind === 'address' || kind === 'part' || (kind === 'city' && /^[a-z ]+$/.test(writing));
    const known = { kind, word: isOwn ? writing.replaceAll(' ', '') : word };
    if (kind === 'form') FORMS.push([writing, word]);
    else if (UNSPACED.test(writing)) UNSPACED_WORDS.set(writing, known.word);
    else if (writing.includes(' ')) PHRASES.set(writing, known.word);
    if (kind === 'form') continue;
    // Also where it was transliterated; a short one is another word.
    const latin = isLatin(writing) ? writing : inLatin(writing);
    for (const one of [writing, known.word, ...(latin.length > 4 ? [latin] : [])])
      if (!KNOWN.has(one)) KNOWN.set(one, known);
  }

/** A word that is known, by any of its writings. */
export const knownWord = (writing: string): KnownWord | undefined => KNOWN.get(writing);

const anyOf = (writings: Iterable<string>) => [...writings].sort((a, b) => b.length - a.length).join('|');
const PHRASE = new RegExp(`(?<= )(?:${anyOf(PHRASES.keys())})(?= )`, 'g');
const UNSPACED_WORD = new RegExp(anyOf(UNSPACED_WORDS.keys()), 'g');

/** A name of a script without spaces in which known words stand apart. */
export const withWordsApart = (text: string): string =>
  UNSPACED.test(text) ? text.replace(UNSPACED_WORD, (writing) => ` ${UNSPACED_WORDS.get(writing)} `) : text;

/** A name in which known words of several parts are one. */
export function withKnownWords(text: string): string {
  return ` ${withWordsApart(text)} `
    .replace(PHRASE, (phrase) => PHRASES.get(phrase) ?? phrase)
    .replace(/ +/g, ' ')
    .trim();
}

/** A name without its legal form, where that is written out, and the form. */
export function withoutLongForm(text: string): readonly [rest: string, form: string] {
  for (const [writing, form] of FORMS)
    if (text.endsWith(` ${writing}`)) return [text.slice(0, -writing.length - 1), form];
  return [text, ''];
}

/** The word for a country by its shortcode. */
const BY_CODE = new Map(
  EVERY_COUNTRY.map(({ shortcode, name }) => {
    const word = name.toLowerCase();
    return [shortcode, KNOWN.get(word)?.word ?? word.replaceAll(' ', '')];
  }),
);

export const placeOfCode = (code: string): string | undefined => BY_CODE.get(code.toUpperCase());
