import { MESSAGES, SEARCH_BY, searchQuery } from '@tidewaiter/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DraftRow, EMPTY_DRAFT, EMPTY_ROW, type SearchDraft } from './draft.js';
import { draftErrors, standingErrors } from './draft-rules.js';

const whole: SearchDraft = {
  tradeType: 'IMPORT',
  countryCode: ['IND'],
  dateRange: '4',
  fromDate: '2025-11-01',
  toDate: '2026-10-31',
  searchBy: 'HS_CODE',
  matchType: 'L',
  searchValue: ['8471'],
  pickedValue: [],
  typed: '',
  queryBuilder: [],
};

describe('a draft', () => {
  it('is whole whatever else the form knows of it: the values of another field, what was read, waited for and moved', () => {
    const row = { ...EMPTY_ROW, searchBy: 'PRODUCT', matchType: 'W', searchValue: ['tea'] } as const;
    const other = { HS_CODE: { searchValue: ['8471'], pickedValue: [] } };
    const known = { read: undefined, setAside: other };
    const moved = { awaitsCountries: undefined, movedFrom: { fromDate: '2026-01-01', toDate: null } };
    const rows: DraftRow[] = [{ ...row, searchValue: ['tea'], ...known, read: true }];
    expect(draftErrors({ ...whole, ...known, ...moved, queryBuilder: rows })).toEqual({});
  });

  it('with text typed beyond its ten values says so, until the text is gone', () => {
    const full = { ...whole, searchValue: Array.from({ length: 10 }, (_, index) => `847${index}`) };
    expect(draftErrors(full)).toEqual({});
    expect(draftErrors({ ...full, typed: '8517' })).toEqual({ searchValue: 'At most 10 search values' });
    expect(draftErrors({ ...full, typed: ' ' })).toEqual({});
    expect(draftErrors({ ...whole, typed: '8517' })).toEqual({});
  });

  it('is kept back exactly when the search call would refuse it', () => {
    const some = <T>(...values: T[]) => fc.option(fc.constantFrom(...values));
    const day = some('2025-11-01', '2026-10-31', '2022-01-01');
    const values = fc.array(fc.constantFrom('84', '8471', ' tea ', 'x', 'a b c d e f g h i j k l m'), { maxLength: 2 });
    const rows: fc.Arbitrary<DraftRow> = fc.record({
      relation: fc.constantFrom('AND', 'OR', 'NOT'),
      searchBy: some('PRODUCT', 'IMPORTER', 'HS_CODE'),
      matchType: some('L', 'C', 'D'),
      searchValue: values,
      pickedValue: fc.constantFrom([], ['tea'], ['other']),
      typed: fc.constant(''),
    });
    const drafts: fc.Arbitrary<SearchDraft> = fc.record({
      tradeType: some('IMPORT', 'EXPORT'),
      countryCode: fc.array(fc.constantFrom('IND', 'VNM', 'ATL'), { maxLength: 2 }),
      dateRange: fc.constant('6' as const),
      fromDate: day,
      toDate: day,
      searchBy: some(...SEARCH_BY),
      matchType: some('L', 'C', 'D'),
      searchValue: fc.array(fc.constantFrom('84', '8471', '84.71', ' tea ', 'x', '', '\u0000ab'), { maxLength: 3 }),
      pickedValue: fc.constant([]),
      typed: fc.constant(''),
      queryBuilder: fc.array(rows, { maxLength: 3 }),
    });
    const mostlyWhole = fc
      .tuple(drafts, fc.subarray(Object.keys(whole) as (keyof SearchDraft)[]))
      .map(([draft, kept]) => ({ ...draft, ...Object.fromEntries(kept.map((key) => [key, whole[key]])) }));
    fc.assert(
      fc.property(mostlyWhole, ({ dateRange, typed, ...asked }) => {
        const queryBuilder = asked.queryBuilder.map(({ typed: _, ...row }) => row);
        const accepted = searchQuery.safeParse({ ...asked, queryBuilder }).success;
        expect(Object.keys(draftErrors({ ...asked, typed, dateRange })).length === 0).toBe(accepted);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a query-builder row', () => {
  const row = (changes: Partial<DraftRow>): DraftRow => ({
    ...EMPTY_ROW,
    searchBy: 'PRODUCT',
    matchType: 'C',
    searchValue: ['tea'],
    ...changes,
  });

  it('has the rules of the main values, and its messages at the row whose value it is', () => {
    const values = (searchBy: DraftRow['searchBy'], matchType: DraftRow['matchType'], ...searchValue: string[]) =>
      standingErrors({ ...EMPTY_DRAFT, queryBuilder: [row({}), row({ searchBy, matchType, searchValue })] });
    const at = (message: string) => ({ 'queryBuilder.1.searchValue': message });
    expect(values('HS_CODE', 'L', '8471', '84')).toEqual(at(MESSAGES.hsTooShort));
    expect(values('PRODUCT', 'C', 'x')).toEqual(at(MESSAGES.textTooShort));
    expect(values('PRODUCT', 'L', 'a b c d e f g h i j k l m')).toEqual(at(MESSAGES.tooManyWords));
    expect(values('PRODUCT', 'C', 'a b c d e f g h i j k l m')).toEqual({});
  });
});
