/** Every form of normalisation beside the engine's own, which is the definition that they are held to. */
import { partyNameKey } from '@tidewaiter/contract';
import { cases, SEED } from '@tidewaiter/testing/generated';
import { PARTY_PAIRS, pairsByKind } from '@tidewaiter/testing/party-pairs';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Bindings } from '../engine/bindings.js';
import { CharacterFolding, characters, TraceableText } from './character-folding.js';
import { descriptionText, partyText } from './normalise.js';
import { descriptionTexts, partyKeys, partyTexts } from './normalise-columns.js';
import { boundPartyKey, boundPartyKeys, partyKey } from './party-name-keys.js';
import { isPlain, plainDescriptionText, plainPartyText, plainWord } from './plain-text.js';
import { sipHash64 } from './sip-hash.js';

const test = sharedRecords();

const NORMALISED = { description: descriptionText, party: partyText };
type Kind = keyof typeof NORMALISED;
const KINDS = Object.keys(NORMALISED) as Kind[];

/** What the engine makes of texts. */
async function made(sql: string, texts: readonly string[]): Promise<string[]> {
  const rows = await test.rows(`SELECT ${sql} FROM (SELECT arrayJoin({texts:Array(String)}) AS given)`, { texts });
  return rows.flat();
}
const normalised = (kind: Kind, texts: readonly string[]) => made(NORMALISED[kind]('given'), texts);

const traced = async (kind: Kind, texts: readonly string[]) => {
  const fold = await new CharacterFolding().of(kind, texts, test.records.staging.engine);
  return texts.map((text) => new TraceableText(text, fold));
};

