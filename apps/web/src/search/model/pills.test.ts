import { OPEN_BOUNDS, type SearchPayload } from '@tidewaiter/contract';
import { describe, expect, it } from 'vitest';
import { question } from '../../../testing/question.js';
import { describeChange } from '../facets/use-undo.js';
import { pillsOf } from './pills.js';

const labels = (changes: Partial<SearchPayload>) => pillsOf(question(changes)).map(({ label }) => label);

describe('the pills of a search', () => {
  it('are none without filters', () => {
    expect(pillsOf(question())).toEqual([]);
  });

  it('name each of a few values, and take away only that', () => {
    const pills = pillsOf(question({ importerList: ['ACME', 'BETA'], incoterm: ['CIF'] }));
    expect(pills.map(({ label, without }) => [label, without])).toEqual([
      ['Importer: ACME', { importerList: ['BETA'] }],
      ['Importer: BETA', { importerList: ['ACME'] }],
      ['Incoterm: CIF', { incoterm: undefined }],
    ]);
  });

  it('name each value that is left out', () => {
    const pills = pillsOf(question({ exceptImporterList: ['ACME', 'BETA'] }));
    expect(pills.map(({ label, without }) => [label, without])).toEqual([
      ['Importer: not ACME', { exceptImporterList: ['BETA'] }],
      ['Importer: not BETA', { exceptImporterList: ['ACME'] }],
    ]);
  });

  it('count more values than can be read', () => {
    const [pill] = pillsOf(question({ hsCodeList: ['1', '2', '3', '4'] }));
    expect(pill).toMatchObject({ label: 'HS code: 4 values', without: { hsCodeList: undefined } });
  });

  it('do not say a bound that leaves nothing out', () => {
    const { least, most } = OPEN_BOUNDS;
    expect(labels({ rangeValueUsdStart: '2.5', rangeValueUsdEnd: most })).toEqual(['Value: 2.5 and more']);
    expect(labels({ rangeValueUsdStart: least, rangeValueUsdEnd: '2.5' })).toEqual(['Value: up to 2.5']);
  });

  it('say what the product contains, or does not', () => {
    expect(labels({ productDesc: ['knitted', 'woven'] })).toEqual(["Product contains 'knitted' or 'woven'"]);
    expect(labels({ productDesc: ['knitted'], conditionProductDesc: 'D' })).toEqual([
      "Product does not contain 'knitted'",
    ]);
  });
});

it('a pill says that what was exported is left out', () => {
  expect(pillsOf(question({ onlyNew: true }))).toEqual([
    { label: 'Only records not exported yet', without: { onlyNew: undefined } },
  ]);
});

it('a pill says that only what is new is there', () => {
  expect(pillsOf(question({ newSince: 7 }))).toEqual([
    { label: 'Only what is new to this saved search', without: { newSince: undefined, newUntil: undefined } },
  ]);
});

describe('a change in words', () => {
  it.each<[string, Partial<SearchPayload>, Partial<SearchPayload>]>([
    ['Added Importer: ACME', {}, { importerList: ['ACME'] }],
    ['Removed Incoterm: CIF', { incoterm: ['CIF', 'FOB'] }, { incoterm: ['FOB'] }],
    ['Removed 2 filters', { incoterm: ['CIF', 'FOB'] }, {}],
    ['Added Quantity: 1 – 3. Removed Quantity: 1 – 2', bounds('1', '2'), bounds('1', '3')],
    ['Dates are now 01 Feb 2026 – 31 Mar 2026', {}, { fromDate: '2026-02-01', toDate: '2026-03-31' }],
    ['Countries are now Vietnam', {}, { countryCode: ['VNM'] }],
    ['The search was changed', {}, { searchValue: ['6110'] }],
  ])('%s', (words, before, after) => {
    expect(describeChange(question(before), question(after))).toBe(words);
  });
});

function bounds(rangeQuantityStart: string, rangeQuantityEnd: string): Partial<SearchPayload> {
  return { rangeQuantityStart, rangeQuantityEnd };
}
