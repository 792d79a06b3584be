import { EVERYTHING, pageOf } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { HEADER, smallMapping } from '@tidewaiter/testing/small-files';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { all, countAll, SMALL } from '../testing/small-records.js';
import { shippedMapping } from './layout/mapping.js';
import type { LoadOutcome } from './load-request.js';

const test = sharedRecords();

const count = () => countAll(test);

describe('a hand-made file of the Korean layout', () => {
  let outcome: LoadOutcome | undefined;
  beforeAll(async () => {
    [outcome] = await test.loader.load({ files: [{ path: SMALL }] });
  });
  afterAll(() => test.empty());

  it('loads by the mapping that ships for its header, and accounts for every row and every decimal', () => {
    expect(outcome?.mapping).toBe('kr-import-declarations');
    expect(outcome?.report).toMatchObject({ rowsRead: 10, rowsLoaded: 4, rowsRejected: 6, unusedColumns: [] });
    expect(outcome?.report.measures).toEqual([
      { column: 'net_weight', source: '1227.07501', loaded: '1205.82501', rejected: '21.25', unreadable: 1 },
      {
        column: 'total_value',
        source: '3655943.20345678901238567',
        loaded: '3654741.95345678901238567',
        rejected: '1201.25',
        unreadable: 1,
      },
    ]);
  });

  it('explains each rejected row by file, line, column, reason and cell', async () => {
    const file = 'kr-import-small.csv';
    expect(await test.records.loads.rejections(outcome?.loadId ?? 0, 100)).toEqual([
      { file, line: 4, column: 'record_date', reason: 'not a date (YYYY-MM-DD)', cell: '2020-02-30' },
      { file, line: 5, column: 'hs_code', reason: 'an HS code is 2 to 12 digits', cell: '8517AB' },
      { file, line: 6, column: 'net_weight', reason: 'not a number', cell: 'heavy' },
      { file, line: 7, column: '', reason: 'the row has 19 cells, the header has 22', cell: '' },
      // Line 8 begins a row that holds a line break; the lines after it count on.
      { file, line: 10, column: '', reason: 'same key as line 3', cell: '' },
      {
        file,
        line: 12,
        column: 'total_value',
        reason: 'more digits than an exact value holds',
        cell: '0.1234567890123456789',
      },
    ]);
  });

  it('keeps what it does not know as it was written', async () => {
    const { rows } = await pageOf(test.records, all({ searchValue: ['6907'], orderByMode: 'asc' }), EVERYTHING);
    expect(rows.map((row) => [row.origin_country, row.mode_of_transport])).toEqual([
      ['ZZ', 'OTHER'],
      ['China', '77'],
    ]);
  });

  it('keeps leading zeros and every decimal', async () => {
    const { rows } = await pageOf(test.records, all({ searchValue: ['0901'] }), EVERYTHING);
    expect(rows).toMatchObject([
      { hs_code: '090111', hs_code2: '09', net_weight: '1200.5', total_value: '3654000.25', currency: 'KRW' },
    ]);
  });
});

describe('loading again', () => {
  afterEach(() => test.empty());

  it('the same file is the same load', async () => {
    const [first] = await test.loader.load({ files: [{ path: SMALL }] });
    const version = (await test.records.versions.current()).version;
    const [again] = await test.loader.load({ files: [{ path: SMALL }] });
    expect(again).toMatchObject({ loadId: null, sameAs: first?.loadId });
    expect((await test.records.versions.current()).version).toBe(version);
    expect(await count()).toBe(4);
  });

  it('a corrected file takes the place of the first and keeps the ids of its rows', async () => {
    const first = await test.file('june.csv', `${HEADER}\n1,2020-01-01,8517,Acme,5\n2,2020-01-02,8517,Bolt,6\n`);
    const corrected = await test.file('june-2.csv', `${HEADER}\n1,2020-01-01,8517,Acme,7\n3,2020-01-03,8517,Cord,8\n`);
    const [loaded] = await test.loader.load({ files: [{ path: first }], mapping: smallMapping() });
    const [, acme] = (await pageOf(test.records, all(), EVERYTHING)).rows;
    await expect(test.loader.load({ files: [{ path: corrected }], mapping: smallMapping() })).rejects.toThrow(
      'records that are loaded already',
    );
    expect(await count()).toBe(2);
    await test.loader.load({
      files: [{ path: corrected }],
      mapping: smallMapping(),
      replace: loaded?.loadId ?? undefined,
    });
    const { rows } = await pageOf(test.records, all(), EVERYTHING);
    expect(rows.map((row) => row.total_value_usd)).toEqual(['8', '7']);
    expect(rows[1]?.id).toBe(acme?.id);
  });
});

describe('all or nothing', () => {
  afterEach(() => test.empty());

  it('several files become visible together, or not at all', async () => {
    const good = await test.file('good.csv', `${HEADER}\n1,2020-01-01,8517,Acme,5\n`);
    const bad = await test.file('bad.csv', 'something,else\n1,2\n');
    const load = test.loader.load({ files: [{ path: good }, { path: bad }], mapping: smallMapping() });
    await expect(load).rejects.toThrow('does not fit this file');
    expect(await count()).toBe(0);
    const version = (await test.records.versions.current()).version;
    const other = await test.file('other.csv', `${HEADER}\n2,2020-01-01,8517,Acme,5\n`);
    await test.loader.load({ files: [{ path: good }, { path: other }], mapping: smallMapping() });
    expect((await test.records.versions.current()).version).toBe(version + 1);
    expect(await count()).toBe(2);
  });

  it('a dry run reports and changes nothing', async () => {
    const [outcome] = await test.loader.load({ files: [{ path: SMALL }], dryRun: true });
    expect(outcome).toMatchObject({ loadId: null, report: { rowsLoaded: 4 } });
    expect(outcome?.rejections).toHaveLength(6);
    expect(await count()).toBe(0);
    expect(await test.records.loads.list()).toEqual([]);
  });

  it('a second change meanwhile is told to wait', async () => {
    const first = test.loader.load({ files: [{ path: SMALL }] });
    await expect(test.loader.load({ files: [{ path: SMALL }] })).rejects.toThrow('A load is running');
    await first;
    expect(await count()).toBe(4);
  });
});

describe('whose records they are', () => {
  afterEach(() => test.empty());

  const ROW = `${HEADER}\n1,2020-01-01,8517,Acme,5\n`;

  it('what a mapping says is not contradicted', async () => {
    const path = await test.file('a.csv', ROW);
    const exports = test.loader.load({ files: [{ path, trade: 'EXPORT' }], mapping: smallMapping() });
    await expect(exports).rejects.toThrow('is for imports');
    const byRow = smallMapping({ country: { from: 'importer' } });
    const told = test.loader.load({ files: [{ path }], country: 'KOR', mapping: byRow });
    await expect(told).rejects.toThrow('reads the country from each row');
  });
});

it('every shipped mapping can be read', async () => {
  expect(await shippedMapping('kr-import-declarations')).toBeDefined();
  expect(await shippedMapping('nothing-of-the-kind')).toBeUndefined();
});
