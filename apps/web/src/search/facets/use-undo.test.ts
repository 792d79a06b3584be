import type { SearchAddress } from '@tidewaiter/contract';
import { describe, expect, it } from 'vitest';
import { asksAlike, backTo } from './use-undo.js';

const LINK: SearchAddress = {
  trade: 'IMPORT',
  country: ['IND'],
  q: ['cotton'],
  incoterm: ['CIF'],
  sort: 'quantity',
  page: '2',
};

describe('what can be undone', () => {
  it('stands while the link asks the same, whatever its order and page', () => {
    expect(asksAlike(LINK, { ...LINK, sort: undefined, page: '5', cols: 'hs_code' })).toBe(true);
    expect(asksAlike(LINK, { ...LINK, stdUnitList: undefined })).toBe(true);
    expect(asksAlike(LINK, { ...LINK, incoterm: ['CIF', 'FOB'] })).toBe(false);
    expect(asksAlike(LINK, { ...LINK, from: '2026-01-01' })).toBe(false);
  });

  it('goes back to all that was asked, on its first page', () => {
    const after: SearchAddress = {
      ...LINK,
      incoterm: undefined,
      importerList: ['ACME'],
      sort: 'be_date',
      // Turned to since: of the answer before there may be no such page.
      page: '3',
    };
    expect({ ...after, ...backTo(LINK, after) }).toEqual({
      ...LINK,
      importerList: undefined,
      sort: 'be_date',
      page: undefined,
    });
  });
});