/** Texts of the letters, marks and signs that normalisation does something with. */
const SIGNS = 'e\u0301|A\u030a|\u0301|か\u3099|한|\u1112\u1161\u11ab|👩‍👩‍👧|\u00ad|\u200d|日本|ﾊﾟ|ก็'.split('|');
const written = fc
  .array(
    fc.oneof(
      ...['aAbz09 ', ' \t\n\u00a0\u3000-.\'’`&,()/%_\\"{}*?', 'éÉñÅßæÆœłŁøđıİĳﬁ½ſςΣσёЙ', SIGNS].map((letters) =>
        fc.constantFrom(...letters),
      ),
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(''));

describe('a traceable text', () => {
  it.each(KINDS)('normalises a %s as the engine does', async (kind) => {
    const texts = fc.sample(written, { numRuns: 3000, seed: 20_260_120 });
    expect((await traced(kind, texts)).map(({ text }) => text)).toEqual(await normalised(kind, texts));
  });

  it.each(KINDS)('finds any part of a %s as a part of the original', async (kind) => {
    const drawn = fc.sample(fc.tuple(written, fc.nat(), fc.nat()), { numRuns: 1000, seed: 20_260_121 });
    const originals = drawn.map(([text]) => text);
    const texts = await traced(kind, originals);
    const parts = drawn.flatMap(([original, start, length], index) => {
      const whole = texts[index] ?? expect.fail();
      const at = start % (whole.text.length + 1);
      const value = whole.text.slice(at, at + (length % 12)).trim();
      const part = whole.find(value);
      if (value === '') expect(part).toBeUndefined();
      if (value === '' || part === undefined) return [];
      expect(original).toContain(part);
      return [{ value, part }];
    });
    expect(parts.length).toBeGreaterThan(300);
    const found = parts.map(({ part }) => part);
    const again = await normalised(kind, found);
    // Half of a pair of code units is no text that anybody typed.
    for (const [index, { value }] of parts.entries())
      if (!/[\ud800-\udfff]/.test(value)) expect(again[index]).toContain(value);
  });

  it.each<[Kind, string, string, string | undefined]>([
    ['description', 'Glazed  Céramique\tTILE 600x600', 'ceramique tile', 'Céramique\tTILE'],
    ['description', 'STRASSENBELAG', 'straße', 'STRASSE'],
    ['description', 'Straße', 'STRASSE', 'Straße'],
    ['description', '100% cotton', '0%', '0%'],
    ['description', '100x cotton', '0%', undefined],
    ['description', 'ﬁlter', 'filt', 'ﬁlt'],
    ['description', 'cafe\u0301 au lait', 'café', 'cafe\u0301'],
    ['description', 'a b', '   ', undefined],
    ['party', 'Ha-Meem Denim Ltd.', 'hameem', 'Ha-Meem'],
    ['party', "L'Oréal d’Asie (Łódź) S.A.", 'loreal dasie lodz sa', "L'Oréal d’Asie (Łódź) S.A"],
    ['party', 'Smith & Sons', 'smith, sons', 'Smith & Sons'],
    ['party', 'Acme', '..', undefined],
  ])('of a %s %s shows for %s', async (kind, cell, value, expected) => {
    const [inCell, inValue] = await traced(kind, [cell, value]);
    expect(inCell?.find(inValue?.text ?? '')).toBe(expected);
  });

  it('is quick on texts that are made to be slow', () => {
    const fold = (character: string) => character.toLowerCase();
    // Whatever goes back and forth in these takes hours: the time limit of a test is bound enough.
    for (const unit of ['a', ' ', '-', 'é', 'e\u0301', '\u0301', '👩‍👩‍👧', '\u1100', ' \u0301a']) {
      const long = unit.repeat(20_000 / unit.length);
      const text = new TraceableText(long, fold);
      text.find(`${'a'.repeat(199)}b`);
      text.find(`${unit.repeat(20)}x`);
      expect([...characters(long)].join('')).toBe(long);
    }
  });
});

describe('a plain text', () => {
  it('is normalised as the engine does', async () => {
    const plain = fc.string({ unit: fc.constantFrom(...' -.\'`&/AbC09(_"\\~'), maxLength: 16 });
    const texts = [
      ...fc.sample(plain, { seed: SEED, numRuns: cases(2000, 10_000) }),
      ...fc.sample(fc.string({ unit: 'grapheme-ascii', maxLength: 20 }), { seed: SEED, numRuns: 500 }),
    ].filter(isPlain);
    expect(texts.length).toBeGreaterThan(2000);
    expect(texts.map(plainDescriptionText)).toEqual(await normalised('description', texts));
    expect(texts.map(plainPartyText)).toEqual(await normalised('party', texts));
    for (const text of ['straße', 'a\tb', 'a\n', '铁', '\u00a0']) expect(isPlain(text)).toBe(false);
  });

  it('is made of a word with accents as the engine does', async () => {
    const all = Array.from({ length: 0x2200 }, (_, code) => String.fromCodePoint(code));
    const letters = all.filter((letter) => /[\p{L}\p{N}]/u.test(letter));
    const words = [
      'Cerámicas',
      'CAMINHÕES',
      'Đường',
      'e\u0301tagère',
      'Straße',
      'łódź',
      'Ærø',
      ...letters.map((letter) => `a${letter}b`),
    ];
    const known = words.filter((word) => plainWord(word) !== undefined);
    expect(known.length).toBeGreaterThan(500);
    expect(known.map(plainWord)).toEqual(await normalised('description', known));
    for (const word of ['铁矿', 'железо', '½']) expect(plainWord(word)).toBeUndefined();
  });
});

it('a hash is the one that the engine makes of the same text', async () => {
  const lengths = Array.from({ length: 40 }, (_, length) => 'abcdefgh'.repeat(5).slice(0, length));
  const text = fc.string({ unit: 'grapheme', maxLength: 60 }).filter((one) => !one.includes('\0'));
  const generated = fc.sample(text, { seed: SEED, numRuns: cases(300, 5000) });
  const texts = [...lengths, 'x'.repeat(255), 'x'.repeat(256), ...generated];
  expect(texts.map(sipHash64)).toEqual(await made('sipHash64(given)', texts));
});

/** Of every kind that the forms tell apart: signs, white space, letters with and without decomposition, legal forms. */
const ANY_TEXT = `['a', 'B', 'Ltd', ' ', '  ', '\\t', '\\n', '\\r', '.', '-', '’', '\\'', '\`', 'é', 'Ł', 'Æ', 'ß', '中', 'co', 'SA', 'de', 'CV', 'PT ', '&', '(', '\\u00a0',
  '1', '½', '\\f', '\\x0b', '\\0', '\\u2028']`;

it.each([
  ['texts of descriptions', descriptionText('text'), descriptionTexts('text')],
  ['texts of parties', partyText('text'), partyTexts('text')],
  ['keys of parties', partyKey('text'), partyKeys('text')],
])('%s are the same for a column as for a value, for many generated texts', async (_, ofValue, ofColumn) => {
  const many = cases(10_000, 100_000);
  const [row] =
    await test.rows(`SELECT uniqExact(text), uniqExact(${ofColumn}), countIf(${ofValue} != ${ofColumn}), groupArrayIf(3)(text, ${ofValue} != ${ofColumn})
      FROM (
        SELECT arrayStringConcat(arrayMap(at -> ${ANY_TEXT}[1 + intHash64(number * 31 + at) % 32], range(intHash32(number) % 12))) AS text
        FROM numbers(${many})
      )`);
  const [texts, results, different, examples] = row ?? [];
  expect(Number(texts)).toBeGreaterThan(0.7 * many);
  expect(Number(results)).toBeGreaterThan(1000);
  expect([different, examples]).toEqual(['0', '']);
});

const NAMES = [...new Set([...PARTY_PAIRS, ...pairsByKind()].flatMap(({ names }) => names))];

it('tells parties apart that only look alike, and knows most names of one', () => {
  const found = PARTY_PAIRS.filter(({ names: [first, second] }) => partyNameKey(first) === partyNameKey(second));
  const right = found.filter(({ same }) => same);
  const wrong = found.filter(({ same }) => !same).map(({ names }) => names.join(' = '));
  // A middle initial and the Spanish word for `and`.
  expect(wrong).toEqual(['DAVID Y WONNE LTD = DAVID & WONNE LTD']);
  expect(right.length / found.length).toBeGreaterThan(0.99);
  expect(right.length / PARTY_PAIRS.filter(({ same }) => same).length).toBeGreaterThan(0.9);
});

it('merges no two companies of the kinds that customs files are full of, and most of one but for what no rule can prove', () => {
  const pairs = pairsByKind();
  const found = pairs.filter(({ names: [first, second] }) => partyNameKey(first) === partyNameKey(second));
  expect(found.filter(({ same }) => !same)).toEqual([]);
  const recallOf = (kind: string) =>
    found.filter((pair) => pair.kind === kind).length / pairs.filter((pair) => pair.kind === kind).length;
  for (const kind of ['address', 'cut form', 'entity', 'form in another script', 'form in front'])
    expect(recallOf(kind), kind).toBeGreaterThan(0.85);
  expect(recallOf('place')).toBeGreaterThan(0.7);
});

/** Of every kind that a rewriting knows, and letters that fold in every way; between bars. */
const PIECES = [
  '|',
  ...'&|&amp;| and | et | y | und |M/S |MESSRS. |(P)| PVT| LTD| Ltd.| CO.|-co| & Co | S.A.| DE C.V.'.split('|'),
  ...' GmbH| INC|ORPORATED|OOO | TOV|PT |CV | JSC| LIMITADA| CIA| STI| SAN. VE TIC.|ООО | ОАО|有限公司|株式会社'.split(
    '|',
  ),
  ...'㈱|주식회사 |บริษัท | จำกัด| ش.م.م| LTD CHINA| CO LIMITED| GMBH & CO KG| HAMBURG| S L CTRA | SUCURSAL 2'.split('|'),
  ..." ROAD| 28013 | LIMI|&#39;|&#209;|&eacute;|&nbsp;|TO ORDER OF |UNKNOWN|ALL'ORDINE |не указан|不详".split('|'),
  ...", PLOT | HOUSE |, |\n|;|12| |  |.|-|'|’|(|)|/|CONG TY TNHH |a|Orrin|Blue |é|Ł|Æ|ß|ẞ|İ|ı|Σ|ς|Ｌ|ﬁ|中".split('|'),
  ...'กำ|हि|\u00ad|\u200d|\u00a0|½|Ş|각|Й'.split('|'),
];

const generated = fc.sample(
  fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 9 }).map((pieces) => pieces.join('')),
  { numRuns: cases(3000, 6000), seed: SEED },
);

