import { describe, expect, it } from 'vitest';
import { analysisEntryOf } from './analysis-entry.js';

const payload = {
  tradeType: 'IMPORT',
  searchBy: 'HS_CODE',
  matchType: 'L',
  searchValue: ['5201'],
  countryCode: ['IND'],
  fromDate: '2024-01-01T00:00:00.000Z',
  toDate: '2024-12-31',
  searchId: '',
  hsCodeList: ['520100'],
};

describe('what leads to the analysis', () => {
  it('broken parameters are named, and not obeyed', () => {
    const problems = ['Search parameters: not understood'];
    for (const apiSerachpayload of ['x', 7, { ...payload, tradeType: 'SMUGGLE' }, { ...payload, extra: '<img>' }])
      expect(analysisEntryOf({ apiSerachpayload }, {})).toEqual({ address: {}, problems });
    expect(analysisEntryOf({ page_name: 'work_space' }, {})).toEqual({ address: {}, problems: ['Search: missing'] });
  });

  it('a link that names a search, or asks a question itself', () => {
    expect(analysisEntryOf({}, { saved: 'b' })).toMatchObject({ address: { saved: 'b' }, origin: { saved: 'b' } });
    expect(analysisEntryOf({}, { saved: 'b', search: 'a', trade: 'IMPORT' })).toBeNull();
    expect(analysisEntryOf({}, {})).toBeNull();
  });
});
