/** What both drivers of the record engine promise, and that the product gives the same answers over either. */
import { PortalError } from '@tidewaiter/contract';
import { writeDemoFiles } from '@tidewaiter/demo';
import { Loader, shippedMapping } from '@tidewaiter/loader';
import { cases, SEED } from '@tidewaiter/testing/generated';
import { fixture, question, stopGateway, type TestRecords, temporaryRecords } from '@tidewaiter/testing/records';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { allOf, answersOf, asAccount, suggestionsWithin } from '../../testing/every-answer.js';
import { streamsAnswers } from '../../testing/streaming.js';
import { EngineError, type Statement } from './engine.js';

const DRIVERS = ['embedded', 'HTTP'] as const;

/** What the product answers over each driver, about the same files. */
const answered = new Map<string, unknown>();

describe.each(DRIVERS)('the record engine, %s', (over) => {
  let test: TestRecords;
  beforeAll(async () => {
    test = await temporaryRecords({ over });
  });
  afterAll(async () => {
    await test.close();
    await stopGateway();
  });

  streamsAnswers(() => test.records.staging.engine);

  const ask = (sql: string, changes: Partial<Statement<unknown[]>> = {}) =>
    test.records.staging.engine.query({ name: 'test', sql, row: z.array(z.unknown()), ...changes });
  const failure = (asked: Promise<unknown>) =>
    asked.then(
      () => undefined,
      (error: unknown) => error,
    );

  it('binds whatever text there is', async () => {
    const texts = fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.array(fc.string()), async (text, list) => {
      const rows = await ask('SELECT {text:String}, {list:Array(String)}', { parameters: { text, list } });
      expect(rows).toEqual([[text, list]]);
    });
    const hostile: [string, string[]] = ['\u0000\\N it\'s "quoted" {brace} %_', ["'", '\\', "\\'", '\n', '\u0000']];
    await fc.assert(texts, { numRuns: cases(40, 2000), seed: SEED, examples: [hostile] });
  });

  it('keeps exact what is exact', async () => {
    const sql = "SELECT toUInt64(18446744073709551615), toDecimal128('0.1', 18)";
    expect(await ask(sql)).toEqual([['18446744073709551615', '0.1']]);
  });

  it('names its statement and the number of what went wrong', async () => {
    const error = await failure(ask('SELECT nothing FROM nowhere', { name: 'test.wrong' }));
    expect(error).toBeInstanceOf(EngineError);
    expect(error).toMatchObject({ code: '60', message: expect.stringContaining('test.wrong') });
  });

  it('ends a question that takes too much, and forgets the settings after it', async () => {
    const greedy = 'SELECT length(groupArray(toString(number))) FROM numbers(50000000)';
    const error = await failure(ask(greedy, { settings: { max_memory_usage: 50_000_000 } }));
    expect(error).toBeInstanceOf(PortalError);
    expect(error).toMatchObject({ code: 'SEARCH_TOO_EXPENSIVE' });
    expect(await ask('SELECT length(groupArray(number)) FROM numbers(10)')).toEqual([['10']]);
  });

  it('stops a question that nobody waits for any more', async () => {
    const gone = new AbortController();
    const endless = 'SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = 1';
    const asked = failure(ask(endless, { signal: gone.signal }));
    setTimeout(() => gone.abort(), 50);
    expect(await asked).toBe(gone.signal.reason);
    expect(await ask('SELECT 1')).toEqual([[1]]);
  });

  it('loads, rejects, finds, takes out and loads again as the other driver does', async () => {
    const { loads, publication } = test.records;
    const loader = new Loader(test.records);
    const files = await writeDemoFiles({ directory: test.folder, rows: 600, until: '2025-12-31' });
    const mapping = await shippedMapping('demo-records');
    await loader.load({ files: files.map(({ path, tradeType }) => ({ path, trade: tradeType })), mapping });
    const [korean] = await loader.load({ files: [{ path: fixture('kr-import-small.csv') }] });
    await publication.unload([korean?.loadId ?? 0]);
    await loader.reload('all');
    const countryCode = ['IND', 'BRA', 'VNM', 'USA', 'KOR'];
    const query = question({
      countryCode,
      searchBy: 'PRODUCT',
      matchType: 'D',
      searchValue: ['zz'],
      fromDate: '2023-01-01',
      toDate: '2025-12-31',
    });
    const answers = await allOf([...answersOf(query), ...suggestionsWithin(query)], asAccount(test.records));
    expect(answers.count).toBeGreaterThan(0);
    const reports = (await loads.list()).map(({ report }) => ({ ...report, seconds: 0 }));
    answered.set(
      over,
      JSON.stringify({ answers, reports, rejected: korean?.report }, (key, value) =>
        /seconds|ms|At$/.test(key) ? 0 : value,
      ),
    );
  });
});

it('the product answers the same over either', () => {
  expect(answered.get('HTTP')).toEqual(answered.get('embedded'));
  expect(answered.size).toBe(DRIVERS.length);
});
