import { expect, it } from 'vitest';
import { SpellingBook } from './spelling-books.js';

it('a book spells every party in it, and no other', () => {
  const entries = [
    ['1', 'Ærø Værft A/S'],
    ['2', ''],
    ['9007199254740993', '中国石油'],
    ['9223372036854775808', 'Ha-Meem Denim Ltd.'],
    ['18446744073709551615', 'Zeta'],
  ] as const;
  const book = new SpellingBook();
  expect(book.spelling('1')).toBeUndefined();
  book.add(entries.slice(0, 2));
  book.add([]);
  book.add(entries.slice(2));
  expect(book.parties).toBe(entries.length);
  for (const [key, name] of entries) expect(book.spelling(key)).toBe(name);
  for (const key of ['0', '3', '9007199254740992', '18446744073709551614']) expect(book.spelling(key)).toBeUndefined();
});
