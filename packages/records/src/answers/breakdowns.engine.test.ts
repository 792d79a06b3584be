/** The lists of a question against a plain computation, and how they are come by; `every-answer.deep.engine.test.ts` has more of them. */
import { type BreakdownQuery, breakdownQuery, LISTED_DIMENSIONS, type SearchPayload } from '@tidewaiter/contract';
import { loadRates } from '@tidewaiter/loader';
import { type DemoRecords, FROM, loadDemoRecords, UNTIL } from '@tidewaiter/testing/demo-records';
import { EVERYTHING, listOf, seeing } from '@tidewaiter/testing/records';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlainBreakdowns, plainBreakdowns } from '../../testing/plain-breakdowns.js';
import { filteredQuestions, questions } from '../../testing/questions.js';

let demo: DemoRecords;
let plain: PlainBreakdowns;

beforeAll(async () => {
  demo = await loadDemoRecords();
  plain = await plainBreakdowns(demo);
});
afterAll(() => demo.test.close());

describe('the lists of generated questions', () => {
  it('are what a plain computation gives, to the last decimal', async () => {
    let nonEmpty = 0;
    for (const generated of [questions(demo), filteredQuestions(demo)]) {
      await fc.assert(
        fc.asyncProperty(generated, async (asked) => {
          const { orderByColumn: _, ...question } = asked;
          if ((await plain.hold(question)) > 0) nonEmpty += 1;
        }),
        { numRuns: 4, seed: 20_260_104, endOnFailure: true },
      );
    }
    expect(nonEmpty).toBeGreaterThan(1);
  });
});

describe('the lists of few records', () => {
  it('are what a plain computation gives, of one statement that groups nothing', async () => {
    const { askedEngine: engine } = demo.test.records;
    const query = engine.query.bind(engine);
    const names: string[] = [];
    engine.query = (statement) => {
      names.push(statement.name);
      return query(statement);
    };
    const asked = (searchValue: string, changes: object = {}): SearchPayload => ({
      ...{ tradeType: 'IMPORT', searchBy: 'PRODUCT', matchType: 'C', searchValue: [searchValue] },
      ...{ countryCode: demo.countries, fromDate: FROM, toDate: UNTIL, ...changes },
    });
    // Which questions find few is known once the words are: nobody waits for them.
    await expect
      .poll(
        async () => {
          await plain.hold(asked(`steel ${names.length}`));
          return names.includes('breakdown.few');
        },
        { timeout: 20_000 },
      )
      .toBe(true);
    names.length = 0;
    for (const word of ['cotton', 'rice']) {
      await plain.hold(asked(word));
      await plain.hold(asked(word, { tradeType: 'EXPORT' }));
      await plain.hold(asked(word, { fromDate: '2024-02-02', toDate: '2024-04-30', shipmentModeList: ['SEA'] }));
    }
    expect(names).toContain('breakdown.few');
    expect(names).not.toContain('breakdown.all');
    engine.query = query;
  });
});

describe('everything but what contains some text', () => {
  it('is what a plain computation gives', async () => {
    const question = (searchValue: string[], changes: object): SearchPayload => ({
      tradeType: 'IMPORT',
      searchBy: 'PRODUCT',
      matchType: 'D',
      searchValue,
      countryCode: demo.countries,
      fromDate: FROM,
      toDate: UNTIL,
      ...changes,
    });
    await plain.hold(question(['cotton', 'steel'], {}));
    await plain.hold(question(['cotton'], { tradeType: 'EXPORT', countryCode: demo.countries.slice(3, 9) }));
    await plain.hold(question(['cotton'], { fromDate: '2024-02-02', toDate: '2024-04-30', shipmentModeList: ['SEA'] }));
  });
});

