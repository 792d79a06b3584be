import type { Country, SearchBy } from '@tidewaiter/contract';
import { expect, it } from 'vitest';
import { readingsOf, whereOf } from './readings.js';

const ALL: SearchBy[] = ['HS_CODE', 'PRODUCT', 'IMPORTER', 'EXPORTER'];

it.each([
  ['ceramic tiles', 'PRODUCT'],
  ['6907', 'HS_CODE'],
  ['8471.30 00', 'HS_CODE'],
  ['61', 'HS_CODE_2'],
  ['123', 'PRODUCT'],
  ['7 up', 'PRODUCT'],
  ['Acme Bolt Co., Ltd.', 'IMPORTER'],
  ['Fliesen Nord GmbH', 'IMPORTER'],
  ['Azulejos del Sur S.A.', 'IMPORTER'],
  ['cotton gas', 'PRODUCT'],
])('%s is most likely a %s', (text, by) => {
  expect(readingsOf(text, 'IMPORT', ALL)[0]).toBe(by);
});

it('of exports a company is the exporter, and nothing is meant that cannot be searched by', () => {
  expect(readingsOf('Acme Ltd', 'EXPORT', ALL)).toEqual(['EXPORTER', 'IMPORTER', 'PRODUCT']);
  expect(readingsOf('Acme Ltd', 'EXPORT', ['PRODUCT', 'EXPORTER'])).toEqual(['EXPORTER', 'PRODUCT']);
  expect(readingsOf('6907', 'IMPORT', ['PRODUCT'])).toEqual(['PRODUCT']);
});

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
