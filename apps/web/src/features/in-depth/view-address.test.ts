import { expect, it } from 'vitest';
import { readView } from './view-address.js';

it('an address that says nothing begins with a pivot by importer and quarter', () => {
  expect(readView({}, 'IMPORT')).toEqual({
    view: 'pivot',
    rows: 'importers',
    columns: 'quarters',
    measure: 'VALUE',
    unit: '',
    order: 'VALUE',
    became: null,
  });
});

it('what an address says wrongly is what most people begin with', () => {
  expect(
    readView(
      { view: '<script>', rows: 'foreignCities', columns: 'x', measure: 'SUM', order: 'LUCK', became: 'GOOD' },
      'IMPORT',
    ),
  ).toEqual(readView({}, 'IMPORT'));
});

it('nothing is grouped twice by the same, and a comparison never by time', () => {
  expect(readView({ rows: 'months', columns: 'months' }, 'EXPORT').columns).toBeNull();
  expect(readView({ view: 'compare', rows: 'months' }, 'EXPORT').rows).toBe('importers');
  expect(readView({ columns: 'none' }, 'EXPORT').columns).toBeNull();
});
