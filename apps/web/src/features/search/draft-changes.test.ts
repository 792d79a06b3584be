import type { Country } from '@tidewaiter/contract';
import { describe, expect, it } from 'vitest';
import { EMPTY_DRAFT, EMPTY_ROW, type SearchDraft } from './draft.js';
import {
  withAwaitedDates,
  withCountries,
  withDateRange,
  withDates,
  withoutRow,
  withRelation,
  withRow,
  withTradeType,
  withTypedTaken,
} from './draft-changes.js';

const country = (shortcode: string, upto: string, exporterForImport: 'Y' | 'N' = 'N') =>
  ({ shortcode, importFrom: '2020-01-01', importUpto: upto, exporterForImport, importerForExport: 'N' }) as Country;

const searchable = {
  countries: [country('VNM', '2026-10-31', 'Y'), country('MEX', '2026-08-31')],
  access: { fromDate: null, toDate: null },
};

const draft: SearchDraft = {
  ...EMPTY_DRAFT,
  tradeType: 'IMPORT',
  countryCode: ['VNM'],
  dateRange: '4',
  fromDate: '2025-11-01',
  toDate: '2026-10-31',
  searchBy: 'EXPORTER',
  matchType: 'L',
  searchValue: ['Acme'],
  pickedValue: ['Acme'],
};

describe('another trade type', () => {
  it('clears countries and dates; a chosen preset waits for the new countries', () => {
    const changed = withTradeType(draft, 'EXPORT');
    expect(changed).toMatchObject({ tradeType: 'EXPORT', countryCode: [], fromDate: null, toDate: null });
    expect(changed.dateRange).toBe('4');
    expect(withTradeType({ ...draft, dateRange: '6' }, 'EXPORT').dateRange).toBeNull();
  });
});

describe('other countries', () => {
  it("have a preset worked out anew for their data, and end dates of one's own", () => {
    expect(withCountries(draft, ['MEX'], searchable)).toMatchObject({
      dateRange: '4',
      fromDate: '2025-09-01',
      toDate: '2026-08-31',
    });
    expect(withCountries({ ...draft, dateRange: '6' }, ['MEX'], searchable)).toMatchObject({
      dateRange: null,
      fromDate: null,
      toDate: null,
    });
  });

  it('end a search by a party that they do not name, in rows too; its values stay, typed', () => {
    const row = { ...EMPTY_ROW, searchBy: 'EXPORTER', matchType: 'L' } as const;
    const changed = withCountries({ ...draft, queryBuilder: [row] }, ['MEX'], searchable);
    expect(changed).toMatchObject({ searchBy: null, matchType: null, searchValue: ['Acme'], pickedValue: [] });
    expect(changed.queryBuilder[0]).toMatchObject({ searchBy: null, matchType: null });
    expect(withCountries(draft, ['MEX', 'VNM'], searchable)).toMatchObject({
      searchBy: 'EXPORTER',
      pickedValue: ['Acme'],
    });
  });
});

describe('dates', () => {
  it('of a preset wait where no country bounds them, and come when one does', () => {
    const waiting = withDateRange({ ...draft, countryCode: [] }, '1', searchable);
    expect(waiting).toMatchObject({ dateRange: '1', fromDate: null, toDate: null });
    expect(withAwaitedDates({ ...waiting, countryCode: ['VNM'] }, searchable)).toMatchObject({
      fromDate: '2026-10-01',
      toDate: '2026-10-31',
    });
    expect(withAwaitedDates(draft, searchable)).toBe(draft);
  });

  it('that are edited make the range custom, and stay when it is chosen', () => {
    expect(withDates(draft, { fromDate: '2026-01-15' })).toMatchObject({ dateRange: '6', toDate: '2026-10-31' });
    expect(withDateRange(draft, '6', searchable)).toMatchObject({ dateRange: '6', fromDate: '2025-11-01' });
  });
});

describe('query-builder rows', () => {
  it('are added empty, joined by AND, and taken out of the middle', () => {
    const three = withRow(withRow(withRow(draft)));
    expect(three.queryBuilder).toEqual([EMPTY_ROW, EMPTY_ROW, EMPTY_ROW]);
    expect(EMPTY_ROW.relation).toBe('AND');
    const marked = withRelation(three, 2, 'NOT');
    expect(withoutRow(marked, 1).queryBuilder.map(({ relation }) => relation)).toEqual(['AND', 'NOT']);
  });

  it('have their typed text taken with that of the form', () => {
    const typing = { ...draft, typed: 'Basalt', queryBuilder: [{ ...EMPTY_ROW, typed: 'tea' }] };
    const taken = withTypedTaken(typing);
    expect(taken).toMatchObject({ searchValue: ['Acme', 'Basalt'], typed: '' });
    expect(taken.queryBuilder[0]).toMatchObject({ searchValue: ['tea'], typed: '' });
  });
});
