/** Which descriptions have the words of a value, by the words of the index and without them, against a plain filter. */

import { searchValueProblem } from '@tidewaiter/contract';
import { cases, SEED } from '@tidewaiter/testing/generated';
import { matches, type PlainRecord } from '@tidewaiter/testing/plain-search';
import { question } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type TokenDictionary, tokenDictionaries } from '../cache/token-dictionary.js';
import { Bindings, TEXT_SETTINGS } from '../engine/bindings.js';
import { descriptionText } from '../text/normalise.js';
import { hasWords, mostWithWords } from './whole-words.js';

const COLUMN = 'product_description_text';

/** What is found by which words, and by which it is not. */
const KNOWN: readonly [text: string, has: readonly string[], lacks: readonly string[]][] = [
  [
    'CERAMIC FLOOR TILE',
    ['ceramic tiles', 'tile ceramics', 'Floor-Tile', 'ceramic'],
    ['tiles wall', 'til', 'floor tilex'],
  ],
  ['TEXTILE FABRICS', ['textiles', 'fabric textile'], ['tile', 'text', 'fabr']],
  ["MEN'S T-SHIRTS, 100% COTTON", ['mens t-shirt', 'men’s shirt', '100 cotton'], ['tshirt', 'cottons 10']],
  ['Azulejos cerámicos para baño', ['ceramico azulejo', 'baños', 'CERÁMICOS'], ['ceramic', 'ban']],
  ['CAMINHÕES E BOTÕES DE PAPEL', ['caminhão', 'botao papéis'], ['botas']],
  ['cerâmica–porcelana “tiles” №5', ['tile', 'porcelana', 'ceramica tiles'], ['celana']],
  ['LED灯 铁矿石', ['led', 'LED灯', '铁矿', '石'], ['le', '铁石']],
  ['Straße łódź Ærø', ['strasse', 'STRASSE', 'Lodz', 'łódź', 'aero'], ['lod', 'ero', 'stras']],
  ['мебель деревянная', ['мебель', 'ДЕРЕВЯННАЯ мебель'], ['ель', 'дерев']],
  ['silicon wafers 300mm', ['wafer', '300mm silicon'], ['silicones', '300', 'mm']],
];

const piece = fc.constantFrom(
  ...[
    'tile',
    'Tiles',
    'textile',
    'textiles',
    'box',
    'boxes',
    'berries',
    'berry',
    'knife',
    'KNIVES',
    'glass',
    'glasses',
    'cas',
    'cases',
  ],
  ...[
    'papel',
    'papéis',
    'papeles',
    'motores',
    'motor',
    'flor',
    'flores',
    'luz',
    'luces',
    'botão',
    'botoes',
    'news',
    'new',
    'lens',
  ],
  ...[
    '304',
    'x2',
    '½',
    'LED灯',
    '铁矿',
    'ル',
    'железо',
    'straße',
    'strasse',
    'Øre',
    '№',
    '⑴',
    'e\u0301',
    "men's",
    'men',
    'man',
    'a',
    's',
  ],
);
const text = fc
  .array(fc.tuple(piece, fc.constantFrom(' ', ' ', ' ', '-', ', ', '–', '’', '_', '“', '')), {
    minLength: 1,
    maxLength: 6,
  })
  .map((pieces) => pieces.flat().join(''));
const value = fc
  .array(fc.tuple(piece, fc.constantFrom(' ', '-', '–')), { minLength: 1, maxLength: 3 })
  .map((pieces) => pieces.flat().join(''))
  .filter((words) => searchValueProblem('PRODUCT', words.trim(), 'W') === undefined);

const texts = [...KNOWN.map(([known]) => known), ...fc.sample(text, { seed: SEED, numRuns: 300 })];

const test = sharedRecords();
let dictionary: TokenDictionary;
beforeAll(async () => {
  const { engine } = test.records.staging;
  await engine.run({
    name: 'test.fill',
    sql: `INSERT INTO records (load_id, id, trade_type, country, record_date, line, ${COLUMN})
      SELECT 1, toString(no), 'IMPORT', 'KOR', '2020-06-01', no, ${descriptionText('{texts:Array(String)}[no]')}
      FROM (SELECT arrayJoin(arrayEnumerate({texts:Array(String)})) AS no)`,
    parameters: { texts },
  });
  const made = tokenDictionaries(engine);
  const version = await test.records.versions.current();
  dictionary = await vi.waitUntil(() => made.dictionary(COLUMN, version), 60_000);
});

/** The texts that the engine finds, by their places. */
async function found(words: string, known: TokenDictionary | undefined): Promise<number[]> {
  const bindings = new Bindings();
  const condition = hasWords(COLUMN, words, known, bindings);
  const rows = await test.records.staging.engine.query({
    name: 'test.found',
    sql: `SELECT line FROM records WHERE ${condition} ORDER BY line`,
    parameters: bindings.parameters,
    settings: TEXT_SETTINGS,
    row: z.tuple([z.coerce.number()]),
  });
  return rows.map(([line]) => line - 1);
}

const plainly = (words: string) => {
  const asked = question({ searchBy: 'PRODUCT', matchType: 'W', searchValue: [words] });
  return texts.flatMap((product_description, at) => {
    const record: PlainRecord = {
      tradeType: 'IMPORT',
      country: 'KOR',
      record_date: asked.fromDate,
      product_description,
    };
    return matches(record, { ...asked, tradeType: 'IMPORT', countryCode: ['KOR'] }) ? [at] : [];
  });
};

describe('words of a description', () => {
  it.each(KNOWN)('%s', async (known, has, lacks) => {
    const at = texts.indexOf(known);
    for (const words of has) {
      expect([words, await found(words, dictionary)]).toEqual([words, expect.arrayContaining([at])]);
      expect([words, await found(words, undefined)]).toEqual([words, expect.arrayContaining([at])]);
    }
    for (const words of lacks) {
      expect([words, await found(words, dictionary)]).toEqual([words, expect.not.arrayContaining([at])]);
      expect([words, await found(words, undefined)]).toEqual([words, expect.not.arrayContaining([at])]);
    }
  });

  it('are found alike by the words of the index, without them, and by a plain filter; never more than is known beforehand', async () => {
    const asked = fc.sample(value, { seed: SEED + 1, numRuns: cases(50, 1000) });
    let somewhere = 0;
    for (const words of asked) {
      const expected = plainly(words);
      expect([words, await found(words, dictionary)]).toEqual([words, expected]);
      expect([words, await found(words, undefined)]).toEqual([words, expected]);
      expect(mostWithWords(words, dictionary)).toBeGreaterThanOrEqual(expected.length);
      if (expected.length > 0) somewhere += 1;
    }
    expect(somewhere).toBeGreaterThan(asked.length / 3);
  });

  it('are none of a value of signs', async () => {
    expect(await found('-- %', dictionary)).toEqual([]);
    expect(mostWithWords('nowhere', dictionary)).toBe(0);
    expect(mostWithWords('tile', undefined)).toBe(Number.POSITIVE_INFINITY);
  });
});
