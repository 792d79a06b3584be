import { describe, expect, it } from 'vitest';
import { decimalOf, percentOf, scaledDecimal } from './decimals.js';

describe('percents', () => {
  it('are rounded to two decimals', () => {
    expect(percentOf('1', '3')).toBe('33.33');
    expect(percentOf('2', '3')).toBe('66.67');
    expect(percentOf('5', '5')).toBe('100.00');
    expect(percentOf('0.0001', '5')).toBe('0.00');
    expect(percentOf('1', '0')).toBe('0.00');
    expect(percentOf('-5', '100')).toBe('-5.00');
    expect(percentOf('-1', '2000')).toBe('-0.05');
    expect(percentOf('-0.0001', '5')).toBe('0.00');
    expect(percentOf('3', '-6')).toBe('-50.00');
  });
});

it('a decimal survives its scale, zeros at its end aside', () => {
  for (const text of ['0', '-0.05', '12345678901234567890.123456789012345678', '-7'])
    expect(decimalOf(scaledDecimal(text, 18), 18)).toBe(text);
  expect(decimalOf(scaledDecimal('1.50', 18), 18)).toBe('1.5');
});
