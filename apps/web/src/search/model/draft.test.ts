import { describe, expect, it } from 'vitest';
import { asksTheSame, clearsResults, EMPTY_DRAFT, EMPTY_ROW, isChanged, type SearchDraft } from './draft.js';

const asked: SearchDraft = {
  ...EMPTY_DRAFT,
  tradeType: 'IMPORT',
  countryCode: ['IND', 'VNM'],
  dateRange: '4',
  fromDate: '2025-11-01',
  toDate: '2026-10-31',
  searchBy: 'IMPORTER',
  matchType: 'L',
  searchValue: ['Acme'],
};

const row = { ...EMPTY_ROW, searchBy: 'PRODUCT', matchType: 'C', searchValue: ['tea'] } as const;
const withRow: SearchDraft = { ...asked, queryBuilder: [{ ...row, searchValue: ['tea'] }] };

describe('the results of a question', () => {
  it('are cleared by a row that joins, matches or searches otherwise, that comes or that goes', () => {
    for (const change of [{ relation: 'OR' }, { matchType: 'D' }, { searchBy: 'HS_CODE' }] as const) {
      const changed = { ...asked, queryBuilder: [{ ...row, searchValue: ['tea'], ...change }] };
      expect(clearsResults(changed, withRow)).toBe(true);
    }
    expect(clearsResults(withRow, asked)).toBe(true);
    expect(clearsResults(asked, withRow)).toBe(true);
  });

  it('stay while values are changed, text is typed, or a row is empty', () => {
    expect(clearsResults({ ...asked, searchValue: ['Basalt'], typed: 'ac' }, asked)).toBe(false);
    expect(clearsResults({ ...asked, queryBuilder: [EMPTY_ROW] }, asked)).toBe(false);
    expect(clearsResults({ ...asked, dateRange: '6', countryCode: ['VNM', 'IND'] }, asked)).toBe(false);
  });
});

describe('two drafts', () => {
  it('ask the same whatever their date range is called, in whatever order, whatever is half typed', () => {
    const same = { ...asked, dateRange: '6', countryCode: ['VNM', 'IND'], typed: 'ba' } as const;
    expect(asksTheSame({ ...same, countryCode: [...same.countryCode] }, asked)).toBe(true);
  });

  it('ask another thing where a value, a pick or a row differs', () => {
    expect(asksTheSame({ ...asked, searchValue: ['Acme', 'Basalt'] }, asked)).toBe(false);
    expect(asksTheSame({ ...asked, pickedValue: ['Acme'] }, asked)).toBe(false);
    expect(asksTheSame({ ...asked, queryBuilder: [EMPTY_ROW] }, asked)).toBe(false);
    expect(asksTheSame({ ...withRow, queryBuilder: [{ ...row, searchValue: ['tin'] }] }, withRow)).toBe(false);
  });
});

describe('a draft', () => {
  it('is changed once anything in it is begun', () => {
    expect(isChanged({ ...asked, dateRange: '6', typed: '  ' }, asked)).toBe(false);
    expect(isChanged({ ...asked, typed: ' b' }, asked)).toBe(true);
    expect(isChanged({ ...withRow, queryBuilder: [{ ...row, searchValue: ['tea'], typed: 'b' }] }, withRow)).toBe(true);
    expect(isChanged({ ...EMPTY_DRAFT, dateRange: '1' }, EMPTY_DRAFT)).toBe(true);
    expect(isChanged({ ...EMPTY_DRAFT, dateRange: '6' }, EMPTY_DRAFT)).toBe(false);
  });
});
