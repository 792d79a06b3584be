import type { Country } from '@tidewaiter/contract';
import { expect, it } from 'vitest';
import { whereOf } from './where-of.js';

const country = (shortcode: string, name: string, records = 1) => ({ shortcode, name, records }) as Country;
const COUNTRIES = [country('IND', 'India'), country('USA', 'United States'), country('FRA', 'France', 0)];

it.each([
  ['cotton T-shirts from India and the United States', 'cotton T-shirts', 'EXPORT', 'IND USA'],
  ['tiles in india', 'tiles', 'IMPORT', 'IND'],
  ['tiles to India, United States', 'tiles', 'IMPORT', 'IND USA'],
  ['juice from concentrate', undefined, undefined, undefined],
  ['tiles from France', undefined, undefined, undefined],
  ['tiles from India and Atlantis', undefined, undefined, undefined],
  ['from India', undefined, undefined, undefined],
])('%s is of these goods and countries', (text, goods, tradeType, codes) => {
  const where = whereOf(text, { IMPORT: COUNTRIES, EXPORT: COUNTRIES });
  expect([where?.goods, where?.tradeType, where?.countries.map(({ shortcode }) => shortcode).join(' ')]).toEqual([
    goods,
    tradeType,
    codes,
  ]);
});
