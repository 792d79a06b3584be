import { describe, expect, it } from 'vitest';
import { findNumberFormat, looksLikeNumber, numberReader } from './number-format.js';

describe('the notation of numbers', () => {
  it.each([
    ['.', ',', ['1,234.56', '7', '12,345,678.9']],
    [',', '.', ['1.234,56', '7', '12.345.678,9']],
    [',', ' ', ['1 234,56', '7']],
    [',', ' ', ['12\u00a0345,5']],
    ['.', "'", ["1'234.56"]],
    ['.', ',', ['12,34,567.00', '1,234.00']],
    ['.', '', ['1234.56', '0.5']],
    [',', '', ['1234,56', '0,5']],
    ['.', ',', ['1,234,567']],
    [',', '.', ['1.234.567', '12']],
    ['.', '', ['12', '3456']],
    // Three digits after a sign: decimals where thousands stand without one, or where the other sign has no decimals.
    ['.', '', ['1.234', '0.125', '4567.001']],
    [',', '', ['1,234', '4567', '0,125']],
    [',', '.', ['1.234', '0,5']],
    ['.', ',', ['1,234', '0.5']],
  ] as const)('is "%s" and "%s" for %j', (decimalPoint, thousands, values) => {
    expect(findNumberFormat(values)).toMatchObject({ decimalPoint, thousands, confidence: 1 });
  });

  it('is doubtful where a sign may mean a thousand or decimals', () => {
    expect(findNumberFormat(['1.234', '12.500']).confidence).toBeLessThan(0.7);
    expect(findNumberFormat(['1,234', '12']).confidence).toBeLessThan(0.7);
  });

  it('is doubtful where a file mixes two', () => {
    expect(findNumberFormat(['1,5', '1.5', '2,25', '2.25']).confidence).toBeLessThan(0.7);
  });
});

describe('where numbers end', () => {
  it.each([
    ['1e12', '1e123'],
    ['-.5', '-.'],
    ['1 234,5', '1  234,5'],
    ["1'234", "1''234"],
    ['+7', '+-7'],
    ['1,234.', '1,234a'],
  ])('%j is one, %j is none', (number, none) => {
    expect([looksLikeNumber(number), looksLikeNumber(none)]).toEqual([true, false]);
  });

  it('three digits behind one to three are a thousand or decimals; behind four, behind a zero, or two and four of them, decimals', () => {
    expect(findNumberFormat(['1.234']).confidence).toBe(0.6);
    expect(findNumberFormat(['123.456']).confidence).toBe(0.6);
    for (const decimals of ['1234.567', '0.123', '1.23', '1.2345'])
      expect(findNumberFormat([decimals])).toMatchObject({ decimalPoint: '.', thousands: '', confidence: 1 });
  });

  it('a thousand without a sign shows that thousands have none, 999 shows nothing', () => {
    expect(findNumberFormat(['1.234', '1000']).confidence).toBe(1);
    expect(findNumberFormat(['1.234', '999']).confidence).toBe(0.6);
  });

  it('the sign of most decimals is the point, of as many the full stop', () => {
    expect(findNumberFormat(['1,5', '1.5'])).toMatchObject({ decimalPoint: '.', confidence: 0.5 });
    expect(findNumberFormat(['1,5', '2,5', '1.5'])).toMatchObject({ decimalPoint: ',' });
    expect(findNumberFormat(['1,5'], 1)).toMatchObject({ decimalPoint: '.' });
    expect(findNumberFormat(['1,5'])).toMatchObject({ decimalPoint: ',' });
  });

  it('lakhs are groups of two above a thousand', () => {
    expect(findNumberFormat(['1,23,456']).reason).toContain('between lakhs');
    expect(findNumberFormat(['123,456,789']).reason).toContain('between thousands');
  });

  it('a cell is read by its signs alone', () => {
    const read = numberReader({ decimalPoint: ',', thousands: '.' });
    expect(['€ 1.234,5', '-7', 'none', '1,2,3'].map(read)).toEqual([1234.5, -7, undefined, undefined]);
    expect(numberReader({ decimalPoint: '.', thousands: '' })('12.5 kg')).toBe(12.5);
  });
});
