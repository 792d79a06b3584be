/** Every answer of a search against a plain filter over the same records, written here and sharing no code with it. */
import { readFileSync } from 'node:fs';
import {
  type MatchType,
  type RecordRow,
  type SearchBy,
  type SearchPayload,
  type SearchQuery,
  searchQuery,
  type TradeType,
} from '@tidewaiter/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeDemoFiles } from '../demo/generate.js';
import { shippedMapping } from '../load/mapping.js';
import { EVERYTHING, question, type TestRecords, temporaryRecords } from '../testing/records.js';
import { compileSearch } from './compile.js';
import type { Entitlement } from './entitlement.js';

const ROWS = 6000;
const UNTIL = '2025-12-31';
const FROM = '2023-01-01';

type PlainRecord = Record<string, string> & { tradeType: TradeType };
let test: TestRecords;
let records: PlainRecord[];

/** Splits the generated CSV; its cells hold quotes and commas but no line breaks. */
function parseCsv(text: string, tradeType: TradeType): PlainRecord[] {
  const [header = [], ...rows] = text
    .trimEnd()
    .split('\n')
    .map((line) =>
      [...line.matchAll(/("((?:[^"]|"")*)"|[^,]*)(?:,|$)/g)]
        .slice(0, line.endsWith(',') ? undefined : -1)
        .map(([, plain = '', quoted]) => quoted?.replaceAll('""', '"') ?? plain),
    );
  return rows.map(
    (cells) =>
      ({
        ...Object.fromEntries(header.map((name, index) => [name, (cells[index] ?? '').trim()])),
        tradeType,
      }) as PlainRecord,
  );
}

beforeAll(async () => {
  test = await temporaryRecords();
  const files = await writeDemoFiles({ directory: test.folder, rows: ROWS, until: UNTIL });
  const mapping = await shippedMapping('demo-records');
  await test.records.loader.load({
    files: files.map(({ path, tradeType }) => ({ path, trade: tradeType })),
    mapping,
  });
  records = files.flatMap(({ path, tradeType }) => parseCsv(readFileSync(path, 'utf8'), tradeType));
  expect(records).toHaveLength(ROWS);
});
afterAll(() => test.close());

