/** What can be left out of a search. */
import { expect, it } from 'vitest';
import { loosenedQueries, type SearchPayload, type SearchQuery, searchQuery } from '../index.js';

const loosened = (changes: Partial<SearchPayload> = {}) => {
  const query = searchQuery.parse({
    ...{ tradeType: 'IMPORT', searchBy: 'IMPORTER', matchType: 'L', searchValue: ['Acme'], pickedValue: ['Acme'] },
    ...{ countryCode: ['VNM'], fromDate: '2025-11-01', toDate: '2026-10-31', ...changes },
  });
  return loosenedQueries(query);
};
const labels = (changes: Partial<SearchPayload>) => loosened(changes).map(({ label }) => label);

const row = (changes: object) =>
  ({ relation: 'AND', searchBy: 'PRODUCT', matchType: 'C', searchValue: ['tile'], ...changes }) as NonNullable<
    SearchPayload['queryBuilder']
  >[number];

it('the clauses of a search are its dates and countries, whatever else it has', () => {
  expect(labels({})).toEqual(['01 Nov 2025 – 31 Oct 2026', 'Vietnam']);
});

it('the clauses of a search are the rows, and the form where a row can take its place', () => {
  const [form, first] = loosened({ queryBuilder: [row({}), row({ relation: 'OR', searchValue: ['brick'] })] });
  expect(form).toMatchObject({
    clause: { part: 'form' },
    label: "importer is 'Acme'",
    query: { searchBy: 'PRODUCT', matchType: 'C', searchValue: ['tile'], queryBuilder: [{ searchValue: ['brick'] }] },
  });
  expect(form?.query).not.toHaveProperty('pickedValue');
  expect(form?.query).not.toHaveProperty('relation');
  expect(first).toMatchObject({
    clause: { part: 'queryBuilder', row: 0 },
    label: "and product contains 'tile'",
    query: { searchBy: 'IMPORTER', pickedValue: ['Acme'], queryBuilder: [{ searchValue: ['brick'] }] },
  });
  // "Not this" and "all of these words" are nothing that a form can begin with.
  for (const unfit of [row({ relation: 'NOT' }), row({ matchType: 'L' })]) {
    expect(loosened({ queryBuilder: [unfit] }).map(({ clause }) => clause.part)).not.toContain('form');
  }
});

it('the clauses of a search are the filters that narrow something', () => {
  const incoterms = { incoterm: ['FOB', 'CIF'], exceptIncoterm: ['EXW'] };
  const all = loosened({
    ...incoterms,
    portOriginList: [],
    productDesc: ['clay'],
    rangeQuantityStart: 5,
    newSince: 41,
  });
  expect(all.slice(2).map(({ label }) => label)).toEqual([
    'Incoterm: FOB, CIF',
    'Incoterm: not EXW',
    'Quantity: 5 – 999999',
    "product contains 'clay'",
    'Only what is new to this saved search',
  ]);
  const [{ query: unfiltered } = { query: {} as SearchQuery }] = loosened();
  for (const { clause, query } of all) {
    if (clause.part !== 'filter') continue;
    for (const field of clause.fields as (keyof typeof query)[]) expect(query[field]).toEqual(unfiltered[field]);
  }
});
