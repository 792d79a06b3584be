/** Every row and every last digit of a file is accounted for, and a load in which that fails is none. */

import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { HEADER, smallMapping } from '@tidewaiter/testing/small-files';
import { afterEach, describe, expect, it, vi } from 'vitest';

const test = sharedRecords();
afterEach(() => test.empty());

describe('a load in which something does not add up', () => {
  /** Writes something more right after a statement of the next load, in whose place `LOAD` stands. */
  async function after(name: string, sql: string): Promise<void> {
    const { versions } = test.records;
    const { engine } = test.records.staging;
    const { highestLoad } = await versions.current();
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
      'a sum by month that is wrong',
      'load.month_sums',
      "INSERT INTO month_sums SELECT * REPLACE (toDecimal128('0.000000000000000001', 18) AS value_usd, 0 AS records) FROM month_sums WHERE load_id = LOAD AND dimension = 'months' LIMIT 1",
      'What was summed up does not add up to the records.',
    ],
    [
      'coverage of a month twice',
      'load.coverage',
      'INSERT INTO coverage SELECT * FROM coverage WHERE load_id = LOAD',
      'What was summed up does not add up to the records.',
    ],
  ])('fails, with nothing loaded: %s', async (_, statement, sql, message) => {
    const path = await test.file('a.csv', `${HEADER}\n1,2020-01-01,8517,Acme,5\n2,2020-01-02,8517,Bolt,6\n`);
    const before = await test.records.versions.current();
    await after(statement, sql);
    const load = test.loader.load({ files: [{ path }], mapping: smallMapping() });
    await expect(load).rejects.toThrow(new RegExp(message));
    expect(await test.records.loads.list()).toEqual([]);
    expect(await test.records.versions.current()).toEqual(before);
  });
});