const plain = (text: string) => {
  const letters: Record<string, string> = {
    ł: 'l',
    ø: 'o',
    đ: 'd',
    ð: 'd',
    ħ: 'h',
    ŧ: 't',
    ı: 'i',
    æ: 'ae',
    œ: 'oe',
    þ: 'th',
    ß: 'ss',
  };
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[łøđðħŧıæœþß]/g, (letter) => letters[letter] ?? letter);
};
const descriptionOf = (text: string) => plain(text).replace(/\s+/g, ' ').trim();
const partyOf = (text: string) =>
  plain(text)
    .replace(/[-.'’`]+/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

function matchesValue(record: PlainRecord, searchBy: SearchBy, matchType: MatchType, value: string): boolean {
  const contains = (text: string, part: string) => part !== '' && text.includes(part);
  switch (searchBy) {
    case 'HS_CODE':
    case 'HS_CODE_2':
      return (record.hs_code ?? '').startsWith(value);
    case 'PRODUCT': {
      const description = descriptionOf(record.product_description ?? '');
      if (matchType !== 'L') return contains(description, descriptionOf(value));
      return value.split(/\s+/).every((word) => contains(description, descriptionOf(word)));
    }
    case 'IMPORTER':
      return contains(partyOf(record.importer_name ?? ''), partyOf(value));
    case 'EXPORTER':
      return contains(partyOf(record.exporter_name ?? ''), partyOf(value));
  }
}

function matches(record: PlainRecord, query: SearchQuery): boolean {
  const row = ({ searchBy, matchType, searchValue }: Pick<SearchQuery, 'searchBy' | 'matchType' | 'searchValue'>) => {
    const any = searchValue.some((value) => matchesValue(record, searchBy, matchType, value));
    return matchType === 'D' ? !any : any;
  };
  let held = row(query);
  for (const builder of query.queryBuilder) {
    if (builder.relation === 'OR') held = held || row(builder);
    else held = held && (builder.relation === 'AND' ? row(builder) : !row(builder));
  }
  const date = record.record_date ?? '';
  return (
    held &&
    record.tradeType === query.tradeType &&
    query.countryCode.includes(record.country ?? '') &&
    date >= query.fromDate &&
    date <= query.toDate
  );
}

/** Values that occur in the records, whole and in parts, and some that do not. */
function values(searchBy: SearchBy): fc.Arbitrary<string> {
  const field = {
    HS_CODE: 'hs_code',
    HS_CODE_2: 'hs_code',
    PRODUCT: 'product_description',
    IMPORTER: 'importer_name',
    EXPORTER: 'exporter_name',
  }[searchBy];
  const present = [...new Set(records.map((record) => record[field] ?? ''))].filter((value) => value.length >= 8);
  const one = fc.constantFrom(...present);
  if (searchBy === 'HS_CODE_2') return one.map((code) => code.slice(0, 2));
  if (searchBy === 'HS_CODE')
    return fc.tuple(one, fc.integer({ min: 4, max: 8 })).map(([code, length]) => code.slice(0, length));
  return fc.oneof(
    fc.tuple(one, fc.nat(), fc.integer({ min: 2, max: 12 })).map(([text, from, length]) => {
      const start = from % (text.length - 1);
      const part = text.slice(start, start + length).trim();
      return part.length >= 2 ? part : text.slice(0, 6).trim();
    }),
    one.map((text) => text.toUpperCase()),
    one.map((text) => text.split(' ').slice(0, 2).reverse().join(' ')),
    fc.constantFrom('100%', 'a_b', "o'", 'no such thing', '..'),
  );
}

const condition = fc
  .constantFrom<SearchBy>('HS_CODE', 'PRODUCT', 'IMPORTER', 'EXPORTER', 'HS_CODE_2')
  .chain((searchBy) =>
    fc.record({
      searchBy: fc.constant(searchBy),
      matchType: fc.constantFrom<MatchType>(...(searchBy === 'PRODUCT' ? (['C', 'D'] as const) : (['L'] as const))),
      searchValue: fc.array(values(searchBy), { minLength: 1, maxLength: 3 }),
    }),
  );

const builderRow = fc
  .tuple(condition, fc.constantFrom('AND' as const, 'OR' as const, 'NOT' as const), fc.boolean())
  .map(([row, relation, like]) => ({ ...row, relation, matchType: like ? ('L' as const) : row.matchType }));

const payload = (): fc.Arbitrary<SearchPayload> =>
  fc
    .record({
      form: condition,
      queryBuilder: fc.oneof(
        { weight: 2, arbitrary: fc.array(builderRow, { maxLength: 0 }) },
        fc.array(builderRow, { maxLength: 3 }),
      ),
      tradeType: fc.constantFrom('IMPORT' as const, 'EXPORT' as const),
      countryCode: fc.subarray([...new Set(records.map((record) => record.country ?? ''))], { minLength: 12 }),
      orderByColumn: fc.constantFrom('hs_code', 'quantity', 'exporter_name', 'ctry_name', undefined),
      orderByMode: fc.constantFrom('asc' as const, 'desc' as const),
    })
    .map(({ form, orderByColumn, ...rest }) => ({
      ...form,
      ...rest,
      fromDate: FROM,
      toDate: UNTIL,
      ...(orderByColumn !== undefined && { orderByColumn }),
    }));

async function allPages(query: SearchQuery, entitlement: Entitlement): Promise<RecordRow[]> {
  const rows: RecordRow[] = [];
  for (let pageNumber = 0; pageNumber < 50; pageNumber += 1) {
    const page = await test.records.search.page({ ...query, pageNumber, numberOfRecords: 200 }, entitlement);
    rows.push(...page.rows);
    if (page.rows.length < 200) break;
  }
  return rows;
}

const keyOf = (row: RecordRow, tradeType: TradeType) =>
  JSON.stringify(
    tradeType === 'IMPORT'
      ? [row.be_date, row.hs_code, row.product_description, row.importer_name, row.exporter_name, row.quantity]
      : [row.date, row.hs_code, row.product_description, row.recepient_name, row.exporter_name, row.quantity],
  );
const plainKey = (record: PlainRecord) => {
  const orNull = (text: string | undefined) => text || null;
  const number = (text: string | undefined) => (text ? text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '') : null);
  return JSON.stringify([
    record.record_date,
    record.hs_code,
    orNull(record.product_description),
    orNull(record.importer_name),
    orNull(record.exporter_name),
    number(record.quantity),
  ]);
};

describe('50 generated questions', () => {
  it('find the records that a plain filter finds, page by page, and count them', async () => {
    let nonEmpty = 0;
    await fc.assert(
      fc.asyncProperty(payload(), async (asked) => {
        const query = searchQuery.parse(asked);
        const expected = records.filter((record) => matches(record, query));
        const { count } = await test.records.search.count(query, EVERYTHING);
        expect(count).toBe(expected.length);
        const rows = await allPages(query, EVERYTHING);
        expect(rows.map((row) => keyOf(row, query.tradeType)).sort()).toEqual(expected.map(plainKey).sort());
        expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
        if (expected.length > 0) nonEmpty += 1;
      }),
      { numRuns: 50, seed: 20_260_101, endOnFailure: true },
    );
    expect(nonEmpty).toBeGreaterThan(25);
  });
});

describe('sorting', () => {
  const broad = (changes: Partial<SearchPayload>) =>
    question({
      searchBy: 'PRODUCT',
      matchType: 'D',
      searchValue: ['zz'],
      countryCode: [...new Set(records.map((record) => record.country ?? ''))],
      fromDate: FROM,
      toDate: UNTIL,
      ...changes,
    });

  it('is by date, newest first, when nothing is asked', async () => {
    const rows = await allPages(broad({}), EVERYTHING);
    const dates = rows.map((row) => String(row.be_date));
    expect(dates).toEqual([...dates].sort().reverse());
  });

  it.each(['asc', 'desc'] as const)('orders numbers as numbers and puts missing ones last, %s', async (orderByMode) => {
    const rows = await allPages(broad({ orderByColumn: 'quantity', orderByMode }), EVERYTHING);
    const present = rows.filter((row) => row.quantity !== null).map((row) => Number(row.quantity));
    const sign = orderByMode === 'asc' ? 1 : -1;
    expect(present).toEqual([...present].sort((a, b) => sign * (a - b)));
    expect(rows.slice(present.length).every((row) => row.quantity === null)).toBe(true);
    expect(present.length).toBeLessThan(rows.length);
  });

  it.each(['asc', 'desc'] as const)('puts missing names last, %s', async (orderByMode) => {
    const rows = await allPages(broad({ orderByColumn: 'importer_name', orderByMode }), EVERYTHING);
    const firstMissing = rows.findIndex((row) => row.importer_name === null);
    expect(firstMissing).toBeGreaterThan(0);
    expect(rows.slice(firstMissing).every((row) => row.importer_name === null)).toBe(true);
  });
});

describe('matching', () => {
  const matched = async (name: string, value: string) => {
    const loaded = await test.file(
      `${Math.abs(name.length * 31 + value.length)}-${encodeURIComponent(value).slice(0, 20)}.csv`,
      `declaration,date,hs,importer,what\n${JSON.stringify(name + value)},2022-06-01,12345678,"${name}",Glazed  Céramique\n`,
    );
    const mapping = (await shippedMapping('demo-records')) ?? expect.fail('no mapping');
    await test.records.loader.load({
      files: [{ path: loaded, trade: 'IMPORT' }],
      country: 'ZWE',
      mapping: {
        ...mapping,
        country: undefined,
        naturalKey: ['declaration'],
        columns: {
          record_date: { from: 'date', as: 'as-written', codes: {} },
          hs_code: { from: 'hs', as: 'as-written', codes: {} },
          importer_name: { from: 'importer', as: 'as-written', codes: {} },
          product_description: { from: 'what', as: 'as-written', codes: {} },
        },
      },
    });
    const asked = (changes: Partial<SearchPayload>) =>
      question({ countryCode: ['ZWE'], fromDate: '2022-01-01', toDate: '2022-12-31', ...changes });
    const byName = await test.records.search.count(asked({ searchBy: 'IMPORTER', searchValue: [value] }), EVERYTHING);
    const byText = await test.records.search.count(
      asked({ searchBy: 'PRODUCT', matchType: 'C', searchValue: ['glazed ceramique'] }),
      EVERYTHING,
    );
    const [load] = (await test.records.loader.list()).slice(-1);
    const [key] = await test.records.engine.query({
      name: 'test.key',
      sql: `SELECT importer_name_key FROM records WHERE load_id = ${load?.loadId}`,
      row: (await import('zod')).z.tuple([(await import('zod')).z.string()]),
    });
    await test.records.loader.unload(load?.loadId ?? 0);
    return { byName: byName.count, byText: byText.count, key: key?.[0] };
  };

  it('finds the spellings of a party together, and gives them one key', async () => {
    const spellings = ['Ha-Meem Denim Ltd.', 'HAMEEM DENIM LIMITED', 'Hâ-Meem Denim Co., Ltd'];
    for (const name of spellings) {
      expect(await matched(name, 'hameem denim')).toEqual({ byName: 1, byText: 1, key: 'hameemdenim' });
    }
  });

  it('ignores case, accents and punctuation of what is asked', async () => {
    expect(await matched('Smith & Sons (Łódź) S.A.', 'SMITH, SONS LODZ')).toMatchObject({
      byName: 1,
      key: 'smithsonslodz',
    });
    expect(await matched('100% Cotton_Mill', '00% cotton')).toMatchObject({ byName: 1 });
    expect(await matched('Acme', '..')).toMatchObject({ byName: 0 });
  });
});

describe('what an entitlement leaves out', () => {
  const hostile = fc.oneof(
    fc.string({ minLength: 2, maxLength: 30 }),
    fc.constantFrom(
      "' OR 1=1 --",
      '") OR (1=1',
      '\\',
      '\\\\',
      "\\'",
      '%%',
      '__',
      '{v0:String}',
      '{trade_type:String}',
      '*/ OR /*',
      'a\u0000b',
      '.*',
      '$1 \\1',
      '\u202e\u0301',
      '; DROP TABLE records',
    ),
  );

  it('is never shown, whatever is asked', async () => {
    const entitlement: Entitlement = { countries: ['IND'], fromDate: '2024-03-01', toDate: '2024-08-31' };
    const asked = fc
      .tuple(payload(), fc.array(hostile, { minLength: 1, maxLength: 3 }), fc.boolean())
      .map(([base, values, deny]) => ({
        ...base,
        searchBy: 'PRODUCT' as const,
        matchType: deny ? ('D' as const) : ('C' as const),
        searchValue: values,
        queryBuilder: [
          { relation: 'NOT' as const, searchBy: 'IMPORTER' as const, matchType: 'L' as const, searchValue: values },
          { relation: 'OR' as const, searchBy: 'PRODUCT' as const, matchType: 'D' as const, searchValue: ['zzz'] },
        ],
        countryCode: [...(base.countryCode ?? []), 'IND'],
      }));
    let seen = 0;
    await fc.assert(
      fc.asyncProperty(asked, async (candidate) => {
        const parsed = searchQuery.safeParse(candidate);
        if (!parsed.success) return;
        const query = { ...parsed.data, numberOfRecords: 200 };
        const { rows, searched } = await test.records.search.page(query, entitlement);
        const { count } = await test.records.search.count(query, entitlement);
        expect(rows.length).toBe(Math.min(count, 200));
        expect(searched?.countryCode).toEqual(['IND']);
        for (const row of rows) {
          const date = String(row.be_date ?? row.date);
          expect(row.ctry_name).toBe('India');
          expect(date >= '2024-03-01' && date <= '2024-08-31').toBe(true);
        }
        seen += rows.length;
      }),
      { numRuns: 150, endOnFailure: true },
    );
    expect(seen).toBeGreaterThan(0);
  });

  it('is everything, where the entitlement is empty or the dates do not meet', async () => {
    for (const entitlement of [
      { countries: [], fromDate: null, toDate: null },
      { countries: 'ALL', fromDate: '2030-01-01', toDate: null },
      { countries: 'ALL', fromDate: null, toDate: '1999-12-31' },
    ] satisfies Entitlement[]) {
      const query = question({ countryCode: ['IND'], searchBy: 'PRODUCT', matchType: 'D', searchValue: ['zz'] });
      expect((await test.records.search.page(query, entitlement)).rows).toEqual([]);
      expect((await test.records.search.page(query, entitlement)).searched).toBeNull();
      expect((await test.records.search.count(query, entitlement)).count).toBe(0);
    }
  });
});

describe('the SQL', () => {
  it('of every shape is understood by the engine, and text searches use their index', async () => {
    const version = test.records.versions.current();
    const { z } = await import('zod');
    for (const searchBy of ['HS_CODE', 'HS_CODE_2', 'PRODUCT', 'IMPORTER', 'EXPORTER'] as const) {
      for (const matchType of searchBy === 'PRODUCT' ? (['C', 'D', 'L'] as const) : (['L'] as const)) {
        const base = question();
        const row = { searchBy, matchType, searchValue: ['steel pipe', '72'] };
        const query = {
          ...base,
          ...row,
          queryBuilder: (['AND', 'OR', 'NOT'] as const).map((relation) => ({ relation, ...row })),
        };
        const where = compileSearch(query, EVERYTHING, version);
        const plan = await test.records.engine.query({
          name: 'test.explain',
          sql: `EXPLAIN indexes = 1 SELECT count() FROM records WHERE ${where.sql}`,
          parameters: where.parameters,
          row: z.tuple([z.string()]),
        });
        expect(plan.length).toBeGreaterThan(0);
      }
    }
    const where = compileSearch(
      question({ searchBy: 'PRODUCT', matchType: 'C', searchValue: ['stainless steel pipe'] }),
      EVERYTHING,
      version,
    );
    const plan = await test.records.engine.query({
      name: 'test.explain',
      sql: `EXPLAIN indexes = 1 SELECT count() FROM records WHERE ${where.sql}`,
      parameters: where.parameters,
      row: z.tuple([z.string()]),
    });
    expect(plan.join('\n')).toContain('product_description_text_words');
  });

  it('never carries a value: all are bound', () => {
    const value = 'needle-in-the-sql';
    const where = compileSearch(
      question({ searchBy: 'PRODUCT', matchType: 'C', searchValue: [value] }),
      EVERYTHING,
      test.records.versions.current(),
    );
    expect(where.sql).not.toContain(value);
    expect(Object.values(where.parameters)).toContain(value);
  });
});
