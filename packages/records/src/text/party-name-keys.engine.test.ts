import { partyNameKey } from '@tidewaiter/contract';
import { cases, SEED } from '@tidewaiter/testing/generated';
import { PARTY_PAIRS, pairsByKind } from '@tidewaiter/testing/party-pairs';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { Bindings } from '../engine/bindings.js';
import { boundPartyKey, boundPartyKeys, partyKey } from './party-name-keys.js';

const list = z.array(z.string());

const test = sharedRecords();

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

/** Of every kind that a rewriting knows, and letters that fold in every way. */
const PIECES = [
  ...[
    '&',
    '&amp;',
    ' and ',
    ' et ',
    ' y ',
    ' und ',
    'M/S ',
    'MESSRS. ',
    '(P)',
    ' PVT',
    ' LTD',
    ' Ltd.',
    ' CO.',
    '-co',
    ' & Co ',
    ' S.A.',
  ],
  ...[
    ' DE C.V.',
    ' GmbH',
    ' INC',
    'ORPORATED',
    'OOO ',
    ' TOV',
    'PT ',
    'CV ',
    ' JSC',
    ' LIMITADA',
    ' CIA',
    ' STI',
    ' SAN. VE TIC.',
    'ООО ',
    ' ОАО',
    '有限公司',
    '株式会社',
    '㈱',
    '주식회사 ',
    'บริษัท ',
    ' จำกัด',
    ' ش.م.م',
    ' LTD CHINA',
    ' CO LIMITED',
    ' GMBH & CO KG',
    ' HAMBURG',
    ' S L CTRA ',
    ' SUCURSAL 2',
    ' ROAD',
    ' 28013 ',
    ' LIMI',
    '&#39;',
    '&#209;',
    '&eacute;',
    '&nbsp;',
    'TO ORDER OF ',
    'UNKNOWN',
    "ALL'ORDINE ",
    'не указан',
    '不详',
  ],
  ...[
    ', PLOT ',
    ' HOUSE ',
    ', ',
    '\n',
    ';',
    '12',
    ' ',
    '  ',
    '.',
    '-',
    "'",
    '’',
    '(',
    ')',
    '/',
    '|',
    'CONG TY TNHH ',
    'a',
    'Orrin',
    'Blue ',
  ],
  ...[
    'é',
    'Ł',
    'Æ',
    'ß',
    'ẞ',
    'İ',
    'ı',
    'Σ',
    'ς',
    'Ｌ',
    'ﬁ',
    '中',
    'กำ',
    'हि',
    '\u00ad',
    '\u200d',
    '\u00a0',
    '½',
    'Ş',
    '각',
    'Й',
  ],
];

const generated = fc.sample(
  fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 9 }).map((pieces) => pieces.join('')),
  { numRuns: cases(3000, 6000), seed: SEED },
);

it('is one rule in the engine and beside it', async () => {
  const names = [
    ...NAMES,
    ...generated,
    '..',
    '',
    '&',
    '& &',
    'Ltd',
    'Co., Ltd.',
    'and',
    'ŁÓDŹ ØRSTED ĐURĐEVAC',
    'ＡＢＣ ＬＴＤ',
    '上海 贸易 有限公司',
  ];
  const rows = await test.records.staging.engine.query({
    name: 'test.keys',
    sql: `SELECT name, ${partyKey('name')} = if({keys:Array(String)}[at] = '', 0, sipHash64({keys:Array(String)}[at]))
      FROM (SELECT arrayJoin(arrayEnumerate({names:Array(String)} AS names)) AS at, names[at] AS name)`,
    parameters: { names, keys: names.map(partyNameKey) },
    row: z.tuple([z.string(), z.number()]),
  });
  expect(rows).toHaveLength(names.length);
  expect(rows.filter(([, same]) => same !== 1)).toEqual([]);
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
    row: z.tuple([list, list, list, list, list]),
  });
  const [alone, plainKeys, allKeys, wanted, wantedOfPlain] = row ?? expect.fail('no row');
  expect(alone).toEqual(wanted);
  expect(allKeys).toEqual(wanted);
  expect(plainKeys).toEqual(wantedOfPlain);
});
