/** What cleaning makes of the rows of a file, and what it keeps. */
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AMOUNTS, AMOUNTS_FILE, cleanedFiles, DATED, PLACES, PLACES_FILE } from '../testing/cleaned-files.js';
import { SMALL } from '../testing/small-records.js';

const test = sharedRecords();

const load = cleanedFiles(test);

describe('the original is kept', () => {
  afterEach(() => test.empty());

  it('where cleaning changes a cell, and only there', async () => {
    const { rows, written } = await load(PLACES_FILE, PLACES);
    expect(rows).toMatchObject([
      { hs_code: '851712', origin_country: 'South Korea', origin_port: 'Busan', mode_of_transport: 'SEA' },
      { hs_code: '8517', origin_country: 'China', origin_port: 'XYZ', mode_of_transport: 'SEA' },
    ]);
    expect(written).toEqual([
      { hs_code: '8517.12', origin_country: 'KOREA, REPUBLIC OF', origin_port: 'PUSAN', mode_of_transport: '1' },
      {},
    ]);
  });

  it('and countries are read in the language of the file; those that nobody knows are counted', async () => {
    const countries = ['Bỉ', 'Trung Quốc', 'Nga', '"IN, INDIA"', 'ATLANTIS'];
    const lines = countries.map((country, at) => `${at},2020-01-0${at + 1},8517,${country}`);
    const { rows, written, outcome } = await load(`no,date,hs,origin\n${lines.join('\n')}\n`, {
      columns: { ...DATED, origin_country: { from: 'origin' } },
    });
    const read = rows.map(({ origin_country }) => origin_country);
    expect(read).toEqual(['Belgium', 'China', 'Russia', 'India', 'ATLANTIS']);
    expect(written[0]).toEqual({ origin_country: 'Bỉ' });
    expect(outcome.report.unknownCountries).toEqual([
      { column: 'origin_country', records: 1, values: [{ text: 'ATLANTIS', records: 1 }] },
    ]);
  });
});

describe('what follows from other cells is computed where the source leaves it out', () => {
  let loaded: Awaited<ReturnType<typeof load>>;
  beforeAll(async () => {
    loaded = await load(AMOUNTS_FILE, AMOUNTS);
  });
  afterAll(() => test.empty());

  it('standard quantity and unit, unit price and rate, exactly', () => {
    const names = ['std_quantity', 'std_unit', 'unit_price_usd', 'std_unit_rate_usd'];
    expect(loaded.rows.map((row) => names.map((name) => row[name]))).toEqual([
      ['2500', 'KGS', '400', '0.4'],
      ['3', 'NOS', '7', '6.666667'],
      [null, null, '2.5', null],
      ['0', 'KGS', null, null],
      [null, null, null, null],
      [null, null, '0', null],
      ['4.5359237', 'KGS', null, null],
    ]);
  });

  it('and is told from what the source wrote', () => {
    const { written } = loaded;
    expect(written[0]).toEqual({ std_quantity: '', std_unit: '', unit_price_usd: '', std_unit_rate_usd: '' });
    expect(written[1]).toEqual({ std_unit_rate_usd: '' });
  });

  it('and no sum of the source counts it', () => {
    const { outcome } = loaded;
    const sums = { source: '7', loaded: '7', rejected: '0', unreadable: 0 };
    expect(outcome.report.measures).toContainEqual({ column: 'unit_price_usd', ...sums });
    expect(outcome.report).toMatchObject({ rowsLoaded: 7, rowsRejected: 0 });
  });
});

describe('the mapping language', () => {
  afterEach(() => test.empty());

  it('knows columns under any of their headers, and does without optional ones', async () => {
    const columns = {
      ...DATED,
      origin_country: { from: { anyOf: ['country_origin', 'countryoforigin'] } },
      quantity: { from: { pattern: '^(F?600_)?Q' } },
      unit: { from: 'unit', optional: true },
    };
    const { rows, outcome } = await load('no,date,hs,CountryOfOrigin,600_QTY\n1,2020-01-01,8517,IN,3\n', { columns });
    expect(rows[0]).toMatchObject({ origin_country: 'India', quantity: '3', unit: null });
    expect(outcome.report.unusedColumns).toEqual([]);
    const absent = await load('no,date,hs,origin\n1,2020-01-01,8517,IN\n', { columns }).catch((error) => error);
    expect(absent.details.slice(0, 2)).toEqual([
      'the file has no column "country_origin" or "countryoforigin"',
      'the file has no column that matches ^(F?600_)?Q',
    ]);
  });

  it('leaves rows out and says why; they repeat nothing', async () => {
    const { rows, outcome } = await load('no,date,hs,status\n1,,8517,Deleted\n1,2020-01-01,8517,New\n', {
      columns: DATED,
      leaveOut: [{ from: 'status', is: ['Deleted'] }],
    });
    expect(rows).toHaveLength(1);
    expect(outcome.report).toMatchObject({ rowsRead: 2, rowsLoaded: 1, rowsRejected: 1 });
    expect(await test.records.loads.rejections(outcome.loadId ?? 0, 10)).toMatchObject([
      { line: 2, column: '', reason: 'left out: "status" is Deleted' },
    ]);
  });
});

it('ids are those that records had before anything was cleaned', async () => {
  const [outcome] = await test.loader.load({ files: [{ path: SMALL }] });
  const ids = await test.records.staging.engine.query({
    name: 'test.ids',
    sql: `SELECT lower(hex(id)) FROM records WHERE load_id = ${outcome?.loadId} ORDER BY line`,
    row: z.tuple([z.string()]),
  });
  expect(ids.flat()).toEqual([
    '296b7ac2cafac9f15c2a60320db36166',
    '9e1e3c3aaa41a964947d2369446f472e',
    '6607315493731c47dfb459974552f74f',
    '1d763720cf64ea39804d63ee83be5d78',
  ]);
});
