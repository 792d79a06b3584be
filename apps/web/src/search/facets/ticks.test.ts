import { expect, it } from 'vitest';
import { mergeTicks, NO_TICKS, type Ticks, tickedWith } from './ticks.js';

const importers = (...values: [string, boolean][]): Ticks => new Map([['importerList', new Map(values)]]);
const ticked = (values: string[], ticks: Ticks) => tickedWith(values, ticks.get('importerList'));

it('puts what was ticked last, and takes out what was unticked', () => {
  expect(ticked(['a', 'b'], importers(['c', true], ['a', false]))).toEqual(['b', 'c']);
  // In the order of the ticks, though names of digits are no property names here.
  expect(ticked([], importers(['620520', true], ['0901', true], ['12', true]))).toEqual(['620520', '0901', '12']);
});

it('leaves a list as it is where nothing changes it', () => {
  const values = ['a', 'b'];
  expect(ticked(values, NO_TICKS)).toBe(values);
  expect(ticked(values, importers(['a', true], ['c', false]))).toBe(values);
});

it('goes by the last tick of a value', () => {
  const ticks = mergeTicks(importers(['a', true], ['b', true]), importers(['a', false]));
  expect(ticked([], ticks)).toEqual(['b']);
  expect(ticked(['a'], ticks)).toEqual(['b']);
});

it('neither brings back what was removed meanwhile nor takes out what came', () => {
  expect(ticked([], importers(['c', true]))).toEqual(['c']);
  expect(ticked(['x'], importers(['a', false]))).toEqual(['x']);
});
