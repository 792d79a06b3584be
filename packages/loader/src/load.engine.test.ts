import { EVERYTHING, pageOf } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { HEADER, smallMapping } from '@tidewaiter/testing/small-files';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loadsOf } from '../testing/loads.js';
import { all, countAll, SMALL } from '../testing/small-records.js';
import type { LoadOutcome } from './load-request.js';

const test = sharedRecords();
const { small } = loadsOf(test);

const count = () => countAll(test);
const rowsOf = async (changes = {}) => (await pageOf(test.records, all(changes), EVERYTHING)).rows;
const files = [{ path: SMALL }];

describe('a hand-made file of the Korean layout', () => {
  let outcome: LoadOutcome | undefined;
  beforeAll(async () => {
    [outcome] = await test.loader.load({ files });
  });
  afterAll(() => test.empty());

  it('loads by the mapping that ships for its header, and accounts for every row and every decimal', () => {
    expect(outcome?.mapping).toBe('kr-import-declarations');
    expect(outcome?.report).toMatchObject({ rowsRead: 10, rowsLoaded: 4, rowsRejected: 6, unusedColumns: [] });
    const exact = { source: '3655943.20345678901238567', loaded: '3654741.95345678901238567', rejected: '1201.25' };
    expect(outcome?.report.measures).toEqual([
      { column: 'net_weight', source: '1227.07501', loaded: '1205.82501', rejected: '21.25', unreadable: 1 },
      { column: 'total_value', ...exact, unreadable: 1 },
    ]);
  });

  it('explains each rejected row by file, line, column, reason and cell', async () => {
    const rejections = await test.records.loads.rejections(outcome?.loadId ?? 0, 100);
    expect(new Set(rejections.map(({ file }) => file))).toEqual(new Set(['kr-import-small.csv']));
    expect(rejections.map(({ line, column, reason, cell }) => [line, column, reason, cell])).toEqual([
      [4, 'record_date', 'not a date (YYYY-MM-DD)', '2020-02-30'],
      [5, 'hs_code', 'an HS code is 2 to 12 digits', '8517AB'],
      [6, 'net_weight', 'not a number', 'heavy'],
      [7, '', 'the row has 19 cells, the header has 22', ''],
      // Line 8 begins a row that holds a line break; the lines after it count on.
      [10, '', 'same key as line 3', ''],
      [12, 'total_value', 'more digits than an exact value holds', '0.1234567890123456789'],
    ]);
  });

  it('keeps what it does not know as it was written, leading zeros and every decimal', async () => {
    const rows = await rowsOf({ searchValue: ['6907'], orderByMode: 'asc' });
    expect(rows.map((row) => [row.origin_country, row.mode_of_transport])).toEqual([
      ['ZZ', 'OTHER'],
      ['China', '77'],
    ]);
    expect(await rowsOf({ searchValue: ['0901'] })).toMatchObject([
      { hs_code: '090111', hs_code2: '09', net_weight: '1200.5', total_value: '3654000.25', currency: 'KRW' },
    ]);
  });
});

describe('loading again', () => {
  afterEach(() => test.empty());

  it('the same file is the same load', async () => {
    const [first] = await test.loader.load({ files });
    const version = (await test.records.versions.current()).version;
    const [again] = await test.loader.load({ files });
    expect(again).toMatchObject({ loadId: null, sameAs: first?.loadId });
    expect((await test.records.versions.current()).version).toBe(version);
    expect(await count()).toBe(4);
  });

  it('a corrected file takes the place of the first and keeps the ids of its rows', async () => {
    const { loadId } = await small(`${HEADER}\n1,2020-01-01,8517,Acme,5\n2,2020-01-02,8517,Bolt,6\n`);
    const [, acme] = await rowsOf();
    const corrected = (replace?: number) =>
      small(`${HEADER}\n1,2020-01-01,8517,Acme,7\n3,2020-01-03,8517,Cord,8\n`, {}, { name: 'june-2.csv', replace });
    await expect(corrected()).rejects.toThrow('records that are loaded already');
    expect(await count()).toBe(2);
    await corrected(loadId ?? 0);
    const rows = await rowsOf();
    expect(rows.map((row) => row.total_value_usd)).toEqual(['8', '7']);
    expect(rows[1]?.id).toBe(acme?.id);
  });
});

describe('all or nothing', () => {
  afterEach(() => test.empty());

  it('several files become visible together, or not at all', async () => {
    const good = await test.file('good.csv', `${HEADER}\n1,2020-01-01,8517,Acme,5\n`);
    const bad = await test.file('bad.csv', 'something,else\n1,2\n');
    const other = await test.file('other.csv', `${HEADER}\n2,2020-01-01,8517,Acme,5\n`);
    const both = (second: string) =>
      test.loader.load({ files: [{ path: good }, { path: second }], mapping: smallMapping() });
    await expect(both(bad)).rejects.toThrow('does not fit this file');
    expect(await count()).toBe(0);
    const version = (await test.records.versions.current()).version;
    await both(other);
    expect((await test.records.versions.current()).version).toBe(version + 1);
    expect(await count()).toBe(2);
  });

  it('a dry run reports and changes nothing', async () => {
    const [outcome] = await test.loader.load({ files, dryRun: true });
    expect(outcome).toMatchObject({ loadId: null, report: { rowsLoaded: 4 } });
    expect(outcome?.rejections).toHaveLength(6);
    expect(await count()).toBe(0);
    expect(await test.records.loads.list()).toEqual([]);
  });

  it('a second change meanwhile is told to wait', async () => {
    const first = test.loader.load({ files });
    await expect(test.loader.load({ files })).rejects.toThrow('A load is running');
    await first;
    expect(await count()).toBe(4);
  });
});

it('what a mapping says of whose records they are is not contradicted', async () => {
  const path = await test.file('a.csv', `${HEADER}\n1,2020-01-01,8517,Acme,5\n`);
  const exports = test.loader.load({ files: [{ path, trade: 'EXPORT' }], mapping: smallMapping() });
  await expect(exports).rejects.toThrow('is for imports');
  const byRow = smallMapping({ country: { from: 'importer' } });
  const told = test.loader.load({ files: [{ path }], country: 'KOR', mapping: byRow });
  await expect(told).rejects.toThrow('reads the country from each row');
});
