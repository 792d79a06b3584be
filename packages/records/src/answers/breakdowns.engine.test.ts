/** The lists, counts and pages of a question against a plain computation, and how lists are come by. */
import { breakdownQuery, LISTED_DIMENSIONS, type SearchPayload, searchQuery } from '@tidewaiter/contract';
import { loadRates } from '@tidewaiter/loader';
import { cases, SEED } from '@tidewaiter/testing/generated';
import { matches } from '@tidewaiter/testing/plain-search';
import { EVERY_RECORD, EVERYTHING, listOf, pageOf, question, seeing } from '@tidewaiter/testing/records';
import { sharedDemo } from '@tidewaiter/testing/shared-records';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { snapshotAlone } from '../../testing/every-answer.js';
import { type PlainBreakdowns, plainBreakdowns } from '../../testing/plain-breakdowns.js';
import { filteredQuestions, questions } from '../../testing/questions.js';
import { heardStatements } from '../../testing/statements.js';
import { groupNameOf, NO_SUMS, sumsOf } from '../columns/sums.js';
import { narrowQuery } from '../query/entitlement.js';
import { scannedLists } from './breakdowns.js';
import type { GroupedList } from './list-groups.js';
import { listsOfFew } from './lists-of-few.js';

const demo = sharedDemo(cases(6000, 20_000));
let plain: PlainBreakdowns;

beforeAll(async () => {
  plain = await plainBreakdowns(demo);
});

const broad = (changes: object = {}) =>
  breakdownQuery.parse({ tradeType: 'IMPORT', ...EVERY_RECORD, ...demo.scope, ...changes });

/** Lets a property hold of generated questions of both kinds. */
async function ofGenerated(numRuns: number, seed: number, hold: (asked: SearchPayload, at: number) => Promise<void>) {
  for (const generated of [questions(demo), filteredQuestions(demo)])
    await fc.assert(fc.asyncProperty(generated, fc.nat(), hold), { numRuns, seed, endOnFailure: true });
}

it('the lists of generated questions are what a plain computation gives, to the last decimal', async () => {
  let nonEmpty = 0;
  await ofGenerated(4, 20_260_104, async ({ orderByColumn: _, ...asked }) => {
    if ((await plain.hold(asked)) > 0) nonEmpty += 1;
  });
  expect(nonEmpty).toBeGreaterThan(1);
});

it('any page of a question is by date, and of records that a plain filter finds, as are its lists', async () => {
  const QUESTIONS = cases(2, 250);
  let nonEmpty = 0;
  await ofGenerated(QUESTIONS, SEED, async ({ orderByColumn: _, ...asked }, at) => {
    const numberOfRecords = [10, 20, 50, 200][at % 4] ?? 10;
    const first = searchQuery.parse({ ...asked, numberOfRecords });
    const dates = demo.plain.filter((record) => matches(record, first)).map((record) => record.record_date ?? '');
    dates.sort();
    if (first.orderByMode === 'desc') dates.reverse();
    const pageNumber = Math.min(at % 7, Math.floor(dates.length / numberOfRecords));
    const { rows } = await pageOf(demo.test.records, { ...first, pageNumber });
    const from = pageNumber * numberOfRecords;
    expect(rows.map((row) => row.be_date ?? row.date)).toEqual(dates.slice(from, from + numberOfRecords));
    if ((await plain.hold(asked)) > 0) nonEmpty += 1;
  });
  // Two in five find something: fewer than one in ten is no draw, but a fault of the generator.
  expect(nonEmpty).toBeGreaterThan(QUESTIONS / 5 - 1);
});

it('a scan that groups by each list apart gives the lists that few records give which are repeated for each', async () => {
  const NO_LIST: GroupedList = { distinctCount: 0, all: [], groups: [] };
  /** In the same order, with the same sums, however decimals are written. */
  const comparable = ({ distinctCount, all, groups }: GroupedList) => ({
    distinctCount,
    all: distinctCount === 0 ? NO_SUMS : sumsOf(all),
    groups: groups.map((group) => ({ name: groupNameOf(group), ...sumsOf(group) })),
  });
  const snapshot = await snapshotAlone(demo.test.records);
  let groups = 0;
  await ofGenerated(6, SEED, async (payload) => {
    const query = narrowQuery(question(payload), { access: EVERYTHING });
    const [few, scanned] = await Promise.all([listsOfFew(query, snapshot), scannedLists(query, snapshot)]);
    for (const [dimension, list] of few) {
      groups += list.distinctCount;
      expect(comparable(scanned.get(dimension) ?? NO_LIST), dimension).toEqual(comparable(list));
    }
  });
  expect(groups).toBeGreaterThan(10);
});

