/** Every answer of a search against a plain filter over the same records. */
import {
  type RecordRow,
  type SearchPayload,
  type SearchQuery,
  searchQuery,
  type TradeType,
} from '@tidewaiter/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoRecords, FROM, loadDemoRecords, UNTIL } from '../testing/demo-records.js';
import { cases, SEED } from '../testing/generated.js';
import { matches, type PlainRecord } from '../testing/plain-search.js';
import { filteredQuestions, questions } from '../testing/questions.js';
import { countOf, EVERYTHING, pageOf, question } from '../testing/records.js';
import type { Entitlement } from './entitlement.js';

let demo: DemoRecords;
beforeAll(async () => {
  demo = await loadDemoRecords();
});
afterAll(() => demo.test.close());

async function allPages(query: SearchQuery, entitlement: Entitlement): Promise<RecordRow[]> {
  const rows: RecordRow[] = [];
  for (let pageNumber = 0; pageNumber < 50; pageNumber += 1) {
    const page = await pageOf(demo.test.records, { ...query, pageNumber, numberOfRecords: 200 }, entitlement);
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
      { numRuns: 50, seed: 20_260_101, endOnFailure: true },
    );
    expect(nonEmpty).toBeGreaterThan(25);
  });
});

const SETS = cases(50, 1000);

describe('generated sets of filters', () => {
  it('leave the records that a plain filter leaves', async () => {
    let nonEmpty = 0;
    await fc.assert(
      fc.asyncProperty(filteredQuestions(demo), async (asked) => {
        const query = searchQuery.parse(asked);
        const expected = demo.plain.filter((record) => matches(record, query));
        const { count } = await countOf(demo.test.records, query, EVERYTHING);
        expect(count).toBe(expected.length);
        if (expected.length > 0) nonEmpty += 1;
      }),
      { numRuns: SETS, seed: SEED, endOnFailure: true },
    );
    expect(nonEmpty).toBeGreaterThan(SETS / 10);
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
