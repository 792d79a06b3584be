import { type SearchAddress, stringifySearch } from '@tidewaiter/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_FILTERS, parseSearch, validateAddress } from './address.js';

describe("the link's part of an address", () => {
  it('leaves out what is no part of it', () => {
    expect(validateAddress(parseSearch('?utm_source=mail&trade[]=IMPORT&__proto__=x&constructor=y'))).toEqual({});
  });

  it('keeps all of a part that is repeated where one is meant, so that none is chosen in silence', () => {
    expect(validateAddress(parseSearch('?trade=IMPORT&trade=EXPORT'))).toEqual({ trade: 'IMPORT,EXPORT' });
  });

  it('takes nothing but text from whoever made the address', () => {
    expect(validateAddress({ trade: 7, by: { HS_CODE: 1 }, page: null, q: ['tea', 8471, ['nested'], null] })).toEqual({
      q: ['tea'],
    });
  });
});

it('a link without its filters asks the same question in the same order, from its first page', () => {
  const link: SearchAddress = { trade: 'IMPORT', q: ['tea'], row1: 'AND.PRODUCT.C', sort: 'quantity', cols: 'date' };
  const filters: SearchAddress = {
    ...{ incoterm: ['CIF'], exceptImporterList: ['ACME'], productDesc: ['green'], conditionProductDesc: 'D' },
    ...{ rangeValueUsdStart: '5', onlyNew: 'Y', newSince: '7', newUntil: '9' },
  };
  expect(stringifySearch({ ...link, ...filters, page: '3', ...NO_FILTERS })).toBe(stringifySearch(link));
});

describe('the query string', () => {
  it('is read as text alone, so that an HS code keeps its zeros', () => {
    expect(parseSearch('?q=0901&page=2&all=true&none=null&list=[1]')).toEqual({
      q: '0901',
      page: '2',
      all: 'true',
      none: 'null',
      list: '[1]',
    });
  });

  it('cannot reach the prototype of what it is read into', () => {
    const search = parseSearch('?__proto__=x&constructor=y&__proto__=z');
    expect(Object.getPrototypeOf(search)).toBe(Object.prototype);
    expect(Object.entries(search)).toEqual([
      ['__proto__', ['x', 'z']],
      ['constructor', 'y'],
    ]);
  });

  it('survives being broken', () => {
    expect(parseSearch('?&&=&%&q=%zz&q=%00')).toEqual({ '': '', '%': '', q: ['%zz', '\u0000'] });
  });

  it('says what was put into it', () => {
    const text = fc.string({ unit: 'binary' });
    const values = fc.oneof(text, fc.array(text, { minLength: 2, maxLength: 4 }));
    fc.assert(
      fc.property(fc.dictionary(text, values, { noNullPrototype: true }), (search) => {
        expect(parseSearch(stringifySearch(search))).toEqual(search);
      }),
    );
  });
});
