import { describe, expect, it } from 'vitest';
import { parseSearch } from '../../app/search-params.js';
import { searchLink } from './link.js';

describe("the link's part of an address", () => {
  it('is texts, lists where a part may be repeated', () => {
    expect(searchLink(parseSearch('?trade=IMPORT&country=IND&country=VNM&q=0901&page=2'))).toEqual({
      trade: 'IMPORT',
      country: ['IND', 'VNM'],
      q: ['0901'],
      page: '2',
    });
  });

  it('leaves out what is no part of it', () => {
    expect(searchLink(parseSearch('?utm_source=mail&trade[]=IMPORT&__proto__=x&constructor=y'))).toEqual({});
  });

  it('keeps all of a part that is repeated where one is meant, so that none is chosen in silence', () => {
    expect(searchLink(parseSearch('?trade=IMPORT&trade=EXPORT'))).toEqual({ trade: 'IMPORT,EXPORT' });
  });

  it('takes nothing but text from whoever made the address', () => {
    expect(searchLink({ trade: 7, by: { HS_CODE: 1 }, page: null, q: ['tea', 8471, ['nested'], null] })).toEqual({
      q: ['tea'],
    });
  });
});
