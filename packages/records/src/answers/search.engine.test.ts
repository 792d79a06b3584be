/** Every answer of a search against a plain filter over the same records. */
import {
  exceptListOf,
  type FilterList,
  type RecordRow,
  type SearchPayload,
  type SearchQuery,
  searchQuery,
  type TradeType,
} from '@tidewaiter/contract';
import { cases, drawn, SEED } from '@tidewaiter/testing/generated';
import { matches, type PlainRecord } from '@tidewaiter/testing/plain-search';
import { AS_PORTAL, countOf, EVERY_RECORD, EVERYTHING, pageOf, question } from '@tidewaiter/testing/records';
import { sharedDemo } from '@tidewaiter/testing/shared-records';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partyKeys } from '../../testing/plain-breakdowns.js';
import { filteredQuestions, questions } from '../../testing/questions.js';

const demo = sharedDemo();

async function allPages(query: SearchQuery): Promise<RecordRow[]> {
  const rows: RecordRow[] = [];
  for (let pageNumber = 0; pageNumber < 50; pageNumber += 1) {
    const page = await pageOf(demo.test.records, { ...query, pageNumber, numberOfRecords: 200 });
    rows.push(...page.rows);
    if (page.rows.length < 200) break;
  }
  return rows;
}

/** What tells a record from others, as a row of the screen and as a line of its file. */
const rowKey = (row: RecordRow, tradeType: TradeType) => {
  const [day, importer] = tradeType === 'IMPORT' ? [row.be_date, row.importer_name] : [row.date, row.recepient_name];
  return JSON.stringify([day, row.hs_code, row.product_description, importer, row.exporter_name, row.quantity]);
};
const plainKey = (record: PlainRecord) => {
  const texts = ['product_description', 'importer_name', 'exporter_name'].map((name) => record[name] || null);
  const number = record.quantity ? record.quantity.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '') : null;
  return JSON.stringify([record.record_date, record.hs_code, ...texts, number]);
};

const QUESTIONS = cases(20, 500);

describe('generated questions', () => {
  it('find the records that a plain filter finds, page by page, and count them', async () => {
    let nonEmpty = 0;
    await fc.assert(
      fc.asyncProperty(questions(demo), async (asked) => {
        const query = searchQuery.parse(asked);
        const expected = demo.plain.filter((record) => matches(record, query));
        const { count } = await countOf(demo.test.records, query);
        expect(count).toBe(expected.length);
        const rows = await allPages(query);
        expect(rows.map((row) => rowKey(row, query.tradeType)).sort()).toEqual(expected.map(plainKey).sort());
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
    const steel = { searchBy: 'PRODUCT', matchType: 'C', searchValue: ['steel'] as string[] } as const;
    const asked = question({ ...demo.scope, ...steel, countryCode: ['IND', 'USA'], numberOfRecords: 200 });
    const one = (country: string) => ({ ...asked, countryCode: [country] });
    const both = await pageOf(demo.test.records, asked);
    const alone = [...(await allPages(one('IND'))), ...(await allPages(one('USA')))];
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

const broad = (changes: Partial<SearchPayload> = {}) => question({ ...EVERY_RECORD, ...demo.scope, ...changes });
const plainly = (query: SearchQuery) => demo.plain.filter((record) => matches(record, query));
const counted = async (query: SearchQuery) => (await countOf(demo.test.records, query)).count;

describe('generated sets of filters', () => {
  it('leave the records that a plain filter leaves', async () => {
    const sets = fc.sample(filteredQuestions(demo), { numRuns: DRAWN, seed: SEED }).map((asked) => {
      const query = searchQuery.parse(asked);
      return { query, found: plainly(query).length };
    });
    const finding = sets.filter(({ found }) => found > 0);
    // One in six finds something: fewer than one in thirty is no draw, but a fault of the generator.
    expect(finding.length).toBeGreaterThan(DRAWN / 30);
    const asked = [...finding.slice(0, SETS / 2), ...sets.filter(({ found }) => found === 0).slice(0, SETS / 2)];
    for (const { query, found } of asked) expect(await counted(query), JSON.stringify(query)).toBe(found);
  });

  it('leave the records of exactly an amount where both ends of a range are it', async () => {
    const { quantity } = plainly(broad()).find((record) => record.quantity) ?? expect.fail();
    const query = broad({ rangeQuantityStart: quantity, rangeQuantityEnd: quantity });
    expect(plainly(query)).not.toEqual([]);
    expect(await counted(query)).toBe(plainly(query).length);
  });

  it('of parties leave the records of those parties, under all their spellings', async () => {
    const keys = await partyKeys(demo);
    const fields = { importerList: 'importer_name', exporterList: 'exporter_name', notifyParty: 'notify_party_name' };
    const found = plainly(broad());
    for (const [filter, field] of Object.entries(fields)) {
      const names = found.flatMap((record) => record[field] || []).slice(0, 3);
      const wanted = new Set(names.map((name) => keys.get(name)));
      const expected = found.filter((record) => wanted.has(keys.get(record[field] ?? '')));
      expect(expected.length).toBeGreaterThan(0);
      expect(await counted(broad({ [filter]: names }))).toBe(expected.length);
      // Those that name nobody are not left out with them.
      expect(await counted(broad({ [exceptListOf(filter as FilterList)]: names }))).toBe(
        found.length - expected.length,
      );
    }
    const name =
      found.map(({ importer_name = '' }) => importer_name).find((one) => /\bLtd\.?$/i.test(one)) ?? expect.fail();
    const otherwise = name.toUpperCase().replace(/\bLTD\.?$/, 'LIMITED');
    expect(await counted(broad({ importerList: [otherwise] }))).toBe(await counted(broad({ importerList: [name] })));
    const picked = (name: string) => {
      const names = { searchValue: [name], pickedValue: [name] };
      return counted(question({ ...demo.scope, searchBy: 'IMPORTER', matchType: 'L', ...names }));
    };
    expect(await picked(otherwise)).toBe(await picked(name));
    expect(await picked(name)).toBeGreaterThan(0);
    // Nothing is left of it: it is nobody, and not everybody without a name.
    expect(await picked('..')).toBe(0);
    for (const nobody of ['no such party', '..']) expect(await counted(broad({ importerList: [nobody] }))).toBe(0);
  });
});

describe('sorting', () => {
  it('is by date, newest first, when nothing is asked', async () => {
    const dates = (await allPages(broad())).map((row) => String(row.be_date));
    expect(dates).toEqual([...dates].sort().reverse());
  });

  const SORTED = [
    ['quantity', 'asc'],
    ['quantity', 'desc'],
    ['importer_name', 'asc'],
    ['importer_name', 'desc'],
  ] as const;
  it.each(drawn(SORTED, 2))(
    'by %s, %s, puts missing ones last, and orders numbers as numbers',
    async (column, orderByMode) => {
      const cells = (await allPages(broad({ orderByColumn: column, orderByMode }))).map((row) => row[column]);
      const present = cells.filter((cell) => cell !== null);
      expect(present.length).toBeGreaterThan(0);
      expect(present.length).toBeLessThan(cells.length);
      expect(cells.slice(present.length).every((cell) => cell === null)).toBe(true);
      const sign = orderByMode === 'asc' ? 1 : -1;
      if (column === 'quantity') expect(present).toEqual(present.toSorted((a, b) => sign * (Number(a) - Number(b))));
    },
  );
});
