/** What both drivers of the record engine promise, and that the product gives the same answers over either. */
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { PortalError } from '@tidewaiter/contract';
import { writeDemoFiles } from '@tidewaiter/demo';
import { Loader, shippedMapping } from '@tidewaiter/loader';
import { cases, SEED } from '@tidewaiter/testing/generated';
import {
  EVERY_RECORD,
  fixture,
  question,
  stopGateway,
  type TestRecords,
  temporaryRecords,
} from '@tidewaiter/testing/records';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { allOf, answersOf, asAccount, suggestionsWithin } from '../../testing/every-answer.js';
import { failure, GREEDY } from '../../testing/statements.js';
import { CHUNK_ROWS, EngineError, type Statement } from './engine.js';

const ROWS = 1_000_000;
const ROW = z.tuple([z.coerce.number(), z.string()]);
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes that something still refers to. What the process has of the system says how busy the collector was, too. */
function alive(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Wide enough that all rows together would show. */
const WIDE = `SELECT number, concat('${'x'.repeat(120)}', toString(number)) FROM numbers({rows:UInt64})`;

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

  const statement = (changes: Partial<Statement<[number, string]>> = {}): Statement<[number, string]> => ({
    ...{ name: 'test.stream', sql: WIDE, parameters: { rows: ROWS }, row: ROW },
    // A busy machine takes its time; nothing here is about that.
    settings: { max_execution_time: 600 },
    ...changes,
  });

  describe('a streamed answer', () => {
    it('brings every row, in order, in chunks, and never holds them all', async () => {
      let [rows, wrong, largest, most, measured] = [0, 0, 0, 0, 0];
      const before = alive();
      await test.records.staging.engine.stream(statement(), async (chunk) => {
        for (const [number, text] of chunk) if (number !== rows++ || text.length < 121) wrong += 1;
        largest = Math.max(largest, chunk.length);
        const tenth = Math.floor(rows / (ROWS / 10));
        if (tenth > measured) most = Math.max(most, alive());
        measured = tenth;
      });
      expect([rows, wrong]).toEqual([ROWS, 0]);
      expect(largest).toBeLessThanOrEqual(CHUNK_ROWS);
      // Their text alone is 127 MB.
      expect(most - before).toBeLessThan(40_000_000);
    });

    it('waits for its reader', async () => {
      let reading = 0;
      let atOnce = 0;
      await test.records.staging.engine.stream(statement({ parameters: { rows: 5 * CHUNK_ROWS } }), async () => {
        reading += 1;
        atOnce = Math.max(atOnce, reading);
        await sleep(20);
        reading -= 1;
      });
      expect(atOnce).toBe(1);
    });

    it('ends when nobody waits for it any more, also while its reader is busy', async () => {
      const gone = new AbortController();
      const reason = new Error('gone');
      let chunks = 0;
      const streamed = test.records.staging.engine.stream(statement({ signal: gone.signal }), async () => {
        chunks += 1;
        if (chunks === 3) gone.abort(reason);
        await sleep(5);
      });
      expect(await failure(streamed)).toBe(reason);
      expect(chunks).toBe(3);
      expect(await ask("SELECT 'next'")).toEqual([['next']]);
    });

    it('ends when its reader fails, and hands on why', async () => {
      const reason = new Error('the disk is full');
      const streamed = test.records.staging.engine.stream(statement(), () => {
        throw reason;
      });
      expect(await failure(streamed)).toBe(reason);
      expect(await ask("SELECT 'next'")).toEqual([['next']]);
    });

    it('that fails midway says so, after the rows before', async () => {
      let rows = 0;
      const sql = 'SELECT number, toString(throwIf(number = 500000)) FROM numbers({rows:UInt64})';
      const streamed = test.records.staging.engine.stream(
        statement({ sql, settings: { max_threads: 1, max_execution_time: 600 } }),
        (chunk) => {
          rows += chunk.length;
        },
      );
      expect(await failure(streamed)).toMatchObject({ name: 'EngineError' });
      expect(rows).toBeGreaterThan(0);
      expect(rows).toBeLessThan(500_001);
      expect(await ask("SELECT 'next'")).toEqual([['next']]);
      const refused = test.records.staging.engine.stream(statement({ sql: 'SELECT nothing FROM nowhere' }), () => {});
      expect(await failure(refused)).toMatchObject({ name: 'EngineError', code: '60' });
    });

    it('holds its lane, and no other', async () => {
      let short: unknown;
      await test.records.staging.engine.stream(statement({ parameters: { rows: 3 * CHUNK_ROWS } }), async () => {
        short = await test.records.staging.engine.query({
          name: 'test',
          sql: 'SELECT 2',
          row: z.tuple([z.number()]),
          lane: 'short',
        });
      });
      expect(short).toEqual([[2]]);
    });
  });

  const ask = (sql: string, changes: Partial<Statement<unknown[]>> = {}) =>
    test.records.staging.engine.query({ name: 'test', sql, row: z.array(z.unknown()), ...changes });
  it('binds whatever text there is', async () => {
    const texts = fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.array(fc.string()), async (text, list) => {
      const rows = await ask('SELECT {text:String}, {list:Array(String)}', { parameters: { text, list } });
      expect(rows).toEqual([[text, list]]);
    });
    const hostile: [string, string[]] = ['\u0000\\N it\'s "quoted" {brace} %_', ["'", '\\', "\\'", '\n', '\u0000']];
    const many: [string, string[]] = ['', Array.from({ length: 3000 }, (_, index) => `${hostile[0]}é${index}`)];
    await fc.assert(texts, { numRuns: cases(40, 2000), seed: SEED, examples: [hostile, many] });
    // What is exact is kept so.
    const sql = "SELECT toUInt64(18446744073709551615), toDecimal128('0.1', 18)";
    expect(await ask(sql)).toEqual([['18446744073709551615', '0.1']]);
  });

  it('names its statement and the number of what went wrong', async () => {
    const error = await failure(ask('SELECT nothing FROM nowhere', { name: 'test.wrong' }));
    expect(error).toBeInstanceOf(EngineError);
    expect(error).toMatchObject({ code: '60', message: expect.stringContaining('test.wrong') });
  });

  it('ends a question that takes too much, and forgets the settings after it', async () => {
    const error = await failure(ask(GREEDY, { settings: { max_memory_usage: 50_000_000 } }));
    expect(error).toBeInstanceOf(PortalError);
    expect(error).toMatchObject({ code: 'SEARCH_TOO_EXPENSIVE' });
    expect(await ask('SELECT length(groupArray(number)) FROM numbers(10)')).toEqual([['10']]);
    const threads = "SELECT value FROM system.settings WHERE name = 'max_threads'";
    const before = await ask(threads);
    expect(await ask(threads, { settings: { max_threads: 7 } })).toEqual([['7']]);
    expect(await ask(threads)).toEqual(before);
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
    const scope = { countryCode: ['IND', 'BRA', 'VNM', 'USA', 'KOR'], fromDate: '2023-01-01', toDate: '2025-12-31' };
    const query = question({ ...EVERY_RECORD, ...scope });
    const answers = await allOf([...answersOf(query), ...suggestionsWithin(query)], asAccount(test.records));
    expect(answers.count).toBeGreaterThan(0);
    const reports = (await loads.list()).map(({ report }) => ({ ...report, seconds: 0 }));
    const untimed = (key: string, value: unknown) => (/seconds|ms|At$/.test(key) ? 0 : value);
    answered.set(over, JSON.stringify({ answers, reports, rejected: korean?.report }, untimed));
  });
});

it('the product answers the same over either', () => {
  expect(answered.get('HTTP')).toEqual(answered.get('embedded'));
  expect(answered.size).toBe(DRIVERS.length);
});
