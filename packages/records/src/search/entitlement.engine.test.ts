/** The entitlement is a seam that nothing gets around: attacked with every kind of question. */
import { searchQuery } from '@tidewaiter/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type DemoRecords, loadDemoRecords } from '../testing/demo-records.js';
import { filteredQuestions, questions } from '../testing/questions.js';
import { question } from '../testing/records.js';
import { prefixed } from './bindings.js';
import { compileSearch } from './compile.js';
import type { Entitlement } from './entitlement.js';

/** The same conditions, wherever the engine is: fewer of them over HTTP. */
const ATTACKS = process.env.TIDEWAITER_TEST_RECORDS === 'http' ? 500 : 10_000;

let demo: DemoRecords;
beforeAll(async () => {
  demo = await loadDemoRecords();
});
afterAll(() => demo.test.close());

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
      .tuple(questions(demo), fc.array(hostile, { minLength: 1, maxLength: 3 }), fc.boolean())
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
    let attacks = 0;
    let seen = 0;
    await fc.assert(
      fc.asyncProperty(asked, async (candidate) => {
        const parsed = searchQuery.safeParse(candidate);
        if (!parsed.success) return;
        attacks += 1;
        const query = { ...parsed.data, numberOfRecords: 200 };
        const { rows, searched } = await demo.test.records.search.page(query, entitlement);
        const { count } = await demo.test.records.search.count(query, entitlement);
        expect(rows.length).toBe(Math.min(count, 200));
        expect(searched?.countryCode).toEqual(['IND']);
        for (const row of rows) {
          const date = String(row.be_date ?? row.date);
          expect(row.ctry_name).toBe('India');
          expect(date >= '2024-03-01' && date <= '2024-08-31').toBe(true);
        }
        seen += rows.length;
      }),
      { numRuns: 150, seed: 20_260_102, endOnFailure: true },
    );
    expect(attacks).toBeGreaterThan(75);
    expect(seen).toBeGreaterThan(0);
  });

  it(`is found by none of ${ATTACKS} generated conditions`, async () => {
    const entitlement: Entitlement = { countries: ['IND', 'BRA'], fromDate: '2024-03-01', toDate: '2024-08-31' };
    const version = await demo.test.records.versions.current();
    const deny = fc.constantFrom('AND' as const, 'OR' as const, 'NOT' as const);
    const anything = fc
      .tuple(questions(demo), filteredQuestions(demo), hostile, deny, fc.boolean())
      .map(([base, filters, value, relation, filtered]) => ({
        ...base,
        ...(filtered && { ...filters, searchValue: [value], queryBuilder: [] }),
        queryBuilder: [
          ...(base.queryBuilder ?? []).slice(0, 2),
          { relation, searchBy: 'PRODUCT' as const, matchType: 'D' as const, searchValue: [value] },
        ],
        orderByColumn: undefined,
      }));
    // Many conditions in one pass over a part of the records: how many each finds, and how many of those lie outside.
    const TOGETHER = 25;
    const outside = `NOT (country IN ('IND', 'BRA') AND record_date BETWEEN '2024-03-01' AND '2024-08-31')`;
    let asked = 0;
    let found = 0;
    for (let seed = 1; asked < ATTACKS; seed += 1) {
      const queries = fc
        .sample(anything, { numRuns: TOGETHER, seed })
        .flatMap((candidate) => searchQuery.safeParse(candidate).data ?? []);
      const parts = queries.map((query, index) => {
        const { conditions, parameters } = compileSearch(query, entitlement, version);
        // Of several conditions a record meets one at most: met twice, it would be counted twice.
        const sql = conditions.map((condition) => `toUInt8(${condition})`).join(' + ');
        return prefixed({ sql, parameters }, `q${index}_`);
      });
      const [row] = await demo.test.records.engine.query({
        name: 'test.attack',
        sql: `SELECT [${parts.map((_, index) => `countIf(held${index} > 0)`).join(', ')}],
            [${parts.map((_, index) => `countIf(held${index} > 0 AND outside)`).join(', ')}],
            [${parts.map((_, index) => `countIf(held${index} > 1)`).join(', ')}]
          FROM (
            SELECT ${outside} AS outside, ${parts.map(({ sql }, index) => `${sql} AS held${index}`).join(', ')}
            FROM records WHERE cityHash64(id) % 20 = 0 OR country IN ('IND', 'BRA')
          )`,
        parameters: Object.assign({}, ...parts.map(({ parameters }) => parameters)),
        row: z.tuple([z.array(z.coerce.number()), z.array(z.coerce.number()), z.array(z.coerce.number())]),
      });
      expect(row?.[0].length).toBe(queries.length);
      expect(row?.[1].every((leaked) => leaked === 0)).toBe(true);
      expect(row?.[2].every((twice) => twice === 0)).toBe(true);
      asked += queries.length;
      found += row?.[0].filter((records) => records > 0).length ?? 0;
    }
    expect(found).toBeGreaterThan(ATTACKS / 10);
  }, 3_600_000);

  it('is everything, where the entitlement is empty or the dates do not meet', async () => {
    for (const entitlement of [
      { countries: [], fromDate: null, toDate: null },
      { countries: 'ALL', fromDate: '2030-01-01', toDate: null },
      { countries: 'ALL', fromDate: null, toDate: '1999-12-31' },
    ] satisfies Entitlement[]) {
      const query = question({ countryCode: ['IND'], searchBy: 'PRODUCT', matchType: 'D', searchValue: ['zz'] });
      expect((await demo.test.records.search.page(query, entitlement)).rows).toEqual([]);
      expect((await demo.test.records.search.page(query, entitlement)).searched).toBeNull();
      expect((await demo.test.records.search.count(query, entitlement)).count).toBe(0);
    }
  });
});
