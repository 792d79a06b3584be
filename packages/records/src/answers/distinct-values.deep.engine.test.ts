/** The values of a column against a plain count over the same records. */
import { countryByCode, DISTINCT_COLUMNS, type DistinctValuesQuery, distinctValuesQuery } from '@tidewaiter/contract';
import { type DemoRecords, FROM, loadDemoRecords, UNTIL } from '@tidewaiter/testing/demo-records';
import { matches, type PlainRecord } from '@tidewaiter/testing/plain-search';
import { AS_PORTAL, EVERYTHING } from '@tidewaiter/testing/records';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { questions } from '../../testing/questions.js';

let demo: DemoRecords;
let keys: Map<string, string>;
beforeAll(async () => {
  demo = await loadDemoRecords();
  keys = new Map(
    await demo.test.records.staging.engine.query({
      name: 'test.keys',
      sql: 'SELECT DISTINCT name, name_key FROM party_names',
      row: z.tuple([z.string(), z.string()]),
    }),
  );
});
afterAll(() => demo.test.close());

const GROUPED: Record<string, (record: PlainRecord) => string | undefined> = {
  ctry_name: (record) => countryByCode(record.country ?? '')?.name,
  incoterm: (record) => record.incoterm,
  hs_code4: (record) => record.hs_code?.slice(0, 4),
  notify_party_name: (record) => keys.get(record.notify_party_name ?? ''),
};

function countBy(records: readonly PlainRecord[], name: (record: PlainRecord) => string | undefined) {
  const counts = new Map<string, number>();
  for (const record of records) {
    const value = name(record);
    if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].sort(([a, n], [b, m]) => m - n || Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

const broad = (changes: object = {}): DistinctValuesQuery =>
  distinctValuesQuery.parse({
    tradeType: 'IMPORT',
    searchBy: 'PRODUCT',
    matchType: 'D',
    searchValue: ['zz'],
    countryCode: demo.countries,
    fromDate: FROM,
    toDate: UNTIL,
    columnName: 'incoterm',
    ...changes,
  });
const list = async (query: DistinctValuesQuery) =>
  (await demo.test.records.ask(query, EVERYTHING, AS_PORTAL)).distinctValues();

describe('the distinct values of generated questions', () => {
  it('are what a plain count gives, in order', async () => {
    let nonEmpty = 0;
    await fc.assert(
      fc.asyncProperty(questions(demo), fc.constantFrom(...Object.keys(GROUPED)), async (asked, columnName) => {
        const { orderByColumn: _, ...question } = asked;
        const query = distinctValuesQuery.parse({ ...question, columnName });
        const found = demo.plain.filter((record) => matches(record, query));
        const expected = countBy(found, GROUPED[columnName] ?? expect.fail());
        const { values, distinctCount } = await list(query);
        expect(distinctCount).toBe(expected.length);
        const keyed = values.map(({ value, records }) => [
          columnName === 'notify_party_name' ? keys.get(value) : value,
          records,
        ]);
        expect(keyed).toEqual(expected.slice(0, 500));
        if (expected.length > 0) nonEmpty += 1;
      }),
      { numRuns: 12, seed: 20_260_105, endOnFailure: true },
    );
    expect(nonEmpty).toBeGreaterThan(3);
  });
});

describe('a list of values', () => {
  it('is paged, narrowed by a text, and says its length past its end', async () => {
    const whole = await list(broad({ columnName: 'hs_code4' }));
    const page = await list(broad({ columnName: 'hs_code4', pageNumber: 2, numberOfRecords: 7 }));
    expect(page).toEqual({ ...whole, values: whole.values.slice(14, 21) });
    const past = await list(broad({ columnName: 'hs_code4', pageNumber: 9000 }));
    expect(past).toEqual({ ...whole, values: [] });
    const some = await list(broad({ columnName: 'hs_code4', nameContains: '61' }));
    expect(some.values).toEqual(whole.values.filter(({ value }) => value.includes('61')));
    const [party] = (await list(broad({ columnName: 'notify_party_name' }))).values;
    const named = await list(broad({ columnName: 'notify_party_name', nameContains: party?.value ?? '' }));
    expect(named.values).toContainEqual(party);
  });

  it('is asked for of every column that the contract offers', async () => {
    for (const tradeType of ['IMPORT', 'EXPORT'] as const) {
      for (const columnName of DISTINCT_COLUMNS[tradeType]) {
        const { values } = await list(broad({ tradeType, columnName, nameContains: 'a', numberOfRecords: 5 }));
        expect(values.length).toBeLessThanOrEqual(5);
      }
    }
  });

  it('is of no column but those', () => {
    for (const columnName of ['be_date', 'quantity', 'product_description', 'nothing', "x' OR 1=1", 'export_purpose']) {
      const parsed = distinctValuesQuery.safeParse({ ...broad(), columnName });
      expect(parsed.error?.issues).toMatchObject([
        { path: ['columnName'], message: 'No values can be listed of this column' },
      ]);
    }
    for (const columnName of ['ctry_name', 'import_purpose', 'incoterm', 'notify_party_name']) {
      expect(DISTINCT_COLUMNS.IMPORT).toContain(columnName);
    }
    expect(DISTINCT_COLUMNS.EXPORT).toContain('export_purpose');
  });
});
