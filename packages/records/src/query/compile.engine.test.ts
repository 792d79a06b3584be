/** The SQL that a search compiles to. */

import type { SearchQuery } from '@tidewaiter/contract';
import { countOf, EVERYTHING, question } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { DataVersion } from '../versions/data-version.js';
import { compileSearch, selected } from './compile.js';
import { narrowQuery } from './entitlement.js';

const VERSION: DataVersion = {
  version: 7,
  highestLoad: 9,
  hiddenLoads: [3, 4],
  ratesVersion: 0,
  suppressed: [],
  partyRule: 0,
  rollUpRule: 0,
  addedCountries: [],
  joinedParties: [],
  replacementRollUps: [],
  nomenclatureVersion: 0,
};
const WITHOUT_DICTIONARIES = { version: VERSION, tokenDictionary: () => undefined };

const test = sharedRecords();
beforeAll(async () => {
  await test.records.staging.engine.run({
    name: 'test.fill',
    sql: `INSERT INTO records (load_id, id, trade_type, country, record_date, hs_code, product_description_text)
      SELECT 1, toString(number), 'IMPORT', 'KOR', '2020-06-01', '721710', concat('stainless steel wire ', toString(number))
      FROM numbers(20000)`,
  });
});

async function explain(query: SearchQuery): Promise<string> {
  const selection = compileSearch(narrowQuery(query, { access: EVERYTHING }), WITHOUT_DICTIONARIES);
  const plan = await test.records.staging.engine.query({
    name: 'test.explain',
    sql: `EXPLAIN indexes = 1 SELECT count() FROM ${selected('id', selection)}`,
    parameters: selection.parameters,
    row: z.tuple([z.string()]),
  });
  return plan.join('\n');
}

const RELATIONS = ['AND', 'OR', 'NOT'] as const;
const SHAPES = [
  ['HS_CODE', 'L', '7217'],
  ['HS_CODE_2', 'L', '72'],
  ['PRODUCT', 'C', 'stainless steel'],
  ['PRODUCT', 'D', 'stainless steel'],
  ['PRODUCT', 'L', 'steel stainless'],
  ['PRODUCT', 'W', 'wires, stainless Straße'],
  ['IMPORTER', 'L', 'acme'],
  ['EXPORTER', 'L', 'acme'],
] as const;

describe('the SQL of a search', () => {
  it.each(SHAPES)(
    '%s %s is understood by the engine, alone and in every query-builder row',
    async (searchBy, matchType, value) => {
      const row = { searchBy, matchType, searchValue: [value, `${value}0`] };
      const query = { ...question(), ...row, queryBuilder: RELATIONS.map((relation) => ({ relation, ...row })) };
      expect(await explain(query)).toContain('ReadFromMergeTree');
    },
  );

  it('a picked party is understood by the engine', async () => {
    const row = { searchBy: 'EXPORTER', matchType: 'L', searchValue: ['Acme'], pickedValue: ['Acme'] } as const;
    const copy = { ...row, searchValue: [...row.searchValue], pickedValue: [...row.pickedValue] };
    const query = { ...question(), ...copy, queryBuilder: RELATIONS.map((relation) => ({ relation, ...copy })) };
    expect(await explain(query)).toContain('ReadFromMergeTree');
  });

  it('uses the text index for a phrase and the sort key for an HS code', async () => {
    const phrase = await explain(
      question({ searchBy: 'PRODUCT', matchType: 'C', searchValue: ['stainless steel wire'] }),
    );
    expect(phrase).toContain('product_description_text_words');
    const words = await explain(question({ searchBy: 'PRODUCT', matchType: 'W', searchValue: ['wires stainless'] }));
    expect(words).toContain('product_description_text_words');
    expect(await explain(question({ searchValue: ['7217'] }))).toMatch(/PrimaryKey[\s\S]*hs_code/);
  });

  it('never carries a value: all are bound', () => {
    const value = 'needle-in-the-sql';
    const where = compileSearch(
      narrowQuery(question({ searchBy: 'PRODUCT', matchType: 'C', searchValue: [value] }), { access: EVERYTHING }),
      WITHOUT_DICTIONARIES,
    );
    expect(where.conditions.join()).not.toContain(value);
    expect(Object.values(where.parameters)).toContain(value);
  });

  it('shows the loads of its data version only', () => {
    const where = compileSearch(narrowQuery(question(), { access: EVERYTHING }), WITHOUT_DICTIONARIES);
    expect(where.parameters).toMatchObject({ highest_load: 9, hidden_loads: [3, 4] });
  });
});

describe('the longest question that the contract lets through', () => {
  it('is understood by the engine', async () => {
    const names = (start: string) => Array.from({ length: 500 }, (_, index) => `${start} ${index} Trading & Co., Ltd.`);
    const phrase = (start: string) =>
      Array.from({ length: 10 }, (_, index) => `${start} ${index} ${'long words of many letters '.repeat(6)}`);
    const query = question({
      searchBy: 'PRODUCT',
      matchType: 'C',
      searchValue: phrase('a'),
      queryBuilder: (['b', 'c', 'd'] as const).map((start) => ({
        relation: 'OR' as const,
        searchBy: 'EXPORTER' as const,
        matchType: 'L' as const,
        searchValue: phrase(start),
      })),
      importerList: names('Acme'),
      exporterList: names('Northwind'),
      notifyParty: names('Contoso'),
      hsCodeList: names('1'),
      portOriginList: names('Port'),
      productDesc: phrase('e'),
    });
    const { count } = await countOf(test.records, query, EVERYTHING);
    expect(count).toBe(0);
  });
});
