/** Every count, page, list and sum of generated questions against a plain computation over the same 20,000 records. */
import { RECORD_COLUMNS, type RecordRow, type SearchPayload, searchQuery } from '@tidewaiter/contract';
import { type DemoRecords, loadDemoRecords } from '@tidewaiter/testing/demo-records';
import { cases, SEED } from '@tidewaiter/testing/generated';
import { matches, type PlainRecord } from '@tidewaiter/testing/plain-search';
import { countOf, EVERYTHING, pageOf } from '@tidewaiter/testing/records';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlainBreakdowns, plainBreakdowns } from '../testing/plain-breakdowns.js';
import { filteredQuestions, questions } from '../testing/questions.js';

const RECORDS = 20_000;
const QUESTIONS = cases(50, 500);

let demo: DemoRecords;
let plain: PlainBreakdowns;

beforeAll(async () => {
  demo = await loadDemoRecords(RECORDS);
  plain = await plainBreakdowns(demo);
});
afterAll(() => demo.test.close());

/** What tells a record of these files from another, as a row and as a line of its file. */
const IDENTITY = ['record_date', 'hs_code', 'product_description', 'exporter_name', 'origin_port'] as const;

function identityOf(row: RecordRow, tradeType: 'IMPORT' | 'EXPORT'): string {
  const keys = IDENTITY.map((name) => RECORD_COLUMNS[tradeType].find((column) => column.name === name)?.key ?? name);
  return JSON.stringify(keys.map((key) => row[key] ?? ''));
}

const plainIdentity = (record: PlainRecord) => JSON.stringify(IDENTITY.map((name) => record[name] ?? ''));

interface Asked {
  question: SearchPayload;
  numberOfRecords: number;
  /** Which of the first pages. */
  page: number;
  orderByMode: 'asc' | 'desc';
}

const asked = (question: fc.Arbitrary<SearchPayload>): fc.Arbitrary<Asked> =>
  fc.record({
    question: question.map(({ orderByColumn: _, orderByMode: __, ...rest }) => rest),
    numberOfRecords: fc.constantFrom(10, 20, 50, 200),
    page: fc.nat(6),
    orderByMode: fc.constantFrom('asc' as const, 'desc' as const),
  });

/** Holds the count and a page of the list by date against the records in memory. That pages are complete is `search.engine.test.ts`. */
async function holdPage({ question, numberOfRecords, page, orderByMode }: Asked): Promise<void> {
  const first = searchQuery.parse({ ...question, numberOfRecords, orderByMode });
  const expected = demo.plain.filter((record) => matches(record, first));
  expect((await countOf(demo.test.records, first, EVERYTHING)).count).toBe(expected.length);
  const pageNumber = Math.min(page, Math.floor(expected.length / numberOfRecords));
  const { rows } = await pageOf(demo.test.records, { ...first, pageNumber }, EVERYTHING);
  const dates = expected.map((record) => record.record_date ?? '').sort();
  if (orderByMode === 'desc') dates.reverse();
  const from = pageNumber * numberOfRecords;
  expect(rows.map((row) => row.be_date ?? row.date)).toEqual(dates.slice(from, from + numberOfRecords));
  const known = new Set(expected.map(plainIdentity));
  expect(rows.filter((row) => !known.has(identityOf(row, first.tradeType)))).toEqual([]);
}

describe('generated questions', () => {
  it('are answered as plain computations answer them', async () => {
    let nonEmpty = 0;
    for (const [kind, generated] of [questions(demo), filteredQuestions(demo)].entries()) {
      await fc.assert(
        fc.asyncProperty(asked(generated), async (one) => {
          await holdPage(one);
          if ((await plain.hold(one.question)) > 0) nonEmpty += 1;
        }),
        { numRuns: QUESTIONS / 2, seed: SEED + kind, endOnFailure: true },
      );
    }
    // Two in five find something: fewer than one in ten is no draw, but a fault of the generator.
    expect(nonEmpty).toBeGreaterThan(QUESTIONS / 10);
  });
});
