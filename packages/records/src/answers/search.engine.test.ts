/** Every answer of a search against a plain filter over the same records. */
import {
  type DataAccess,
  exceptListOf,
  type FilterList,
  type RecordRow,
  type SearchPayload,
  type SearchQuery,
  searchQuery,
  type TradeType,
} from '@tidewaiter/contract';
import { type DemoRecords, FROM, loadDemoRecords, UNTIL } from '@tidewaiter/testing/demo-records';
import { cases, drawn, SEED } from '@tidewaiter/testing/generated';
import { matches, type PlainRecord } from '@tidewaiter/testing/plain-search';
import { AS_PORTAL, countOf, EVERYTHING, pageOf, question } from '@tidewaiter/testing/records';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { filteredQuestions, questions } from '../../testing/questions.js';

let demo: DemoRecords;
beforeAll(async () => {
  demo = await loadDemoRecords();
});
afterAll(() => demo.test.close());

async function allPages(query: SearchQuery, access: DataAccess): Promise<RecordRow[]> {
  const rows: RecordRow[] = [];
  for (let pageNumber = 0; pageNumber < 50; pageNumber += 1) {
    const page = await pageOf(demo.test.records, { ...query, pageNumber, numberOfRecords: 200 }, access);
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

const QUESTIONS = cases(20, 500);

describe('generated questions', () => {
  it('find the records that a plain filter finds, page by page, and count them', async () => {
    let nonEmpty = 0;
    await fc.assert(
      fc.asyncProperty(questions(demo), async (asked) => {
        const query = searchQuery.parse(asked);
        const expected = demo.plain.filter((record) => matches(record, query));
        const { count } = await countOf(demo.test.records, query, EVERYTHING);
        expect(count).toBe(expected.length);
        const rows = await allPages(query, EVERYTHING);
        expect(rows.map((row) => keyOf(row, query.tradeType)).sort()).toEqual(expected.map(plainKey).sort());
        expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
        if (expected.length > 0) nonEmpty += 1;
      }),
      { numRuns: QUESTIONS, seed: SEED, endOnFailure: true },
    );
    expect(nonEmpty).toBeGreaterThan(QUESTIONS / 10);
  });
});

describe('records of several countries', () => {
  it('hold what they hold by themselves, and the columns of each are offered', async () => {
    const asked = question({
      ...{ searchBy: 'PRODUCT', matchType: 'C', searchValue: ['steel'], fromDate: FROM, toDate: UNTIL },
      ...{ countryCode: ['IND', 'USA'], numberOfRecords: 200 },
    });
    const one = (country: string) => ({ ...asked, countryCode: [country] });
    const both = await pageOf(demo.test.records, asked);
    const alone = [...(await allPages(one('IND'), EVERYTHING)), ...(await allPages(one('USA'), EVERYTHING))];
    const byId = new Map(alone.map((row) => [row.id, row]));
    for (const row of both.rows) expect(row).toEqual(byId.get(row.id));
    expect(new Set(both.rows.map((row) => row.ctry_name))).toEqual(new Set(['India', 'United States']));
    const filled = new Set(both.rows.flatMap((row) => Object.keys(row).filter((key) => row[key] !== null)));
    expect([...filled]).toEqual(expect.arrayContaining(['iec', 'beno', 'importer', 'importer_address', 'bl_number']));
    const offered = async (query: SearchQuery) =>
      (await demo.test.records.ask(query, EVERYTHING, AS_PORTAL)).offeredColumns();
    const each = [...(await offered(one('IND'))), ...(await offered(one('USA')))];
    expect(new Set(await offered(asked))).toEqual(new Set(each));
  });
});

const SETS = cases(12, 1000);

/** Of generated sets of filters few find anything: of so many there are always enough that do. */
const DRAWN = cases(150, 5000);

describe('generated sets of filters', () => {
  it('leave the records that a plain filter leaves', async () => {
    const sets = fc.sample(filteredQuestions(demo), { numRuns: DRAWN, seed: SEED }).map((asked) => {
      const query = searchQuery.parse(asked);
      return { query, found: demo.plain.filter((record) => matches(record, query)).length };
    });
    const finding = sets.filter(({ found }) => found > 0);
    // One in six finds something: fewer than one in thirty is no draw, but a fault of the generator.
    expect(finding.length).toBeGreaterThan(DRAWN / 30);
    const asked = [...finding.slice(0, SETS / 2), ...sets.filter(({ found }) => found === 0).slice(0, SETS / 2)];
    for (const { query, found } of asked) {
      const { count } = await countOf(demo.test.records, query, EVERYTHING);
      expect(count, JSON.stringify(query)).toBe(found);
    }
  });

  it('leave the records of exactly an amount where both ends of a range are it', async () => {
    const all = question({
      ...{ searchBy: 'PRODUCT', matchType: 'D', searchValue: ['zz'], countryCode: demo.countries },
      ...{ fromDate: FROM, toDate: UNTIL },
    });
    const { quantity } = demo.plain.find((record) => record.quantity && matches(record, all)) ?? expect.fail();
    const query = { ...all, rangeQuantityStart: quantity, rangeQuantityEnd: quantity };
    const expected = demo.plain.filter((record) => matches(record, query));
    expect(expected).not.toEqual([]);
    expect((await countOf(demo.test.records, query, EVERYTHING)).count).toBe(expected.length);
  });

  it('of parties leave the records of those parties', async () => {
    const rows = await demo.test.records.staging.engine.query({
      name: 'test.keys',
      sql: 'SELECT DISTINCT name, name_key FROM party_names',
      row: z.tuple([z.string(), z.string()]),
    });
    const keys = new Map(rows);
    const fields = {
      importerList: 'importer_name',
      exporterList: 'exporter_name',
      notifyParty: 'notify_party_name',
    } as const;
    const all = question({
      ...{ searchBy: 'PRODUCT', matchType: 'D', searchValue: ['zz'], countryCode: demo.countries },
      ...{ fromDate: FROM, toDate: UNTIL },
    });
    const found = demo.plain.filter((record) => matches(record, all));
    for (const [filter, field] of Object.entries(fields)) {
      const names = found.flatMap((record) => record[field] || []).slice(0, 3);
      const wanted = new Set(names.map((name) => keys.get(name)));
      const expected = found.filter((record) => wanted.has(keys.get(record[field] ?? '')));
      expect(expected.length).toBeGreaterThan(0);
      const { count } = await countOf(demo.test.records, { ...all, [filter]: names }, EVERYTHING);
      expect(count).toBe(expected.length);
      // Those that name nobody are not left out with them.
      const others = { ...all, [exceptListOf(filter as FilterList)]: names };
      expect((await countOf(demo.test.records, others, EVERYTHING)).count).toBe(found.length - expected.length);
    }
  });

  it('find a party under all its spellings', async () => {
    const named = demo.plain.filter(
      (record) => record.tradeType === 'IMPORT' && /\bLtd\.?$/i.test(record.importer_name ?? ''),
    );
    const name = named[0]?.importer_name ?? expect.fail('no such name');
    const base = {
      searchBy: 'PRODUCT',
      matchType: 'D',
      searchValue: ['zz'],
      countryCode: demo.countries,
      fromDate: FROM,
      toDate: UNTIL,
    } as const;
    const counted = async (spelling: string) => {
      const asked = question({ ...base, searchValue: ['zz'], importerList: [spelling] });
      return (await countOf(demo.test.records, asked, EVERYTHING)).count;
    };
    const found = await counted(name);
    expect(found).toBeGreaterThan(0);
    expect(await counted(name.toUpperCase().replace(/\bLTD\.?$/, 'LIMITED'))).toBe(found);
    expect(await counted('no such party')).toBe(0);
  });
});

describe('sorting', () => {
  const broad = (changes: Partial<SearchPayload>) =>
    question({
      searchBy: 'PRODUCT',
      matchType: 'D',
      searchValue: ['zz'],
      countryCode: demo.countries,
      fromDate: FROM,
      toDate: UNTIL,
      ...changes,
    });

  it('is by date, newest first, when nothing is asked', async () => {
    const rows = await allPages(broad({}), EVERYTHING);
    const dates = rows.map((row) => String(row.be_date));
    expect(dates).toEqual([...dates].sort().reverse());
  });

  it.each(drawn(['asc', 'desc'] as const, 1))(
    'orders numbers as numbers and puts missing ones last, %s',
    async (orderByMode) => {
      const rows = await allPages(broad({ orderByColumn: 'quantity', orderByMode }), EVERYTHING);
      const present = rows.filter((row) => row.quantity !== null).map((row) => Number(row.quantity));
      const sign = orderByMode === 'asc' ? 1 : -1;
      expect(present).toEqual([...present].sort((a, b) => sign * (a - b)));
      expect(rows.slice(present.length).every((row) => row.quantity === null)).toBe(true);
      expect(present.length).toBeLessThan(rows.length);
    },
  );

  it.each(drawn(['asc', 'desc'] as const, 1))('puts missing names last, %s', async (orderByMode) => {
    const rows = await allPages(broad({ orderByColumn: 'importer_name', orderByMode }), EVERYTHING);
    const firstMissing = rows.findIndex((row) => row.importer_name === null);
    expect(firstMissing).toBeGreaterThan(0);
    expect(rows.slice(firstMissing).every((row) => row.importer_name === null)).toBe(true);
  });
});
