/** What a match means, name by name and word by word. */
import type { SearchPayload } from '@tidewaiter/contract';
import { parseMapping } from '@tidewaiter/loader';
import { countOf, EVERYTHING, question } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

const mapping = parseMapping(
  JSON.stringify({
    name: 'names',
    title: 'Names',
    country: 'ZWE',
    trade: 'IMPORT',
    naturalKey: ['no'],
    columns: {
      record_date: { constant: '2022-06-01' },
      importer_name: { from: 'importer' },
      product_description: { from: 'product' },
    },
  }),
  'test',
);

const test = sharedRecords();

/** Loads one record for each pair of importer and product. */
async function load(...records: [importer: string, product: string][]): Promise<void> {
  const rows = records.map(([importer, product], no) => `${no},"${importer}","${product}"`);
  const path = await test.file('names.csv', `no,importer,product\n${rows.join('\n')}\n`);
  await test.loader.load({ files: [{ path }], mapping });
}

async function find(changes: Partial<SearchPayload>): Promise<number> {
  const asked = question({ countryCode: ['ZWE'], fromDate: '2022-01-01', toDate: '2022-12-31', ...changes });
  return (await countOf(test.records, asked, EVERYTHING)).count;
}

const importer = (value: string) => find({ searchBy: 'IMPORTER', matchType: 'L', searchValue: [value] });
const product = (value: string, matchType: 'C' | 'D' | 'W' = 'C') =>
  find({ searchBy: 'PRODUCT', matchType, searchValue: [value] });

describe('a party', () => {
  afterEach(() => test.empty());

  it('is found and grouped under all its spellings', async () => {
    await load(
      ['Ha-Meem Denim Ltd.', 'a'],
      ['HAMEEM DENIM LIMITED', 'b'],
      ['Hâ-Meem  Denim Co., Ltd', 'c'],
      ['HA MEEM DENIM', 'd'],
      ['M/S. Hameem Denim Pvt. Ltd', 'e'],
    );
    expect(await importer('hameem denim')).toBe(4);
    const keys = await test.records.staging.engine.query({
      name: 'test.keys',
      sql: "SELECT DISTINCT importer_name_key = sipHash64('hameemdenim') FROM records WHERE load_id = (SELECT max(load_id) FROM loads)",
      row: z.tuple([z.number()]),
    });
    expect(keys).toEqual([[1]]);
  });

  it('is found whatever the case, accents and punctuation', async () => {
    await load(
      ['Smith & Sons (Łódź) S.A.', 'a'],
      ['100% Cotton_Mill', 'b'],
      ['Straße Ægir', 'c'],
      ["L'Oréal d’Asie", 'd'],
    );
    expect(await importer('SMITH, SONS LODZ')).toBe(1);
    expect(await importer('strasse aegir')).toBe(1);
    expect(await importer('loreal dasie')).toBe(1);
    expect(await importer('00% cotton')).toBe(1);
    expect(await importer('..')).toBe(0);
  });

  it('that was picked is itself under all its spellings, and no other', async () => {
    await load(
      ['Ha-Meem Denim Ltd.', 'a'],
      ['HAMEEM DENIM LIMITED', 'b'],
      ['Hameem Denim Dhaka Ltd', 'c'],
      ['', 'd'],
      ['Bolt', 'e'],
    );
    const searchValue = ['HA MEEM DENIM'];
    const picked = { searchBy: 'IMPORTER', matchType: 'L', searchValue, pickedValue: searchValue } as const;
    expect(await find({ searchBy: 'IMPORTER', matchType: 'L', searchValue: ['hameem denim'] })).toBe(3);
    expect(await find({ ...picked, pickedValue: [...searchValue] })).toBe(2);
    expect(await find({ ...picked, searchValue: ['HA MEEM DENIM', 'bolt'], pickedValue: [...searchValue] })).toBe(3);
    // Nothing is left of it: it is nobody, and not everybody without a name.
    expect(await find({ ...picked, searchValue: ['..'], pickedValue: ['..'] })).toBe(0);
    const everyone = { searchBy: 'PRODUCT', matchType: 'D', searchValue: ['zz'] } as const;
    const listed = (importerList: string[]) => find({ ...everyone, searchValue: ['zz'], importerList });
    expect([await listed(['ha-meem denim']), await listed(['..'])]).toEqual([2, 0]);
    const builder = { relation: 'NOT' as const, ...picked, pickedValue: [...searchValue] };
    expect(await find({ searchBy: 'PRODUCT', matchType: 'D', searchValue: ['zz'], queryBuilder: [builder] })).toBe(3);
  });

  it('of legal forms alone keeps a key', async () => {
    await load(['The Company Limited', 'a'], ['Limited', 'b']);
    const keys = await test.records.staging.engine.query({
      name: 'test.keys',
      sql: "SELECT importer_name_key = sipHash64(['the', 'limited'][rowNumberInAllBlocks() + 1]) FROM (SELECT * FROM records WHERE load_id = (SELECT max(load_id) FROM loads) ORDER BY line)",
      row: z.tuple([z.number()]),
    });
    expect(keys).toEqual([[1], [1]]);
  });
});

describe('a product', () => {
  beforeAll(() =>
    load(['a', 'Glazed  Céramique TILE 600x600'], ['b', 'tile, glazed'], ['c', '50% off_cuts \\ bent'], ['d', '']),
  );

  it('contains a phrase, ignoring case, accents and runs of white space', async () => {
    expect(await product('glazed ceramique tile')).toBe(1);
    expect(await product('Glazed')).toBe(2);
    expect(await product('tile glazed')).toBe(0);
    expect(await product('amique')).toBe(1);
  });

  it('does not contain any of the values; without a description it contains none', async () => {
    expect(await product('glazed', 'D')).toBe(2);
    expect(await find({ searchBy: 'PRODUCT', matchType: 'D', searchValue: ['glazed', 'off_cuts'] })).toBe(1);
  });

  it('takes wildcards and backslashes as what they are', async () => {
    expect(await product('50%')).toBe(1);
    expect(await product('0%o')).toBe(0);
    expect(await product('off_cuts')).toBe(1);
    expect(await product('offxcuts')).toBe(0);
    expect(await product('\\ bent')).toBe(1);
  });

  it('in a query-builder row, contains all the words in any order', async () => {
    const row = { relation: 'AND', searchBy: 'PRODUCT', matchType: 'L' } as const;
    const broad = { searchBy: 'PRODUCT', matchType: 'D', searchValue: ['zz'] } as const;
    expect(
      await find({ ...broad, searchValue: ['zz'], queryBuilder: [{ ...row, searchValue: ['tile glazed'] }] }),
    ).toBe(2);
    expect(await find({ ...broad, searchValue: ['zz'], queryBuilder: [{ ...row, searchValue: ['tile 600'] }] })).toBe(
      1,
    );
  });
});
