import type { Country } from '@tidewaiter/contract';
import { describe, expect, it } from 'vitest';
import { type DraftCondition, EMPTY_DRAFT, EMPTY_ROW, type SearchDraft } from './draft.js';
import {
  namedRange,
  pastedValues,
  picked,
  searchedBy,
  typedTaken,
  withAwaited,
  withCountries,
  withDateRange,
  withDates,
  without,
  withTaken,
  withTradeType,
  withTypedTaken,
} from './draft-changes.js';

const country = (shortcode: string, upto: string, exporterForImport: 'Y' | 'N' = 'N') =>
  ({
    shortcode,
    ...{ importFrom: '2020-01-01', importUpto: upto, records: 1 },
    ...{ exporterForImport, importerForExport: 'N' },
  }) as Country;

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
  it('fills in all countries that can be searched, once they are known, and the last year for own dates', () => {
    const waiting = withTradeType({ ...draft, dateRange: '6', countryCode: ['VNM'] }, 'IMPORT');
    expect(waiting).toMatchObject({ countryCode: [], dateRange: '4', fromDate: null });
    expect(withAwaited(waiting, { ...searchable, countries: [] })).toEqual(waiting);
    const bare = { ...country('BRA', '2026-10-31'), records: 0 };
    const unseen = { ...country('IND', '2026-10-31'), importFrom: null };
    const filled = withAwaited(waiting, { ...searchable, countries: [...searchable.countries, bare, unseen] });
    expect(filled).toMatchObject({ countryCode: ['VNM', 'MEX'], fromDate: '2025-11-01', toDate: '2026-10-31' });
    // Countries that somebody takes out stay out.
    const none = withCountries(filled, [], searchable);
    expect(withAwaited(none, searchable).countryCode).toEqual([]);
  });

  it('leaves the days that somebody wrote before the countries were known', () => {
    const waiting = withTradeType(draft, 'IMPORT');
    const whole = withAwaited(withDates(waiting, { fromDate: '2026-05-01', toDate: '2026-05-31' }), searchable);
    expect(whole).toMatchObject({ dateRange: '6', fromDate: '2026-05-01', toDate: '2026-05-31' });
    expect(whole.countryCode).toEqual(['VNM', 'MEX']);
    const half = withAwaited(withDates(waiting, { fromDate: '2026-05-01' }), searchable);
    expect(half).toMatchObject({ dateRange: '6', fromDate: '2026-05-01', toDate: '2026-10-31' });
  });
});

describe('the dates of a link', () => {
  const linked: SearchDraft = { ...draft, dateRange: '6' };

  it('are called by the preset that they are of, until somebody edits them', () => {
    expect(namedRange(linked, linked, searchable)).toBe('4');
    const other = { ...linked, fromDate: '2025-12-01' };
    expect(namedRange(other, other, searchable)).toBe('6');
    expect(namedRange(withDates(other, { fromDate: '2025-11-01' }), other, searchable)).toBe('6');
    expect(namedRange({ ...linked, countryCode: [] }, linked, searchable)).toBe('6');
    // One date alone is edited, to where a preset would begin.
    const later = { ...linked, toDate: '2026-10-30' };
    expect(namedRange(withDates(later, { toDate: '2026-10-31' }), later, searchable)).toBe('6');
  });
});

describe('other countries', () => {
  it('have a preset worked out anew for their data', () => {
    expect(withCountries(draft, ['MEX'], searchable)).toMatchObject({
      dateRange: '4',
      fromDate: '2025-09-01',
      toDate: '2026-08-31',
    });
  });

  it("keep of dates of one's own what lies within their data, and say what was moved", () => {
    const own = { ...draft, dateRange: '6', fromDate: '2026-03-05', toDate: '2026-10-15' } as const;
    expect(withCountries(own, ['VNM', 'MEX'], searchable)).toMatchObject({
      ...{ dateRange: '6', fromDate: '2026-03-05', toDate: '2026-10-15', movedFrom: undefined },
    });
    const moved = withCountries(own, ['MEX'], searchable);
    expect(moved).toMatchObject({
      ...{ dateRange: '6', fromDate: '2026-03-05', toDate: '2026-08-31' },
      movedFrom: { fromDate: '2026-03-05', toDate: '2026-10-15' },
    });
    expect(withDates(moved, { fromDate: '2026-04-01' }).movedFrom).toBeUndefined();
    // Taken out to put another in: the dates wait.
    const none = withCountries(own, [], searchable);
    expect(none).toMatchObject({ dateRange: '6', fromDate: '2026-03-05', toDate: '2026-10-15' });
  });

  it("have the usual range where no day of one's own lies within their data", () => {
    const own = { ...draft, dateRange: '6', fromDate: '2026-09-05', toDate: '2026-10-15' } as const;
    expect(withCountries(own, ['MEX'], searchable)).toMatchObject({
      ...{ dateRange: '4', fromDate: '2025-09-01', toDate: '2026-08-31' },
      movedFrom: { fromDate: '2026-09-05', toDate: '2026-10-15' },
    });
    expect(withCountries({ ...own, toDate: null }, ['MEX'], searchable)).toMatchObject({ dateRange: '4' });
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
    const exports = { ...draft, tradeType: 'EXPORT', searchBy: 'IMPORTER' } as const;
    expect(withCountries(exports, ['VNM'], searchable)).toMatchObject({ searchBy: null, searchValue: ['Acme'] });
  });
});