describe('sums', () => {
  it('take 256 bits where they can become too large for 128', async () => {
    const { engine } = demo.test.records.staging;
    const [load] = await demo.test.records.loads.list();
    await engine.run({
      name: 'test.unknown',
      sql: `INSERT INTO coverage (load_id, trade_type, country, month, records, magnitude)
        SELECT ${load?.loadId}, 'IMPORT', 'IND', '2024-01-01', 0, 1e21`,
    });
    await demo.test.reopen();
    const asked: string[] = [];
    const { engine: reopened } = demo.test.records.staging;
    const query = reopened.query.bind(reopened);
    reopened.query = (statement) => {
      if (statement.name === 'breakdown.all') asked.push(statement.sql);
      return query(statement);
    };
    await plain.hold({
      tradeType: 'IMPORT',
      searchBy: 'PRODUCT',
      matchType: 'D',
      searchValue: ['cotton'],
      countryCode: demo.countries,
      fromDate: FROM,
      toDate: UNTIL,
    });
    expect(asked.every((sql) => sql.includes('sum(toDecimal256(amount, 18))'))).toBe(true);
    reopened.query = query;
  });
});

describe('one pass', () => {
  const broad = (changes: object = {}): BreakdownQuery =>
    breakdownQuery.parse({
      tradeType: 'IMPORT',
      searchBy: 'PRODUCT',
      matchType: 'D',
      searchValue: ['zz'],
      countryCode: demo.countries,
      fromDate: FROM,
      toDate: UNTIL,
      ...changes,
    });

  it('answers all lists of a question, asked at once or again, until the data changes', async () => {
    const { askedEngine: engine, loads, publication } = demo.test.records;
    let scans = 0;
    const query = engine.query.bind(engine);
    engine.query = (statement) => {
      if (statement.name.startsWith('breakdown.') && statement.sql.includes('FROM records')) scans += 1;
      return query(statement);
    };
    const ask = () =>
      Promise.all(LISTED_DIMENSIONS.map((dimension) => listOf(demo.test.records, dimension, broad(), EVERYTHING)));
    await ask();
    await ask();
    await listOf(
      demo.test.records,
      'hsCodes',
      broad({ pageNumber: 1, numberOfRecords: 20, orderByMode: 'asc' }),
      EVERYTHING,
    );
    expect(scans).toBe(1);
    await listOf(demo.test.records, 'hsCodes', broad(), seeing({ countries: ['IND'] }));
    expect(scans).toBe(2);
    const [load] = await loads.list();
    await publication.unload([load?.loadId ?? 0]);
    const [importers] = await ask();
    expect(scans).toBe(3);
    expect(importers?.total.shipments).toBe(0);
    engine.query = query;
  });

  it('reaches what lies beyond by page and by text', async () => {
    const exports = { tradeType: 'EXPORT' };
    const whole = await listOf(demo.test.records, 'hsCodes', broad(exports), EVERYTHING);
    const narrow = await listOf(demo.test.records, 'hsCodes', broad({ ...exports, nameContains: '61' }), EVERYTHING);
    const expected = whole.items.filter(({ name }) => name.includes('61'));
    expect(narrow.items).toEqual(expected);
    expect(narrow.distinctCount).toBe(expected.length);
    const page = broad({ ...exports, nameContains: '61', pageNumber: 1, numberOfRecords: 3 });
    expect((await listOf(demo.test.records, 'hsCodes', page, EVERYTHING)).items).toEqual(expected.slice(3, 6));
    const [party] = (await listOf(demo.test.records, 'exporters', broad(exports), EVERYTHING)).items;
    const named = broad({ ...exports, nameContains: party?.name ?? '' });
    expect((await listOf(demo.test.records, 'exporters', named, EVERYTHING)).items).toContainEqual(party);
  });

  it('has no INR value where a month has no rate', async () => {
    const path = await demo.test.file('no-inr.csv', 'Date,Country,Exchange rate\n2024-01-01,Japan,140\n');
    await loadRates(demo.test.records, path);
    const { total } = await listOf(demo.test.records, 'months', broad({ tradeType: 'EXPORT' }), EVERYTHING);
    expect(total.valueInr).toBeNull();
    expect(total.shipments).toBeGreaterThan(0);
  });
});
