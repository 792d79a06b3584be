import { type Country, MESSAGES, SEARCH_BY, searchQuery } from '@tidewaiter/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_DRAFT, type SearchDraft } from './draft.js';
import { draftErrors, searchByOptions, standingErrors } from './draft-rules.js';

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
  queryBuilder: [],
};

describe('an untouched form', () => {
  it('asks for everything, in the words of the specification', () => {
    expect(draftErrors(EMPTY_DRAFT)).toEqual({
      tradeType: 'Please select trade type',
      countryCode: 'This field is required',
      dateRange: 'This field is required',
      fromDate: 'This field is required',
      toDate: 'This field is required',
      searchBy: 'This field is required',
      matchType: 'This field is required',
      searchValue: 'Enter Search Values',
    });
  });

  it('is not scolded before it is sent', () => {
    expect(standingErrors(EMPTY_DRAFT)).toEqual({});
  });
});

describe('a draft', () => {
  it('that is whole has no errors', () => {
    expect(draftErrors(whole)).toEqual({});
  });

  it('with dates that do not go together says so at both ends', () => {
    const crossed = { fromDate: '2026-05-01', toDate: '2026-05-01' };
    const messages = { fromDate: MESSAGES.fromAfterTo, toDate: MESSAGES.toBeforeFrom };
    expect(standingErrors({ ...EMPTY_DRAFT, ...crossed })).toEqual(messages);
    expect(draftErrors({ ...whole, ...crossed })).toEqual(messages);
  });

  it('over more than three years says so at its end', () => {
    expect(draftErrors({ ...whole, fromDate: '2023-10-31' })).toEqual({
      toDate: 'To date should be less than 3 years',
    });
    expect(draftErrors({ ...whole, fromDate: '2023-11-01' })).toEqual({});
  });

  it('with a value too short names the least for its field, even while other fields are missing', () => {
    const short = (searchBy: SearchDraft['searchBy'], value: string) =>
      standingErrors({ ...EMPTY_DRAFT, searchBy, searchValue: ['8471', value] }).searchValue;
    expect(short('HS_CODE', '847')).toBe('Search Values should be greater than or equal to 4 digits');
    expect(short('PRODUCT', 'x')).toBe('Search Values should be greater than or equal to 2 digits');
    expect(short('IMPORTER', 'xy')).toBeUndefined();
    expect(short(null, 'x')).toBeUndefined();
  });

  it('with the dots of an HS code is not wrong: a search leaves them out', () => {
    expect(draftErrors({ ...whole, searchValue: ['8471.30', ' 8517 '] })).toEqual({});
  });

  it('is kept back exactly when the search call would refuse it', () => {
    const some = <T>(...values: T[]) => fc.option(fc.constantFrom(...values));
    const day = some('2025-11-01', '2026-10-31', '2022-01-01');
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
      queryBuilder: fc.constant([]),
    });
    const mostlyWhole = fc
      .tuple(drafts, fc.subarray(Object.keys(whole) as (keyof SearchDraft)[]))
      .map(([draft, kept]) => ({ ...draft, ...Object.fromEntries(kept.map((key) => [key, whole[key]])) }));
    fc.assert(
      fc.property(mostlyWhole, ({ dateRange, ...asked }) => {
        const accepted = searchQuery.safeParse(asked).success;
        expect(Object.keys(draftErrors({ ...asked, dateRange })).length === 0).toBe(accepted);
      }),
      { numRuns: 500 },
    );
  });
});

describe('what can be searched by', () => {
  const names = (importerForExport: 'Y' | 'N', exporterForImport: 'Y' | 'N') =>
    ({ importerForExport, exporterForImport }) as Country;
  const offered = (tradeType: SearchDraft['tradeType'], ...chosen: Country[]) =>
    searchByOptions(tradeType, chosen).map(({ value }) => value);

  it('is a party on the far side only where a chosen country names it', () => {
    expect(offered('IMPORT', names('Y', 'N'))).toEqual(['HS_CODE', 'PRODUCT', 'IMPORTER']);
    expect(offered('EXPORT', names('N', 'Y'))).toEqual(['HS_CODE', 'PRODUCT', 'EXPORTER']);
    expect(offered('IMPORT', names('N', 'N'), names('N', 'Y'))).toContain('EXPORTER');
    expect(offered('EXPORT', names('N', 'N'), names('Y', 'N'))).toContain('IMPORTER');
  });

  it('is every field while no trade type says which side is far', () => {
    expect(offered(null)).toEqual(['HS_CODE', 'PRODUCT', 'IMPORTER', 'EXPORTER']);
  });
});
