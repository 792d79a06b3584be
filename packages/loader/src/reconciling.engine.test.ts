/** Every row and every last digit of a file is accounted for, and a load in which that fails is none. */

import { scaledDecimal } from '@tidewaiter/contract';
import { cases, SEED } from '@tidewaiter/testing/generated';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { HEADER } from '@tidewaiter/testing/small-files';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadsOf } from '../testing/loads.js';

/** What lists and suggestions read of a load. */
const ROLL_UPS = ['coverage', 'party_names', 'hs_months', 'product_words', 'day_counts', 'detail_parties'];

const test = sharedRecords();
const { small } = loadsOf(test);
afterEach(() => test.empty());

const digits = (least: number, most: number) =>
  fc.array(fc.constantFrom(...'0123456789'), { minLength: least, maxLength: most }).map((some) => some.join(''));

/** An amount that can be held exactly, with as many decimals as customs write. */
const amount = fc
  .tuple(fc.constantFrom('', '-'), digits(1, 12), digits(0, 18))
  .map(([sign, whole, fraction]) => `${sign}${whole}${fraction && `.${fraction}`}`);

/** A row with the amount that it holds; rows that must be rejected say why they are. */
const rowOf = (isGood: boolean, day: string, code: string, importer: string) =>
  amount.map((usd) => ({ cells: [day, code, importer, usd], amount: usd, isGood }));
const withoutAmount = (isGood: boolean, ...cells: string[]) =>
  fc.constantFrom(...cells).map((cell) => ({ cells: ['2020-01-02', '8517', 'Acme', cell], amount: '0', isGood }));
const row = fc.oneof(
  { weight: 4, arbitrary: rowOf(true, '2020-01-02', '8517', 'Acme') },
  rowOf(false, '2020-02-30', '8517', 'Acme'),
  rowOf(false, '2020-01-02', '85x', '"A, B"'),
  rowOf(true, '2020-01-02', '8517', '"two\nlines"'),
  withoutAmount(false, 'many', '1.2.3', '0.1234567890123456789'),
  withoutAmount(true, ''),
);
const exact = (decimal: string | undefined) => scaledDecimal(decimal ?? '', 18);

it('generated files give rows read = rows loaded + rows rejected, and sums to the last digit', async () => {
  const { loads, publication } = test.records;
  const isExact = fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 80 }), async (rows) => {
    fc.pre(rows.some(({ isGood }) => isGood));
    const lines = rows.map(({ cells }, no) => [no, ...cells].join(','));
    const { report, loadId } = await small(`${HEADER}\n${lines.join('\n')}\n`);
    const [good, bad] = [true, false].map((isGood) => rows.filter((one) => one.isGood === isGood)) as [
      typeof rows,
      typeof rows,
    ];
    const sum = (some: typeof rows) => some.reduce((total, one) => total + exact(one.amount), 0n);
    const counts = { rowsRead: rows.length, rowsLoaded: good.length, rowsRejected: bad.length };
    expect(report).toMatchObject(counts);
    const [usd] = report.measures;
    expect([usd?.source, usd?.loaded, usd?.rejected].map(exact)).toEqual([rows, good, bad].map(sum));
    const rejected = new Set<number>();
    for await (const some of loads.rejectedRows(loadId ?? 0)) for (const { line } of some) rejected.add(line);
    expect(rejected.size).toBe(bad.length);
    await publication.unload([loadId ?? 0]);
  });
  await fc.assert(isExact, { numRuns: cases(3, 25), seed: SEED, endOnFailure: true });
});

it('a dry run checks a file as a load does, and sums nothing up for lists that nobody will ask', async () => {
  const names = vi.spyOn(test.records.staging.engine, 'run');
  const text = `${HEADER}\n1,2020-01-01,8517,Acme,5\n2,2020-02-30,8517,Bolt,6\n`;
  const { report } = await small(text, {}, { dryRun: true });
  const ran = names.mock.calls.map(([{ name }]) => name);
  names.mockRestore();
  expect(ran).toEqual(expect.arrayContaining(['load.records', 'load.rejections']));
  expect(ran.filter((name) => ROLL_UPS.some((table) => name === `load.${table}`))).toEqual([]);
  expect((await small(text)).report).toEqual(report);
});

describe('a load in which something does not add up', () => {
  /** Writes something more right after a statement of the next load, in whose place `LOAD` stands. */
  async function after(name: string, sql: string): Promise<void> {
    const { engine } = test.records.staging;
    const { highestLoad } = await test.records.versions.current();
    const run = engine.run.bind(engine);
    vi.spyOn(engine, 'run').mockImplementation(async (command) => {
      await run(command);
      if (command.name === name) await run({ name: 'test.stray', sql: sql.replaceAll('LOAD', `${highestLoad + 1}`) });
    });
  }
  afterEach(() => vi.restoreAllMocks());

  it.each([
    [
      'a record too many',
      'load.records',
      `INSERT INTO records (load_id, id, trade_type, country, record_date, hs_code, total_value_usd)
        SELECT LOAD, unhex(repeat('ab', 16)), 'IMPORT', 'KOR', '2020-01-01', '8517', 3`,
      'What was summed up|What was written does not add up',
    ],
    [
      'coverage of a month twice',
      'load.coverage',
      'INSERT INTO coverage SELECT * FROM coverage WHERE load_id = LOAD',
      'What was summed up does not add up to the records.',
    ],
  ])('fails, with nothing loaded: %s', async (_, statement, sql, message) => {
    const before = await test.records.versions.current();
    await after(statement, sql);
    const load = small(`${HEADER}\n1,2020-01-01,8517,Acme,5\n2,2020-01-02,8517,Bolt,6\n`);
    await expect(load).rejects.toThrow(new RegExp(message));
    expect(await test.records.loads.list()).toEqual([]);
    expect(await test.records.versions.current()).toEqual(before);
  });
});