it('everything but what contains some text is what a plain computation gives', async () => {
  await plain.hold(broad({ searchValue: ['cotton', 'steel'] }));
  await plain.hold(broad({ searchValue: ['cotton'], tradeType: 'EXPORT', countryCode: demo.countries.slice(3, 9) }));
  const spring = { fromDate: '2024-02-02', toDate: '2024-04-30', shipmentModeList: ['SEA'] };
  await plain.hold(broad({ searchValue: ['cotton'], ...spring }));
});

const scansOf = (heard: ReturnType<typeof heardStatements>) =>
  heard.filter(({ name, sql }) => name.startsWith('breakdown.') && sql.includes('FROM records'));

it('sums take 256 bits where they can become too large for 128', async () => {
  const [load] = await demo.test.records.loads.list();
  await demo.test.run(`INSERT INTO coverage (load_id, trade_type, country, month, records, magnitude)
    SELECT ${load?.loadId}, 'IMPORT', 'IND', '2024-01-01', 0, 1e21`);
  const heard = heardStatements(await demo.test.reopen());
  await plain.hold(broad({ searchValue: ['cotton'] }));
  expect(scansOf(heard)).not.toEqual([]);
  for (const { sql } of scansOf(heard)) expect(sql).toContain('sum(toDecimal256(amount, 18))');
});

describe('one pass', () => {
  const list = (dimension: (typeof LISTED_DIMENSIONS)[number], changes: object = {}, access = EVERYTHING) =>
    listOf(demo.test.records, dimension, broad(changes), access);

  it('answers all lists of a question, asked at once or again, until the data changes', async () => {
    const { loads, publication } = demo.test.records;
    const heard = heardStatements(demo.test.records);
    const ask = () => Promise.all(LISTED_DIMENSIONS.map((dimension) => list(dimension)));
    await ask();
    await ask();
    await list('hsCodes', { pageNumber: 1, numberOfRecords: 20, orderByMode: 'asc' });
    expect(scansOf(heard)).toHaveLength(1);
    await list('hsCodes', {}, seeing({ countries: ['IND'] }));
    expect(scansOf(heard)).toHaveLength(2);
    const [load] = await loads.list();
    await publication.unload([load?.loadId ?? 0]);
    const [importers] = await ask();
    expect(scansOf(heard)).toHaveLength(3);
    expect(importers?.total.shipments).toBe(0);
  });

  it('reaches what lies beyond by page and by text', async () => {
    const exports = { tradeType: 'EXPORT' };
    const narrow = await list('hsCodes', { ...exports, nameContains: '61' });
    const expected = (await list('hsCodes', exports)).items.filter(({ name }) => name.includes('61'));
    expect([narrow.items, narrow.distinctCount]).toEqual([expected, expected.length]);
    const page = { ...exports, nameContains: '61', pageNumber: 1, numberOfRecords: 3 };
    expect((await list('hsCodes', page)).items).toEqual(expected.slice(3, 6));
    expect(await list('hsCodes', { ...page, pageNumber: 900 })).toEqual({ ...narrow, items: [] });
    const [party] = (await list('exporters', exports)).items;
    const named = await list('exporters', { ...exports, nameContains: party?.name ?? '' });
    expect(named.items).toContainEqual(party);
  });

  it('has no INR value where a month has no rate', async () => {
    const path = await demo.test.file('no-inr.csv', 'Date,Country,Exchange rate\n2024-01-01,Japan,140\n');
    await loadRates(demo.test.records, path);
    const { total } = await list('months', { tradeType: 'EXPORT' });
    expect(total.valueInr).toBeNull();
    expect(total.shipments).toBeGreaterThan(0);
  });
});