describe('dates', () => {
  it('of a preset wait where no country bounds them, and come when one does', () => {
    const waiting = withDateRange({ ...draft, countryCode: [] }, '1', searchable);
    expect(waiting).toMatchObject({ dateRange: '1', fromDate: null, toDate: null });
    expect(withAwaited({ ...waiting, countryCode: ['VNM'] }, searchable)).toMatchObject({
      fromDate: '2026-10-01',
      toDate: '2026-10-31',
    });
    expect(withAwaited(draft, searchable)).toBe(draft);
  });

  it('that are edited make the range custom, and stay when it is chosen', () => {
    expect(withDates(draft, { fromDate: '2026-01-15' })).toMatchObject({ dateRange: '6', toDate: '2026-10-31' });
    expect(withDateRange(draft, '6', searchable)).toMatchObject({ dateRange: '6', fromDate: '2025-11-01' });
  });
});

describe('query-builder rows', () => {
  it('have their typed text taken with that of the form', () => {
    const typing = { ...draft, typed: 'Basalt', queryBuilder: [{ ...EMPTY_ROW, typed: 'tea' }] };
    const taken = withTypedTaken(typing, searchable);
    expect(taken).toMatchObject({ searchValue: ['Acme', 'Basalt'], typed: '' });
    expect(taken.queryBuilder[0]).toMatchObject({ searchValue: ['tea'], typed: '', searchBy: 'PRODUCT', read: true });
  });
});

const ten = Array.from({ length: 10 }, (_, index) => `value ${index}`);

function condition(changes: Partial<DraftCondition>): DraftCondition {
  const { relation: _, ...empty } = EMPTY_ROW;
  return { ...empty, searchBy: 'IMPORTER', matchType: 'L', ...changes };
}

describe('a field that is chosen to search by', () => {
  it('takes along what was read as another field, and is then chosen for good', () => {
    const typing: SearchDraft = { ...draft, searchBy: null, matchType: null, searchValue: [], typed: 'Acme Ltd' };
    const read = withTaken(typing, 'form', searchable);
    expect(read).toMatchObject({ searchBy: 'IMPORTER', matchType: 'L', searchValue: ['Acme Ltd'], read: true });
    const chosen = { ...read, ...searchedBy(read, 'PRODUCT') };
    expect(chosen).toMatchObject({ searchBy: 'PRODUCT', matchType: 'W', searchValue: ['Acme Ltd'], read: undefined });
    expect(searchedBy(chosen, 'IMPORTER').searchValue).toEqual([]);
  });

  it('takes the values that stood before any was chosen as its own, and no pick', () => {
    const before = condition({ searchBy: null, searchValue: ['84.71', '8471', 'Acme'], pickedValue: ['Acme'] });
    expect(searchedBy(before, 'HS_CODE')).toMatchObject({ searchValue: ['8471', 'Acme'], pickedValue: [] });
  });

  it('has values of its own, and finds them again', () => {
    const codes = condition({ searchBy: 'HS_CODE', searchValue: ['6109'] });
    const product = { ...codes, ...searchedBy(codes, 'PRODUCT') };
    expect(product).toMatchObject({ searchBy: 'PRODUCT', searchValue: [], pickedValue: [] });
    const importer = {
      ...product,
      searchValue: ['shirt'],
      ...searchedBy({ ...product, searchValue: ['shirt'] }, 'IMPORTER'),
    };
    const again = {
      ...importer,
      ...searchedBy({ ...importer, searchValue: ['ACME'], pickedValue: ['ACME'] }, 'HS_CODE'),
    };
    expect(again.searchValue).toEqual(['6109']);
    expect(searchedBy(again, 'PRODUCT').searchValue).toEqual(['shirt']);
    expect(searchedBy(again, 'IMPORTER')).toMatchObject({ searchValue: ['ACME'], pickedValue: ['ACME'] });
  });
});

describe('typed text', () => {
  it('becomes a value, cleaned and once', () => {
    const before = condition({ searchBy: 'HS_CODE', searchValue: ['8517'], typed: ' 84.71 ' });
    expect(typedTaken(before)).toEqual({ searchValue: ['8517', '8471'], typed: '' });
    expect(typedTaken({ ...before, typed: '8517' })).toEqual({ searchValue: ['8517'], typed: '' });
    expect(typedTaken({ ...before, typed: '  ' })).toEqual({ searchValue: ['8517'], typed: '' });
  });

  it('is no pick, even when a suggestion reads the same', () => {
    expect(typedTaken(condition({ typed: 'Acme' }))).not.toHaveProperty('pickedValue');
  });
});

describe('a suggestion', () => {
  it('makes a pick of a value that stands typed already', () => {
    const after = picked(condition({ searchValue: ['Acme'], typed: 'acm' }), { value: 'Acme', key: 'ACME' });
    expect(after).toMatchObject({ searchValue: ['Acme'], pickedValue: ['Acme'] });
  });

  it('finds no room among ten values', () => {
    expect(picked(condition({ searchValue: ten, typed: 'ac' }), { value: 'Acme', key: 'ACME' })).toEqual({});
  });
});

describe('values', () => {
  it('that are taken out take their pick along', () => {
    const before = condition({ searchValue: ['Acme', 'Basalt'], pickedValue: ['Acme', 'Basalt'] });
    expect(without(before, 'Acme')).toEqual({ searchValue: ['Basalt'], pickedValue: ['Basalt'] });
  });
});

describe('a pasted text', () => {
  it('of one line stays one value, commas and all', () => {
    for (const text of ['Acme Ltd, Pune', 'cotton\r\n', '\n cotton', '']) expect(pastedValues(text)).toBeNull();
  });

  it('of several lines or cells is as many values', () => {
    expect(pastedValues('8471\r\n8517\r\n')).toEqual(['8471', '8517']);
    expect(pastedValues('Acme\tBasalt\n\n \nCobalt')).toEqual(['Acme', 'Basalt', 'Cobalt']);
  });
});