it('is one rule in the engine and beside it', async () => {
  const odd = '..||&|& &|Ltd|Co., Ltd.|and|ŁÓDŹ ØRSTED ĐURĐEVAC|ＡＢＣ ＬＴＤ|上海 贸易 有限公司'.split('|');
  const names = [...NAMES, ...generated, ...odd];
  const rows = await test.rows(
    `SELECT name, ${partyKey('name')} = if({keys:Array(String)}[at] = '', 0, sipHash64({keys:Array(String)}[at]))
      FROM (SELECT arrayJoin(arrayEnumerate({names:Array(String)} AS names)) AS at, names[at] AS name)`,
    { names, keys: names.map(partyNameKey) },
  );
  expect(rows).toHaveLength(names.length);
  expect(rows.filter(([, same]) => same !== '1')).toEqual([]);
});

it('a name that is bound has its key, plain or not, alone or among others', async () => {
  const names = [...NAMES.slice(0, 400), ...generated.slice(0, 12), '', '&', 'Ltd', 'a\tb', 'Ærø Værft'];
  const bindings = new Bindings();
  const keys = names.map((name) => boundPartyKey(name, bindings));
  const plain = names.filter((name) => /^[ -~]*$/.test(name));
  expect(plain.length).toBeGreaterThan(100);
  const among = (some: readonly string[]) => boundPartyKeys(some, (texts) => bindings.strings(texts));
  const [row] = await test.records.staging.engine.query({
    name: 'test.bound',
    sql: `SELECT [${keys.map((key) => `toString(${key})`).join(', ')}],
      (SELECT groupArray(toString(key)) FROM (SELECT * FROM ${among(plain)} AS t(key))),
      (SELECT groupArray(toString(key)) FROM (SELECT * FROM ${among(names)} AS t(key))),
      arrayMap(name -> toString(${partyKey('name')}), {names:Array(String)}),
      arrayMap(name -> toString(${partyKey('name')}), {plain:Array(String)})`,
    parameters: { ...bindings.parameters, names, plain },
    row: z.array(z.array(z.string())),
  });
  const [alone, plainKeys, allKeys, wanted, wantedOfPlain] = row ?? expect.fail('no row');
  expect(alone).toEqual(wanted);
  expect(allKeys).toEqual(wanted);
  expect(plainKeys).toEqual(wantedOfPlain);
});
