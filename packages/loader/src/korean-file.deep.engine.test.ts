/**
 * The real Korean declarations, which lie beside the project for its builders (MIT, Institute for Basic Science and Korea
 * Customs Service) and are no part of it. Without them these tests are skipped; `load.engine.test.ts` covers the same layout with
 * a hand-made file.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { scaledDecimal } from '@tidewaiter/contract';
import { EVERYTHING_LOADED } from '@tidewaiter/records';
import {
  AS_PORTAL,
  countOf,
  EVERYTHING,
  pageOf,
  question,
  sharedFile,
  type TestRecords,
  temporaryRecords,
} from '@tidewaiter/testing/records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoadOutcome } from './load-request.js';
import { loadRates } from './rate-file.js';

const FILE = sharedFile('kr-import-2020.csv');
const NEXT_FILE = sharedFile('kr-import-2021q1.csv');
const RATES = sharedFile('exchange-rates-monthly.csv');
const absent = [FILE, NEXT_FILE, RATES].filter((path) => !existsSync(path));
if (absent.length > 0) {
  process.stdout.write(`Skipped: the real Korean file is not beside the project (${absent.join(', ')}).\n`);
}

const NET_MASS = 19;
const ITEM_PRICE = 20;

const scaled = (decimal = '') => scaledDecimal(decimal, 18);
/** Exact sum of a column (counted from 1), as a whole number of its eighteenth decimal. */
const exactSum = (rows: readonly string[], column: number) =>
  rows.reduce((sum, row) => sum + scaled(row.split(',')[column - 1]), 0n);

/** What another program counts in the file. */
function awk(program: string): number {
  const { stdout, status } = spawnSync('awk', ['-F,', program, FILE], { encoding: 'utf8' });
  expect(status).toBe(0);
  return Number(stdout);
}

describe.skipIf(absent.length > 0)('the real Korean file', () => {
  let test: TestRecords;
  let outcome: LoadOutcome;

  beforeAll(async () => {
    test = await temporaryRecords();
    await loadRates(test.records, RATES);
    const [first] = await test.loader.load({ files: [{ path: FILE }] });
    if (!first) throw new Error('nothing was loaded');
    outcome = first;
  });
  afterAll(() => test.close());

  const measure = (column: string) => outcome.report.measures.find((entry) => entry.column === column)?.loaded ?? '';

  it('loads whole, by the mapping that ships for it', () => {
    expect(outcome.mapping).toBe('kr-import-declarations');
    expect(outcome.report).toMatchObject({ rowsRead: 37_385, rowsLoaded: 37_385, rowsRejected: 0, unusedColumns: [] });
  });

  it('has as many rows as are counted otherwise, and the exact decimal sums of item price and net mass', () => {
    expect(outcome.report.rowsLoaded).toBe(awk('END { print NR - 1 }'));
    const rows = readFileSync(FILE, 'utf8').trimEnd().split('\n').slice(1);
    expect(scaled(measure('net_weight'))).toBe(exactSum(rows, NET_MASS));
    expect(scaled(measure('total_value'))).toBe(exactSum(rows, ITEM_PRICE));
  });

  it('converts every value by the rate of its month and says so', async () => {
    expect(outcome.report).toMatchObject({ usdDerived: 37_385, usdWithoutRate: 0 });
    const { rows } = await pageOf(test.records, question(), EVERYTHING);
    expect(rows.every((row) => row.usd_derived && row.currency === 'KRW')).toBe(true);
  });

  it('measures by net weight what states no quantity', async () => {
    const asked = await test.records.ask(question(), EVERYTHING, AS_PORTAL);
    const { count } = await countOf(test.records, question());
    const { units, without } = await asked.units();
    expect([units.map(({ unit }) => unit), without]).toEqual([['net KGS'], 0]);
    expect(units[0]).toMatchObject({ shipments: count, measured: count });
    const prices = await asked.unitPrices('');
    expect([prices.unit, (prices.total?.shipments ?? 0) + prices.dropped]).toEqual(['net KGS', count]);
    expect(prices.total?.median).toBeGreaterThan(0);
  });

  it('answers a search with what grep finds', async () => {
    const query = question({ searchValue: ['8517'], fromDate: '2020-01-01', toDate: '2020-12-31' });
    const { count } = await countOf(test.records, query, EVERYTHING);
    expect(count).toBe(awk('$13 ~ /^8517/ { n += 1 } END { print n }'));
  });

  it('loads the next period beside it, and each again as the same load', async () => {
    const [next] = await test.loader.load({ files: [{ path: NEXT_FILE }] });
    expect(next?.report).toMatchObject({ rowsRead: 8134, rowsLoaded: 8134 });
    for (const path of [FILE, NEXT_FILE]) {
      const [again] = await test.loader.load({ files: [{ path }] });
      expect(again?.loadId).toBeNull();
    }
    const coverage = await (await test.records.ask(EVERYTHING_LOADED, EVERYTHING, AS_PORTAL)).countries();
    expect(coverage).toMatchObject([{ country: 'KOR', records: 37_385 + 8134, upto: '2021-03-31' }]);
  });
});
