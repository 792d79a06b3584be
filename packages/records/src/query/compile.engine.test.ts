/** The SQL that a search compiles to. */

import type { SearchQuery } from '@tidewaiter/contract';
import { countOf, EVERYTHING, question } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataVersion } from '../versions/data-version.js';
import { compileSearch, selected } from './compile.js';
import { narrowQuery } from './entitlement.js';

const VERSION: DataVersion = {
  ...{ version: 7, highestLoad: 9, hiddenLoads: [3, 4], suppressed: [], addedCountries: [], joinedParties: [] },
  ...{ ratesVersion: 0, partyRule: 0, rollUpRule: 0, nomenclatureVersion: 0, replacementRollUps: [] },
};
const WITHOUT_DICTIONARIES = { version: VERSION, tokenDictionary: () => undefined };

const test = sharedRecords();
beforeAll(() =>
  test.run(`INSERT INTO records (load_id, id, trade_type, country, record_date, hs_code, product_description_text)
    SELECT 1, toString(number), 'IMPORT', 'KOR', '2020-06-01', '721710', concat('stainless steel wire ', toString(number))
    FROM numbers(20000)`),
);

const compiled = (query: SearchQuery) =>
  compileSearch(narrowQuery(query, { access: EVERYTHING }), WITHOUT_DICTIONARIES);
async function explain(query: SearchQuery): Promise<string> {
  const selection = compiled(query);
  const sql = `EXPLAIN indexes = 1 SELECT count() FROM ${selected('id', selection)}`;
  return (await test.rows(sql, selection.parameters)).join('\n');
}

const RELATIONS = ['AND', 'OR', 'NOT'] as const;

describe('the SQL of a search', () => {
  it.each([
    ['HS_CODE', 'L', '7217', false],
    ['HS_CODE_2', 'L', '72', false],
    ['PRODUCT', 'C', 'stainless steel', false],
    ['PRODUCT', 'D', 'stainless steel', false],
    ['PRODUCT', 'L', 'steel stainless', false],
    ['PRODUCT', 'W', 'wires, stainless Straße', false],
    ['IMPORTER', 'L', 'acme', false],
    ['EXPORTER', 'L', 'acme', false],
    ['EXPORTER', 'L', 'Acme', true],
  ] as const)(
    '%s %s %s is understood by the engine, alone and in every query-builder row, picked: %s',
    async (searchBy, matchType, value, isPicked) => {
      const searchValue = [value, `${value}0`];
      const row = { searchBy, matchType, searchValue, ...(isPicked && { pickedValue: searchValue }) };
      const query = { ...question(), ...row, queryBuilder: RELATIONS.map((relation) => ({ relation, ...row })) };
      expect(await explain(query)).toContain('ReadFromMergeTree');
    },
  );

  it('is one selection for each alternative, however many a line has at most as many as a form', async () => {
    const asked = (line: string) => ({ ...question(), searchBy: 'PRODUCT' as const, searchValue: [], line });
    const parts = (many: number) => Array.from({ length: many }, (_, no) => `(wire${no} hs:7217)`).join(' OR ');
    const selections = (line: string) => compiled(asked(line)).conditions.length;
    expect([1, 2, 4, 5, 40].map((many) => selections(parts(many)))).toEqual([1, 2, 4, 1, 1]);
    expect(selections(`(${parts(3)}) -importer:acme`)).toBe(3);
    // Those of one field are one.
    expect(selections('hs:7217 OR hs:7218 OR importer:acme')).toBe(2);
    for (const many of [4, 40]) expect(await explain(asked(parts(many)))).toContain('ReadFromMergeTree');
  });

  it('bind what stands beside their alternatives once', () => {
    const bound = (line: string) =>
      Object.keys(compiled({ ...question(), searchBy: 'PRODUCT', searchValue: [], line }).parameters).length;
    const beside = bound('hs:7217 product:beside') - bound('hs:7217');
    const alternatives = '(hs:7217 OR importer:acme OR exporter:acme)';
    expect(bound(`${alternatives} product:beside`) - bound(alternatives)).toBe(beside);
  });

  it.each([
    [{ searchBy: 'PRODUCT', matchType: 'C', searchValue: ['stainless steel wire'] }, /product_description_text_words/],
    [{ searchBy: 'PRODUCT', matchType: 'W', searchValue: ['wires stainless'] }, /product_description_text_words/],
    [{ searchValue: ['7217'] }, /PrimaryKey[\s\S]*hs_code/],
  ] as const)('of %o uses the index', async (changes, index) =>
    expect(await explain(question({ ...changes, searchValue: [...changes.searchValue] }))).toMatch(index),
  );

  it('never carries a value: all are bound; and shows the loads of its data version only', () => {
    const value = 'needle-in-the-sql';
    const { conditions, parameters } = compiled(
      question({ searchBy: 'PRODUCT', matchType: 'C', searchValue: [value] }),
    );
    expect(conditions.join()).not.toContain(value);
    expect(Object.values(parameters)).toContain(value);
    expect(parameters).toMatchObject({ highest_load: 9, hidden_loads: [3, 4] });
  });

  it('of the longest question that the contract lets through is understood by the engine', async () => {
    const names = (start: string) => Array.from({ length: 500 }, (_, index) => `${start} ${index} Trading & Co., Ltd.`);
    const phrase = (start: string) =>
      Array.from({ length: 10 }, (_, index) => `${start} ${index} ${'long words of many letters '.repeat(6)}`);
    const exporter = { relation: 'OR', searchBy: 'EXPORTER', matchType: 'L' } as const;
    const query = question({
      ...{ searchBy: 'PRODUCT', matchType: 'C', searchValue: phrase('a') },
      queryBuilder: ['b', 'c', 'd'].map((start) => ({ ...exporter, searchValue: phrase(start) })),
      ...{ importerList: names('Acme'), exporterList: names('Northwind'), notifyParty: names('Contoso') },
      ...{ hsCodeList: names('1'), portOriginList: names('Port'), productDesc: phrase('e') },
    });
    expect((await countOf(test.records, query)).count).toBe(0);
  });
});
