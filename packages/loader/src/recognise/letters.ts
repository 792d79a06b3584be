import anyAscii from 'any-ascii';

/** Letters that are written in more than one way for the same word, as Arabic ones in Persian. */
const SAME_LETTERS: Readonly<Record<string, string>> = {
  ك: 'ک',
  ي: 'ی',
  ى: 'ی',
  ة: 'ه',
  ہ: 'ه',
  ۃ: 'ه',
  ς: 'σ',
};

const NOT_LATIN = /[ıđøłßæœ\u0400-\u052f]/g;
const ANY_OF_THEM = new RegExp(`[${Object.keys(SAME_LETTERS).join('')}]`, 'g');

/** Each letter in Latin ones, kept since texts of thousands of words are read. */
const IN_LATIN = new Map<string, string>();

function inLatin(letter: string): string {
  const known = IN_LATIN.get(letter);
  if (known !== undefined) return known;
  const latin = anyAscii(letter).replace(/\W/g, '');
  IN_LATIN.set(letter, latin);
  return latin;
}

/** The article that Armenian writes in one with its words. */
const ARMENIAN_ARTICLE = /(?<=[ա-և]{3})ը(?![ա-և])/g;

/** A text as headers are compared: in lower case, without accents and Armenian's article, Cyrillic in Latin letters. */
export function bareLetters(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(ARMENIAN_ARTICLE, '')
    .replace(NOT_LATIN, inLatin)
    .replace(ANY_OF_THEM, (letter) => SAME_LETTERS[letter] ?? letter);
}
