import { expect, it } from 'vitest';
import { PartyNameDictionary, type PartySpelling, WholeMonths } from './party-name-dictionary.js';

const ALWAYS = new WholeMonths(['KOR', 'VNM'], { wholeFrom: '2020-01-01', wholeUpto: '2020-12-01' });

const only = (name: string): [PartySpelling] => [[name, true, '']];

it('a dictionary spells every party in it, and no other', () => {
  const entries = [
    ['1', 1, only('Ærø Værft A/S')],
    ['2', 2, only('')],
    ['9007199254740993', 3, only('中国石油')],
    ['9223372036854775808', 4, only('Ha-Meem Denim Ltd.')],
    ['18446744073709551615', 5, only('Zeta')],
  ] as const;
  const dictionary = new PartyNameDictionary();
  expect(dictionary.spelling('1', ALWAYS)).toBeUndefined();
  dictionary.add(entries.slice(0, 2));
  dictionary.add([]);
  dictionary.add(entries.slice(2));
  expect(dictionary.size).toBe(entries.length);
  for (const [key, records, [[name]]] of entries) {
    expect(dictionary.spelling(key, ALWAYS)).toBe(name);
    expect(dictionary.records(key)).toBe(records);
  }
  for (const key of ['0', '3', '9007199254740992', '18446744073709551614'])
    expect([dictionary.spelling(key, ALWAYS), dictionary.records(key)]).toEqual([undefined, 0]);
});
