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
  ё: 'е',
};

const ANY_OF_THEM = new RegExp(`[${Object.keys(SAME_LETTERS).join('')}]`, 'g');

/** A text as headers are compared: in lower case, without accents, Cyrillic in Latin letters. */
export function bareLetters(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ıđøłßæœ\p{Script=Cyrillic}]+/gu, anyAscii)
    .replace(ANY_OF_THEM, (letter) => SAME_LETTERS[letter] ?? letter);
}
