/** The key of a term is one thing, here and in the engine. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CleanedTexts, openCleanedTexts } from '../../testing/cleaned-texts.js';
import { CURRENCY_TERMS } from './clean.js';
import { countryTerms } from './countries.js';
import { portTerms } from './ports.js';
import { Terms, termKey, termKeySql } from './terms.js';
import { UNIT_TERMS } from './units.js';

let texts: CleanedTexts;
beforeAll(async () => {
  texts = await openCleanedTexts();
});
afterAll(() => texts.close());

const WRITTEN = [
  "  Côte d'Ivoire ",
  'São Tomé',
  'Türkiye',
  'ÎLE-DE-FRANCE',
  'U.S.A.',
  'München/Köln',
  'ŁÓDŹ',
  'Ø',
  'İzmir',
  '٣',
  '中国',
  'a\tb',
  '',
];

it('the engine makes the same key of a text', async () => {
  expect(await texts.clean(termKeySql, WRITTEN)).toEqual(WRITTEN.map(termKey));
});

it.each<[string, () => Terms]>([
  ['country', countryTerms],
  ['port', portTerms],
  ['currency', () => CURRENCY_TERMS],
  ['unit', () => UNIT_TERMS],
])('the engine finds every %s that is known, by its key', async (_, terms) => {
  const entries = [...terms().entries()];
  const keys = entries.map(([key]) => key);
  const found = await texts.clean((text) => terms().meaningSql(termKeySql(text)), keys);
  expect(found).toEqual(entries.map(([, meaning]) => meaning));
});

it('the first meaning of a term is its meaning', () => {
  const terms = new Terms().add('one', ['A-B', 'c']).add('two', ['a b', 'd']).forget('c');
  expect([...terms.entries()]).toEqual([
    ['A B', 'one'],
    ['D', 'two'],
  ]);
});
