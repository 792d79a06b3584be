import { describe, expect, it } from 'vitest';
import { WordBook } from './token-dictionary.js';

function bookOf(...pages: (readonly (readonly [string, number])[])[]): WordBook {
  const book = new WordBook();
  for (const page of pages) book.add(page);
  return book;
}

const within = (letters: string) => ({ letters, opens: false, closes: false });

describe('a book of words', () => {
  const book = bookOf(
    [
      ['iron', 40],
      ['ironing', 5],
      ['pigiron', 3],
    ],
    [],
    [
      ['stahl', 7],
      ['stahlrör', 1],
      ['tititi', 2],
      ['железо', 9],
    ],
  );

  it('finds every word that a part stands for, once, with the records of all', () => {
    expect(book.words).toBe(7);
    expect(book.wordsWith(within('iron'))).toEqual({ words: ['iron', 'ironing', 'pigiron'], records: 48 });
    expect(book.wordsWith(within('ti'))).toEqual({ words: ['tititi'], records: 2 });
    expect(book.wordsWith(within('stahl'))).toEqual({ words: ['stahl', 'stahlrör'], records: 8 });
    expect(book.wordsWith(within('н'))).toEqual({ words: [], records: 0 });
  });

  it('tells words that begin or end with a part from those that have it anywhere', () => {
    const words = (opens: boolean, closes: boolean) => book.wordsWith({ letters: 'iron', opens, closes })?.words;
    expect(words(true, false)).toEqual(['iron', 'ironing']);
    expect(words(false, true)).toEqual(['iron', 'pigiron']);
    expect(words(true, true)).toEqual(['iron']);
  });

  it('says nothing of a part of too many words', () => {
    const many = Array.from({ length: 1001 }, (_, no) => [`a${no}`, 1] as const);
    expect(bookOf(many).wordsWith(within('a'))).toBeUndefined();
    expect(bookOf(many.slice(1)).wordsWith(within('a'))).toMatchObject({ records: 1000 });
    expect(bookOf(many).wordsWith(within('zz'))).toEqual({ words: [], records: 0 });
  });
});
