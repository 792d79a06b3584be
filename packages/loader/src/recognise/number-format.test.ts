import { describe, expect, it } from 'vitest';
import { findNumberFormat } from './number-format.js';

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
