import { describe, expect, it } from 'vitest';
import { shortAmount } from './usd.js';

describe('a short amount', () => {
  it.each([
    ['0', '0'],
    ['0.004', '<1'],
    ['999999.49', '9,99,999'],
    ['1000000', '1.0 m'],
    ['312449999.99', '312.4 m'],
    ['312450000', '312.5 m'],
    ['3100000000.12', '3.1 bn'],
    ['1234567890123456', '1,234.6 tn'],
  ])('%s is %s', (exact, short) => {
    expect(shortAmount(exact)).toBe(short);
  });
});
