/** What texts contain and which words they have, asked by the words of their index, against reading every text. */
import { searchValueProblem } from '@tidewaiter/contract';
import { cases, SEED } from '@tidewaiter/testing/generated';
import { matches, type PlainRecord } from '@tidewaiter/testing/plain-search';
import { question } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type TokenDictionary, type TokenizedColumn, tokenDictionaries } from '../cache/token-dictionary.js';
import { Bindings, containsText, TEXT_SETTINGS } from '../engine/bindings.js';
import { descriptionText, partyText } from '../text/normalise.js';
import { containsWords, mostContaining } from './contained-words.js';
import { hasWords, mostWithWords } from './whole-words.js';

const NORMALISED = { product_description_text: descriptionText, importer_name_text: partyText } as const;
type Column = keyof typeof NORMALISED;
const COLUMNS = Object.keys(NORMALISED) as Column[];
const GOODS = 'product_description_text';

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
  ['Øres and Straßen', ['øre', 'ORE', 'ores', 'strassen'], ['or', 'straß']],
  ['Straße łódź Ærø', ['strasse', 'STRASSE', 'Lodz', 'łódź', 'aero'], ['lod', 'ero', 'stras']],
  ['мебель деревянная', ['мебель', 'ДЕРЕВЯННАЯ мебель'], ['ель', 'дерев']],
  ['silicon wafers 300mm', ['wafer', '300mm silicon'], ['silicones', '300', 'mm']],
];

/** Pieces with many signs, so that parts of texts are often found, and words in both numbers. */
const PARTS =
  `steel Steel stainless st eel STEELS 304 Ha-Meem hameem L'Oréal loreal Øre ore straße 铁矿 ИП a A.B.C. abc x_y 50% \\n (pipe) pipe
  / - -- '`.split(/\s+/);
const WORDS =
  `tile Tiles textile textiles box boxes berries berry knife KNIVES glass glasses cas cases papel papéis papeles motores motor
  flor flores luz luces botão botoes news new lens 304 x2 ½ LED灯 铁矿 ル железо straße strasse Øre № ⑴ e\u0301 men's men man a s`.split(
    /\s+/,
  );

const textOf = (pieces: readonly string[], between: readonly string[], most: number) =>
  fc
    .array(fc.tuple(fc.constantFrom(...pieces), fc.constantFrom(...between)), { minLength: 1, maxLength: most })
    .map((parts) => parts.flat().join(''));
const contained = textOf([...PARTS, '3 04', '100 %'], ['', ' ', '  ', '-', ', ', '\t'], 6);
const worded = textOf(WORDS, [' ', ' ', ' ', '-', ', ', '–', '’', '_', '“', ''], 6);
const value = textOf(WORDS, [' ', '-', '–'], 3).filter(
  (words) => searchValueProblem('PRODUCT', words.trim(), 'W') === undefined,
);

const texts = [
  ...KNOWN.map(([known]) => known),
  ...fc.sample(contained, { seed: SEED, numRuns: 400 }),
  ...fc.sample(worded, { seed: SEED, numRuns: 300 }),
];

const test = sharedRecords();
const dictionaries = new Map<TokenizedColumn, TokenDictionary>();
beforeAll(async () => {
  const { engine } = test.records.staging;
  // Two parts of the table: a word of both is one word of the dictionary.
  for (const [from, part] of [texts.slice(0, 350), texts.slice(350)].entries())
    await engine.run({
      name: 'test.fill',
      sql: `INSERT INTO records (load_id, id, trade_type, country, record_date, line, ${COLUMNS.join(', ')})
        SELECT 1, toString(no), 'IMPORT', 'KOR', '2020-06-01', no + ${350 * from}, ${descriptionText('t')}, ${partyText('t')}
        FROM (SELECT arrayJoin(arrayEnumerate({texts:Array(String)} AS texts)) AS no, texts[no] AS t)`,
      parameters: { texts: part },
    });
  const made = tokenDictionaries(engine);
  const version = await test.records.versions.current();
  for (const column of COLUMNS)
    dictionaries.set(column, await vi.waitUntil(() => made.dictionary(column, version), 60_000));
});

