/** Sources whose records may not be published are warned of with their first load, with the rule that says so. */
import { mayBeShown } from '@tidewaiter/contract';
import { publicSources } from '@tidewaiter/loader';
import { expect, it } from 'vitest';
import { warningsOf } from './source-cards.js';

const load = (file: string, country = 'VNM') => ({ file, country });
const ours = load('vietnam-2026.csv');

const WARNED: [string, ReturnType<typeof load>, RegExp][] = [
  ['india', load('june.csv', 'IND'), /^India, .*section 135AA/],
  ['itc-trade-map', load('Trade_Map_-_List_of_importers.txt'), /^ITC Trade Map, .*do not let the data be passed on/],
  ['paraguay', load('june.csv', 'PRY'), /^Paraguay, .*A court/],
  ['un-comtrade', load('2026.zip: UN-Comtrade_Query.csv'), /^UN Comtrade, .*do not let the data be passed on/],
  ['wits', load('WITS-Partner.xlsx'), /^WITS, .*do not let the data be passed on/],
];

it.each(WARNED)('%s: once, with the rule and its day', async (_, first, words) => {
  const said = await warningsOf([ours, first], [ours]);
  expect(said).toEqual([expect.stringMatching(words)]);
  expect(said).toEqual([expect.stringMatching(/may not be published .* \(as of \d{4}-\d\d-\d\d\)\.$/)]);
  expect(await warningsOf([ours, first, first], [ours, first])).toEqual([]);
  expect(await warningsOf([ours], [])).toEqual([]);
});

it('every source that may not be shown is warned of', async () => {
  const names = (await publicSources()).filter((source) => !mayBeShown(source)).map(({ name }) => name);
  expect(WARNED.map(([name]) => name)).toEqual(names);
});
