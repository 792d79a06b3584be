import { describe, expect, it } from 'vitest';
import { findHeader, findHeaders } from './headers.js';

describe('the header that a mapping means', () => {
  it.each([
    ['the same', 'Qty', ['QTY', 'Qty'], 'Qty'],
    ['another case or spacing', 'Gross Weight', ['gross  weight'], 'gross  weight'],
    ['any of several', { anyOf: ['country_origin', 'country'] }, ['port', 'COUNTRY'], 'COUNTRY'],
    ['the first of several', { anyOf: ['b', 'a'] }, ['a', 'b'], 'b'],
    ['a pattern, F600_', { pattern: '^(F?600_)?C4(?!\\d)' }, ['F600_C40CIUDAD', 'F600_C4NUM'], 'F600_C4NUM'],
    ['a pattern, 600_', { pattern: '^(F?600_)?C4(?!\\d)' }, ['600_C4NUM'], '600_C4NUM'],
    ['none', 'date', ['dates'], undefined],
  ])('%s', (_, ref, header, found) => {
    expect(findHeader(ref, header)).toBe(found);
  });

  it('an ignored pattern means all that match', () => {
    expect(findHeaders({ pattern: '^x_' }, ['x_1', 'y', 'X_2'])).toEqual(['x_1', 'X_2']);
    expect(findHeaders({ anyOf: ['a', 'b'] }, ['a', 'B', 'c'])).toEqual(['a', 'B']);
  });
});
