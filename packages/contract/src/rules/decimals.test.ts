import { expect, it } from 'vitest';
import { decimalOf, percentOf, scaledDecimal } from './decimals.js';

it('percents are rounded to two decimals', () => {
  expect([percentOf('1', '3'), percentOf('2', '3'), percentOf('5', '5')]).toEqual(['33.33', '66.67', '100.00']);
  expect([percentOf('-5', '100'), percentOf('-1', '2000'), percentOf('3', '-6')]).toEqual(['-5.00', '-0.05', '-50.00']);
  for (const [part, whole] of ['0.0001/5', '-0.0001/5', '1/0'].map((text) => text.split('/')))
    expect(percentOf(part ?? '', whole ?? '')).toBe('0.00');
});

it('a decimal survives its scale, zeros at its end aside', () => {
  for (const text of ['0', '-0.05', '12345678901234567890.123456789012345678', '-7'])
    expect(decimalOf(scaledDecimal(text, 18), 18)).toBe(text);
  expect(decimalOf(scaledDecimal('1.50', 18), 18)).toBe('1.5');
});
