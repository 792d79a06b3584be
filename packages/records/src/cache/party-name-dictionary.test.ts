import { EVERY_COUNTRY, FIRST_DAY, monthNumber } from '@tidewaiter/contract';
import { expect, it } from 'vitest';
import { PartyNameDictionary, type PartySpelling, WholeMonths } from './party-name-dictionary.js';

const ALWAYS = new WholeMonths(['KOR', 'VNM'], { wholeFrom: '2020-01-01', wholeUpto: '2020-12-01' });

/** As the engine hands it over: of each country and month, in the order in which loads came, its place and its records. */
const cells = (of: readonly (readonly [place: number, records: number])[]) =>
  Buffer.from(Uint32Array.from(of.flat()).buffer).toString('base64');

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

it('of several spellings the commonest of some months is chosen, whatever their numbers and their order', () => {
  const months = 180 * 12;
  const [korea, vietnam] = ['KOR', 'VNM'].map((code) => EVERY_COUNTRY.findIndex(({ shortcode }) => shortcode === code));
  const january = monthNumber('2024-01-01') - monthNumber(FIRST_DAY);
  const place = (country: number | undefined, month: number) => (country ?? 0) * months + january + month;
  const names = { First: [3, 127, 128, 1], Second: [2, 128, 16_384, 4_294_967_295], Third: [4, 5, 0, 2 ** 31] };
  // Vietnam before Korea and later months before earlier ones: places go backwards as often as forwards.
  const spellings = Object.entries(names).map(([name, records]): PartySpelling => {
    const both = [...records.entries()].map(([month, found]) => [
      [place(vietnam, month), found] as const,
      [place(korea, month), 1] as const,
    ]);
    return [name, true, cells(both.reverse().flat())];
  });
  const dictionary = new PartyNameDictionary();
  dictionary.add([['7', 12, spellings]]);
  const chosen = (countries: readonly string[], month: number) => {
    const day = `2024-0${month + 1}-01`;
    return dictionary.spelling('7', new WholeMonths(countries, { wholeFrom: day, wholeUpto: day }));
  };
  expect([0, 1, 2, 3].map((month) => chosen(['VNM'], month))).toEqual(['Third', 'Second', 'Second', 'Second']);
  // One record each in Korea: the last of those that are as common.
  expect(chosen(['KOR'], 0)).toBe('Third');
  expect(chosen(['KOR', 'VNM'], 0)).toBe('Third');
  expect(chosen(['VNM'], 4)).toBeUndefined();
});
