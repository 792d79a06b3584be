import type { SearchAddress } from '@tidewaiter/contract';
import { type Clause, loosenedQueries, type SearchQuery } from '@tidewaiter/contract';
import { describe, expect, it } from 'vitest';
import { readAddress } from './address-query.js';
import { addressWithout, datesWithout } from './clauses.js';

const LINK: SearchAddress = {
  trade: 'IMPORT',
  country: ['IND', 'VNM'],
  by: 'PRODUCT',
  match: 'D',
  q: ['cotton'],
  row1: 'AND.IMPORTER.L',
  q1: ['acme', 'beta'],
  picked1: ['beta'],
  // A person may have written a link in which a row is missing.
  row3: 'AND.HS_CODE.L',
  q3: ['6109'],
  from: '2026-01-01',
  to: '2026-06-30',
  importerList: ['ACME LTD'],
  rangeQuantityStart: '10',
  productDesc: ['knitted'],
  conditionProductDesc: 'D',
  onlyNew: 'Y',
  newSince: '7',
  newUntil: '9',
  sort: 'quantity',
  page: '3',
};
const EVERYWHERE = ['IND', 'MEX', 'USA', 'VNM'];

function queryOf(link: SearchAddress): SearchQuery {
  const { query, problems } = readAddress(link);
  expect(problems).toEqual([]);
  return query ?? expect.fail('a link that asks no search');
}

/** A query's question, said or left to its defaults. */
const asked = ({ conditionProductDesc: _, ...query }: SearchQuery) => JSON.parse(JSON.stringify(query));

describe('a link without a clause', () => {
  it('asks what the portal counted, for every clause that can be left out', () => {
    const clauses = loosenedQueries(queryOf(LINK)).filter(
      ({ clause }) => !['countries', 'dates'].includes(clause.part),
    );
    expect(clauses.map(({ clause }) => clause.part)).toEqual([
      'form',
      'queryBuilder',
      'queryBuilder',
      'filter',
      'filter',
      'filter',
      'filter',
      'filter',
    ]);
    for (const { clause, query } of clauses) {
      const link = addressWithout(LINK, clause, EVERYWHERE);
      expect(asked(queryOf(link))).toEqual(asked({ ...query, pageNumber: 0 }));
    }
  });

  it('lets the first query-builder row take the form’s place, with what was picked', () => {
    const { by, match, q, picked, row1, q1, picked1, row3 } = addressWithout(LINK, { part: 'form' }, EVERYWHERE);
    expect({ by, match, q, picked }).toEqual({
      by: 'IMPORTER',
      match: undefined,
      q: ['acme', 'beta'],
      picked: ['beta'],
    });
    expect({ row1, q1, picked1, row3 }).toEqual({ row1: 'AND.HS_CODE.L', q1: ['6109'] });
  });

  it('asks other words in the place of those that find nothing', () => {
    const words = { part: 'instead', searchBy: 'PRODUCT', matchType: 'W', searchValue: ['floor tile'] } as const;
    const other = addressWithout(LINK, { ...words, searchValue: [...words.searchValue] }, EVERYWHERE);
    expect(other).toMatchObject({ by: 'PRODUCT', match: 'W', q: ['floor tile'], row1: LINK.row1, page: undefined });
    expect(other.picked).toBeUndefined();
  });

  it('asks everywhere, or in all days that have records', () => {
    expect(addressWithout(LINK, { part: 'countries' }, EVERYWHERE).country).toEqual(EVERYWHERE);
    const dates: Clause = { part: 'dates', fromDate: '2024-03-05', toDate: '2025-10-31' };
    expect(addressWithout(LINK, dates, EVERYWHERE)).toMatchObject({ from: '2024-03-05', to: '2025-10-31' });
  });

  it.each([
    ['the days that have records', '2023-11-02', '2026-10-31', '2023-11-02', true],
    ['the latest three years of more', '2014-01-05', '2026-10-31', '2023-11-01', false],
    ['the latest three years, a 29 February in them', '2014-01-05', '2025-02-28', '2022-03-01', false],
    ['a day with the month before it', '2026-03-31', '2026-03-31', '2026-02-28', true],
  ])('asks for %s', (_, fromDate, toDate, from, whole) => {
    const dates = datesWithout({ part: 'dates', fromDate, toDate });
    expect(dates).toEqual({ from, to: toDate, whole });
    queryOf({ ...LINK, from: dates.from, to: dates.to });
  });
});
