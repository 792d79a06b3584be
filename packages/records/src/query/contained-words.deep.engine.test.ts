/** What texts contain, asked by the words of their index, against reading every text. */

import { cases, SEED } from '@tidewaiter/testing/generated';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type TokenDictionary, type TokenizedColumn, tokenDictionaries } from '../cache/token-dictionary.js';
import { Bindings, containsText, TEXT_SETTINGS } from '../engine/bindings.js';
import { descriptionText, partyText } from '../text/normalise.js';
import { containsWords, mostContaining } from './contained-words.js';

const NORMALISED = { product_description_text: descriptionText, importer_name_text: partyText } as const;
type Column = keyof typeof NORMALISED;
const COLUMNS = Object.keys(NORMALISED) as Column[];

/** Texts of few words and many signs, so that parts of them are often found. */
const piece = fc.constantFrom(
  ...[
    'steel',
    'Steel',
    'stainless',
    'st',
    'eel',
    'STEELS',
    '304',
    '3 04',
    'Ha-Meem',
    'hameem',
    "L'Oréal",
    'loreal',
    'Øre',
  ],
  ...[
    'ore',
    'straße',
    '铁矿',
    'ИП',
    'a',
    'A.B.C.',
    'abc',
    'x_y',
    '50%',
    '100 %',
    '\\n',
    '(pipe)',
    'pipe',
    '/',
    '-',
    '--',
    "'",
  ],
);
const text = fc
  .array(fc.tuple(piece, fc.constantFrom('', ' ', '  ', '-', ', ', '\t')), { minLength: 1, maxLength: 6 })
  .map((pieces) => pieces.flat().join(''));

const texts = fc.sample(text, { seed: SEED, numRuns: 400 });

const test = sharedRecords();
const dictionaries = new Map<TokenizedColumn, TokenDictionary>();
beforeAll(async () => {
  const { versions } = test.records;
  const { engine } = test.records.staging;
  // Two parts of the table: a word of both is one word of the dictionary.
  for (const part of [texts.slice(0, 200), texts.slice(200)]) {
    await engine.run({
      name: 'test.fill',
      sql: `INSERT INTO records (load_id, id, trade_type, country, record_date, product_description_text, importer_name_text)
        SELECT 1, toString(rowNumberInAllBlocks()), 'IMPORT', 'KOR', '2020-06-01', ${descriptionText('t')}, ${partyText('t')}
        FROM (SELECT arrayJoin({texts:Array(String)}) AS t)`,
      parameters: { texts: part },
    });
  }
  const made = tokenDictionaries(engine);
  const version = await versions.current();
  for (const column of COLUMNS) {
    const dictionary = await vi.waitUntil(() => made.dictionary(column, version), 60_000);
    dictionaries.set(column, dictionary);
  }
});

/** How many records meet a condition. */
async function found(condition: string, { parameters }: Bindings): Promise<number> {
  const [row] = await test.records.staging.engine.query({
    name: 'test.found',
    sql: `SELECT count() FROM records WHERE ${condition}`,
    parameters,
    settings: TEXT_SETTINGS,
    row: z.tuple([z.coerce.number()]),
  });
  return row?.[0] ?? -1;
}

describe.each(COLUMNS)('%s', (column) => {
  it('contains by its words what it contains, and never more than is known beforehand', async () => {
    const parts = fc.sample(fc.tuple(fc.constantFrom(...texts), fc.nat(20), fc.integer({ min: 1, max: 12 })), {
      seed: SEED + 1,
      numRuns: cases(150, 2000),
    });
    const values = parts
      .map(([whole, from, length]) => whole.slice(from, from + length))
      .filter((value) => value !== '');
    let [byWords, somewhere] = [0, 0];
    for (const value of values) {
      const bindings = new Bindings();
      const words = containsWords(column, value, dictionaries.get(column), bindings);
      if (words === undefined) continue;
      const plainly = new Bindings();
      const read = containsText(column, value, NORMALISED[column], plainly);
      const count = await found(read, plainly);
      expect([value, await found(words, bindings)]).toEqual([value, count]);
      expect(mostContaining(column, value, dictionaries.get(column))).toBeGreaterThanOrEqual(count);
      byWords += 1;
      if (count > 0) somewhere += 1;
    }
    expect(byWords).toBeGreaterThan(values.length / 3);
    expect(somewhere).toBeGreaterThan(byWords / 2);
  });

  it('is asked as any column without a dictionary, and of what is no plain text', () => {
    const asked = (value: string) => containsWords(column, value, dictionaries.get(column), new Bindings());
    expect(containsWords(column, 'steel', undefined, new Bindings())).toBeUndefined();
    expect(mostContaining(column, 'steel', undefined)).toBe(Number.POSITIVE_INFINITY);
    for (const value of ['straße', '铁', '--', '']) expect(asked(value)).toBeUndefined();
    expect(asked('nowhere')).toBe('0');
    const bindings = new Bindings();
    bindings.strings(['x'.repeat(49_999)]);
    expect(containsWords(column, 'steel', dictionaries.get(column), bindings)).toBeUndefined();
    expect(mostContaining(column, 'nowhere', dictionaries.get(column))).toBe(0);
  });
});
