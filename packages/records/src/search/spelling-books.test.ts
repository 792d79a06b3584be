import { expect, it } from 'vitest';
import { SpellingBook } from './spelling-books.js';

it('a book spells every party in it, and no other', () => {
  const entries = [
    ['1', 'Ærø Værft A/S', 1],
    ['2', '', 2],
    ['9007199254740993', '中国石油', 3],
    ['9223372036854775808', 'Ha-Meem Denim Ltd.', 4],
    ['18446744073709551615', 'Zeta', 5],
  ] as const;
  const book = new SpellingBook();
  expect(book.spelling('1')).toBeUndefined();
  book.add(entries.slice(0, 2));
  book.add([]);
  book.add(entries.slice(2));
  expect(book.parties).toBe(entries.length);
  for (const [key, name, records] of entries) {
    expect(book.spelling(key)).toBe(name);
    expect(book.records(key)).toBe(records);
  }
  for (const key of ['0', '3', '9007199254740992', '18446744073709551614'])
    expect([book.spelling(key), book.records(key)]).toEqual([undefined, 0]);
});
