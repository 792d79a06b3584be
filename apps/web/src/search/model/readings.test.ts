import type { SearchBy } from '@tidewaiter/contract';
import { expect, it } from 'vitest';
import { readingsOf } from './readings.js';

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
