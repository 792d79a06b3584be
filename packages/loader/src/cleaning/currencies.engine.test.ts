/** Currencies, by ISO 4217 code and by name. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CleanedTexts, openCleanedTexts } from '../../testing/cleaned-texts.js';
import { currencySql } from './clean.js';

let texts: CleanedTexts;
beforeAll(async () => {
  texts = await openCleanedTexts();
});
afterAll(() => texts.close());

it.each([
  ['usd', 'USD'],
  ['US Dollar', 'USD'],
  ['US$', 'USD'],
  ['DOLAR USA', 'USD'],
  ['dólar estadounidense', 'USD'],
  ['EURO', 'EUR'],
  ['Pound Sterling', 'GBP'],
  ['Japanese Yen', 'JPY'],
  ['RMB', 'CNY'],
  ['Indian Rupee', 'INR'],
  // The money of several countries, and none: as written
  ['RUPEES', 'RUPEES'],
  ['PESO', 'PESO'],
  ['XYZ', 'XYZ'],
  ['', ''],
])('%s is %s', async (written, currency) => {
  expect(await texts.clean(currencySql, [written])).toEqual([currency]);
});
