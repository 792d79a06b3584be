import { expect, it } from 'vitest';
import { listsSoughtBy } from './lists.js';

it.each([
  ['importer:@"My suppliers"', [{ name: 'My suppliers', fields: ['importer'] }]],
  ['importer:@a OR (exporter:@a tile) -hs:@b', [{ name: 'a', fields: ['importer', 'exporter'] }]],
  ['-exporter:@known tile', []],
  ['-(tile -company:@c)', [{ name: 'c', fields: ['company'] }]],
  ['tile', []],
  ['importer:@a )(', []],
])('the lists by which %s looks are those that records are found by', (line, expected) => {
  expect(listsSoughtBy(line)).toEqual(expected);
});