/** The texts that meet a condition, by their places. */
async function found(condition: string, { parameters }: Bindings): Promise<number[]> {
  const rows = await test.records.staging.engine.query({
    name: 'test.found',
    sql: `SELECT line FROM records WHERE ${condition} ORDER BY line`,
    ...{ parameters, settings: TEXT_SETTINGS, row: z.tuple([z.coerce.number()]) },
  });
  return rows.map(([line]) => line - 1);
}

describe.each(COLUMNS)('%s', (column) => {
  it('contains by its words what it contains, and never more than is known beforehand', async () => {
    const part = fc.tuple(fc.constantFrom(...texts), fc.nat(20), fc.integer({ min: 1, max: 12 }));
    const values = fc
      .sample(part, { seed: SEED + 1, numRuns: cases(150, 2000) })
      .map(([whole, from, length]) => whole.slice(from, from + length))
      .filter((some) => some !== '');
    let [byWords, somewhere] = [0, 0];
    for (const some of values) {
      const [bindings, plainly] = [new Bindings(), new Bindings()];
      const words = containsWords(column, some, dictionaries.get(column), bindings);
      if (words === undefined) continue;
      const read = await found(containsText(column, some, NORMALISED[column], plainly), plainly);
      expect([some, await found(words, bindings)]).toEqual([some, read]);
      expect(mostContaining(column, some, dictionaries.get(column))).toBeGreaterThanOrEqual(read.length);
      byWords += 1;
      if (read.length > 0) somewhere += 1;
    }
    expect(byWords).toBeGreaterThan(values.length / 4);
    expect(somewhere).toBeGreaterThan(byWords / 2);
  });

  it('is asked as any column without a dictionary, and of what is no plain text', () => {
    const asked = (some: string, dictionary = dictionaries.get(column), bindings = new Bindings()) =>
      containsWords(column, some, dictionary, bindings);
    expect(containsWords(column, 'steel', undefined, new Bindings())).toBeUndefined();
    expect(mostContaining(column, 'steel', undefined)).toBe(Number.POSITIVE_INFINITY);
    for (const some of ['straße', '铁', '--', '']) expect(asked(some)).toBeUndefined();
    expect(asked('nowhere')).toBe('0');
    expect(mostContaining(column, 'nowhere', dictionaries.get(column))).toBe(0);
    const full = new Bindings();
    full.strings(['x'.repeat(49_999)]);
    expect(asked('steel', dictionaries.get(column), full)).toBeUndefined();
  });
});

describe('words of a description', () => {
  /** By the words of the index, and without them. */
  const bothWays = (words: string) =>
    Promise.all(
      [dictionaries.get(GOODS), undefined].map((known) => {
        const bindings = new Bindings();
        return found(hasWords(GOODS, words, known, bindings), bindings);
      }),
    );

  it.each(KNOWN)('%s', async (known, has, lacks) => {
    const at = texts.indexOf(known);
    for (const words of [...has, ...lacks])
      for (const places of await bothWays(words))
        expect([words, places.includes(at)]).toEqual([words, has.includes(words)]);
  });

  it('are found alike by the words of the index, without them, and by a plain filter; never more than is known beforehand', async () => {
    const plainly = (words: string) => {
      const asked = question({ searchBy: 'PRODUCT', matchType: 'W', searchValue: [words] });
      const base: PlainRecord = { tradeType: 'IMPORT', country: 'KOR', record_date: asked.fromDate };
      return texts.flatMap((text, at) => (matches({ ...base, product_description: text }, asked) ? [at] : []));
    };
    const asked = fc.sample(value, { seed: SEED + 1, numRuns: cases(50, 1000) });
    let somewhere = 0;
    for (const words of asked) {
      const expected = plainly(words);
      expect([words, ...(await bothWays(words))]).toEqual([words, expected, expected]);
      expect(mostWithWords(words, dictionaries.get(GOODS))).toBeGreaterThanOrEqual(expected.length);
      if (expected.length > 0) somewhere += 1;
    }
    expect(somewhere).toBeGreaterThan(asked.length / 3);
  });

  it('are none of a value of signs', async () => {
    expect(await bothWays('-- %')).toEqual([[], []]);
    expect(mostWithWords('nowhere', dictionaries.get(GOODS))).toBe(0);
    expect(mostWithWords('tile', undefined)).toBe(Number.POSITIVE_INFINITY);
  });
});
