import { DISTINCT_COLUMNS, FILTER_LISTS, type SearchPayload } from '@tidewaiter/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { question } from '../../../testing/question.js';
import { facetOfColumn, facetsOf, offeredBy, SHOWN, shownValues } from './facets.js';

const query = (changes: Partial<SearchPayload> = {}) => question({ countryCode: ['VNM'], ...changes });
const facet = (title: string, changes: Partial<SearchPayload>) =>
  facetsOf(query(changes)).find((candidate) => candidate.title === title);

describe('the facets of a search', () => {
  it('cover every filter list that its direction of trade has, each once', () => {
    const fields = (tradeType: 'IMPORT' | 'EXPORT') => facetsOf(query({ tradeType })).map(({ field }) => field);
    const without = (...absent: string[]) => FILTER_LISTS.filter((field) => !absent.includes(field)).toSorted();
    expect(fields('EXPORT').toSorted()).toEqual(without());
    // Imports go to the reporting country, and none names the city that it came from.
    expect(fields('IMPORT').toSorted()).toEqual(without('destinationCountryList', 'cityOriginList'));
  });

  it('have values that can all be listed', () => {
    for (const tradeType of ['IMPORT', 'EXPORT'] as const) {
      for (const { column } of facetsOf(query({ tradeType }))) expect(DISTINCT_COLUMNS[tradeType]).toContain(column);
    }
  });

  it('change local and foreign sides with the direction of trade', () => {
    expect(facet('Local Ports', {})).toMatchObject({ field: 'portDestinationList', column: 'destination_port' });
    expect(facet('Foreign Ports', {})).toMatchObject({ field: 'portOriginList', column: 'origin_port' });
    expect(facet('Local Ports', { tradeType: 'EXPORT' })).toMatchObject({ field: 'portOriginList' });
    expect(facet('Foreign Ports', { tradeType: 'EXPORT' })).toMatchObject({ field: 'portDestinationList' });
    expect(facet('Local Cities', { tradeType: 'EXPORT' })).toMatchObject({ field: 'cityOriginList' });
    expect(facet('Foreign Countries', {})).toMatchObject({ field: 'originCountryList', side: 'origin' });
    expect(facet('Foreign Countries', { tradeType: 'EXPORT' })).toMatchObject({ field: 'destinationCountryList' });
  });

  it('are called Indian for India and its special economic zones alone', () => {
    expect(facet('Indian Ports', { countryCode: ['IND', 'SEZ'] })).toBeDefined();
    expect(facet('Indian Ports', { countryCode: ['IND', 'VNM'] })).toBeUndefined();
  });

  it('offer the values of a search without their own filter, and with all others', () => {
    const filtered = query({ importerList: ['ACME'], incoterm: ['CIF'] });
    const importers = facetOfColumn(filtered, 'importer_name') ?? expect.fail();
    expect(offeredBy(importers, filtered)).toEqual({ ...filtered, importerList: [] });
    const exporters = facetOfColumn(filtered, 'exporter_name') ?? expect.fail();
    expect(offeredBy(exporters, filtered)).toBe(filtered);
  });

  it('are of no column that cannot be filtered by', () => {
    expect(facetOfColumn(query(), 'ctry_name')).toBeUndefined();
    expect(facetOfColumn(query(), 'currency')).toBeUndefined();
  });
});

const list = Array.from({ length: 20 }, (_, index) => ({ value: `v${index}`, records: 20 - index }));
const names = (first: string[], ticked: string[]) => shownValues(list, first, ticked).map(({ value }) => value);

describe('the values that a facet shows', () => {
  it('keep one that is ticked far down, and one that the list does not reach', () => {
    expect(names([], ['v15', 'x'])).toEqual(['v0', 'v1', 'v2', 'v3', 'v4', 'v15', 'x']);
    expect(shownValues(list, ['x'], ['x'])[0]).toEqual({ value: 'x' });
  });

  it('always have some beside those that are ticked', () => {
    const many = list.slice(0, 9).map(({ value }) => value);
    expect(names(many, many)).toEqual([...many, 'v9', 'v10', 'v11']);
  });

  it('are as many on top as in their places, each once', () => {
    const ticks = fc.uniqueArray(fc.constantFrom(...list.map(({ value }) => value), 'x', 'y'), { maxLength: 12 });
    fc.assert(
      fc.property(ticks, (ticked) => {
        const [inPlace, onTop] = [names([], ticked), names(ticked, ticked)];
        expect(onTop.length).toBe(inPlace.length);
        expect(inPlace.length).toBeGreaterThanOrEqual(SHOWN);
        for (const shown of [inPlace, onTop]) {
          expect(new Set(shown).size).toBe(shown.length);
          expect(shown).toEqual(expect.arrayContaining(ticked));
        }
      }),
    );
  });
});
