import { LIMITS, RECORD_COLUMNS, type RecordRow, type SearchPayload } from '@tidewaiter/contract';
import { describe, expect, it } from 'vitest';
import { question } from '../../../testing/question.js';
import { offeredColumns, questionKey } from './offered-columns.js';

const query = (changes: Partial<SearchPayload> = {}) => question({ countryCode: ['IND'], ...changes });

const row = (...filled: string[]): RecordRow => ({
  id: '1',
  usd_derived: false,
  hs_derived: false,
  ...Object.fromEntries(filled.map((key) => [key, 'x'])),
});

const keys = (offered: ReturnType<typeof offeredColumns>) => offered.columns.map(({ key }) => key);

describe('the columns that are offered', () => {
  it('are those with a value on the page, with date and code, in the order of the catalogue', () => {
    const rows = [row('iec', 'quantity'), row('importer_name')];
    expect(keys(offeredColumns(null, { query: query(), rows, filled: [] }))).toEqual([
      'be_date',
      'hs_code',
      'importer_name',
      'quantity',
      'iec',
    ]);
  });

  it('are all that the records of its countries fill, from the first page on; what it shows at first is on that page', () => {
    const page = { query: query(), rows: [row('quantity')], filled: ['be_date', 'hs_code', 'quantity', 'beno', 'qty'] };
    const offered = offeredColumns(null, page);
    expect(keys(offered)).toEqual(['be_date', 'hs_code', 'quantity', 'beno']);
    expect(offered.initial).toEqual(['be_date', 'hs_code', 'quantity']);
  });

  it('are whatever its countries fill, also where there are several, each under one name', () => {
    const all = [row(...RECORD_COLUMNS.IMPORT.map(({ key }) => key))];
    const own = RECORD_COLUMNS.IMPORT.filter(({ alias }) => !alias).map(({ key }) => key);
    for (const countryCode of [['VNM', 'IND'], ['VNM', 'KOR'], ['IND']]) {
      const offered = offeredColumns(null, { query: query({ countryCode }), rows: all, filled: [] });
      expect(keys(offered)).toEqual(own);
    }
    const filled = ['be_date', 'importer_address', 'bl_number', 'iec', 'importer'];
    const several = offeredColumns(null, { query: query({ countryCode: ['VNM', 'IND'] }), rows: [], filled });
    expect(keys(several)).toEqual(['be_date', 'hs_code', 'importer_address', 'bl_number', 'iec']);
  });

  it('start with the first 15, and keep that start over the pages of a question', () => {
    const all = RECORD_COLUMNS.IMPORT.filter(({ alias }) => !alias).map(({ key }) => key);
    const first = offeredColumns(null, { query: query(), rows: [row(...all.slice(0, 30))], filled: [] });
    expect(first.initial).toHaveLength(LIMITS.defaultColumns);
    const few = offeredColumns(null, { query: query(), rows: [row('quantity')], filled: [] });
    const second = offeredColumns(few, { query: query({ pageNumber: 1 }), rows: [row('importer_name')], filled: [] });
    expect(second.initial).toEqual(few.initial);
    expect(keys(second)).toEqual(['be_date', 'hs_code', 'importer_name', 'quantity']);
    expect(offeredColumns(second, { query: query({ importerList: ['A'] }), rows: [row('quantity')], filled: [] })).toBe(
      second,
    );
  });

  it('start with what a record is read by: when, what, who, how much, for what price, the country of the other side', () => {
    const all = row(...RECORD_COLUMNS.EXPORT.map(({ key }) => key), ...RECORD_COLUMNS.IMPORT.map(({ key }) => key));
    const initial = (changes: Partial<SearchPayload>) =>
      offeredColumns(null, { query: query(changes), rows: [all], filled: [] }).initial;
    expect(initial({}).slice(0, 9)).toEqual([
      'be_date',
      'hs_code',
      'product_description',
      'importer_name',
      'exporter_name',
      'quantity',
      'unit_price_usd',
      'total_value_usd',
      'origin_country',
    ]);
    expect(initial({ tradeType: 'EXPORT' })[8]).toBe('destination_country');
    // Each figure has its unit beside it.
    expect(initial({})).not.toContain('unit');
    expect(initial({})).not.toContain('ctry_name');
    expect(initial({ countryCode: ['VNM', 'IND'] })[9]).toBe('ctry_name');
  });

  it('are found anew for another question', () => {
    const tea = offeredColumns(null, { query: query(), rows: [row('quantity')], filled: [] });
    expect(
      keys(offeredColumns(tea, { query: query({ searchValue: ['1006'] }), rows: [row('unit')], filled: [] })),
    ).toEqual(['be_date', 'hs_code', 'unit']);
  });
});

it('a question is the same whatever its filters, sort and page', () => {
  const other = query({ importerList: ['A'], pageNumber: 3, orderByColumn: 'quantity', numberOfRecords: 100 });
  expect(questionKey(other)).toBe(questionKey(query()));
  expect(questionKey(query({ toDate: '2026-06-29' }))).not.toBe(questionKey(query()));
});
