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

/** Several words in a row, and the one that they are. */
type Phrase = readonly [parts: readonly string[], word: string];

function keep(phrases: Map<string, Phrase[]>, by: string | undefined, phrase: Phrase): void {
  const known = [...(phrases.get(by ?? '') ?? []), phrase];
  // The longest first.
  phrases.set(
    by ?? '',
    known.sort(([a], [b]) => b.length - a.length),
  );
}

const KNOWN = new Map<string, KnownWord>();
/** Forms that are written out, by their last word. */
const FORMS = new Map<string, Phrase[]>();
/** Known words of several parts, by their first one. */
const PHRASES = new Map<string, Phrase[]>();
const UNSPACED_WORDS = new Map<string, string>();

for (const [kind, word, writings] of LINES)
  for (const written of writings.split(',')) {
    const writing = hasKana(written) ? written : folded(written);
    // Ties, words of an address and cities stay themselves in Latin letters: one is no other.
    const isOwn = /^(?:address|part|link|city)$/.test(kind) && isLatin(writing);
    const known = { kind, word: isOwn ? writing.replaceAll(' ', '') : word };
    const parts = writing.split(' ');
    if (kind === 'form') keep(FORMS, parts.at(-1), [parts, word]);
    else if (UNSPACED.test(writing)) UNSPACED_WORDS.set(writing, known.word);
    else if (parts.length > 1) keep(PHRASES, parts[0], [parts, known.word]);
    if (kind === 'form') continue;
    // Also where it was transliterated; a short one is another word.
    const latin = isLatin(writing) ? writing : inLatin(writing);
    for (const one of [writing, known.word, ...(latin.length > 4 ? [latin] : [])])
      if (!KNOWN.has(one)) KNOWN.set(one, known);
  }

/** A word that is known, by any of its writings. */
export const knownWord = (writing: string): KnownWord | undefined => KNOWN.get(writing);

const UNSPACED_WORD = new RegExp([...UNSPACED_WORDS.keys()].sort((a, b) => b.length - a.length).join('|'), 'g');

/** A name of a script without spaces in which known words stand apart. */
export const withWordsApart = (text: string): string =>
  !isLatin(text) && UNSPACED.test(text)
    ? text.replace(UNSPACED_WORD, (writing) => ` ${UNSPACED_WORDS.get(writing)} `)
    : text;

/** The words of a name, known ones of several parts as one. */
export function wordsOf(text: string): string[] {
  const parts = withWordsApart(text).split(' ').filter(Boolean);
  const words: string[] = [];
  for (let at = 0; at < parts.length; ) {
    const phrase = PHRASES.get(parts[at] ?? '')?.find(([of]) => of.every((part, index) => parts[at + index] === part));
    words.push(phrase?.[1] ?? withoutArticle(parts[at] ?? ''));
    at += phrase?.[0].length ?? 1;
  }
  return words;
}

/** A name without its legal form, where that is written out, and the form. */
export function withoutLongForm(text: string): readonly [rest: string, form: string] {
  const parts = text.split(' ');
  const begins = ([of]: Phrase) => parts.length - of.length;
  const phrase = FORMS.get(parts.at(-1) ?? '')?.find(
    (one) => begins(one) > 0 && one[0].every((part, index) => parts[begins(one) + index] === part),
  );
  return phrase ? [parts.slice(0, begins(phrase)).join(' '), phrase[1]] : [text, ''];
}

/** The word for a country by its shortcode. */
const BY_CODE = new Map(
  EVERY_COUNTRY.map(({ shortcode, name }) => {
    const word = name.toLowerCase();
    return [shortcode, KNOWN.get(word)?.word ?? word.replaceAll(' ', '')];
  }),
);

export const placeOfCode = (code: string): string | undefined => BY_CODE.get(code.toUpperCase());
