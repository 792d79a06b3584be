/** Why a row matched: parts of its cells as they stand there, held against the search itself. */

import {
  type MatchType,
  RECORD_COLUMNS,
  type RecordRow,
  type SearchBy,
  type SearchQuery,
  searchQuery,
} from '@tidewaiter/contract';
import { FROM, UNTIL } from '@tidewaiter/testing/demo-records';
import { pageOf, question } from '@tidewaiter/testing/records';
import { sharedDemo } from '@tidewaiter/testing/shared-records';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { questions } from '../../testing/questions.js';
import { conditionAsked } from '../query/expression.js';
import { CharacterFolding } from '../text/character-folding.js';
import { whyMatched } from './why-matched.js';

const demo = sharedDemo();

const explained = async (asked: SearchQuery, rows: readonly RecordRow[]) => {
  const { versions } = demo.test.records;
  const { engine } = demo.test.records.staging;
  const query: typeof engine.query = (statement) => engine.query(statement);
  return whyMatched({ ...asked, condition: conditionAsked(asked) }, rows, {
    query,
    folding: new CharacterFolding(),
    version: await versions.current(),
  });
};

it('why rows of generated questions matched is a part of a cell in which the search finds the value, and there wherever only one condition was asked', async () => {
  let explainedRows = 0;
  await fc.assert(
    fc.asyncProperty(questions(demo), async (asked) => {
      const query = searchQuery.parse({ ...asked, numberOfRecords: 200 });
      const { rows, matched } = await pageOf(demo.test.records, query);
      for (const [index, row] of rows.entries()) {
        for (const { key, text } of matched[index] ?? []) {
          expect(text).not.toBe('');
          expect(String(row[key])).toContain(text);
        }
        if (query.matchType === 'D' && query.queryBuilder.length === 0) expect(matched[index]).toEqual([]);
        if (query.matchType === 'D' || query.queryBuilder.length > 0) continue;
        expect(matched[index]?.length).toBeGreaterThan(0);
        explainedRows += 1;
      }
    }),
    { numRuns: 40, seed: 20_260_122, endOnFailure: true },
  );
  expect(explainedRows).toBeGreaterThan(100);
});

describe('why a row matched', () => {
  const row = {
    ...{ id: 'x', usd_derived: false, hs_derived: false, hs_code: '61091000' },
    product_description: "MEN'S  Knitted T-Shirts, 100% Cotton",
    importer_name: 'Ha-Meem Denim Ltd.',
    exporter_name: 'Bolt & Sons',
  };
  const explain = async (changes: Parameters<typeof question>[0]) => {
    const asked = question({ fromDate: FROM, toDate: UNTIL, ...changes });
    const [matched] = await explained(asked, [row]);
    return matched;
  };

  const inGoods = (...texts: string[]) => texts.map((text) => ({ key: 'product_description', text }));
  const word = (text: string, key = 'product_description') => ({ key, text, alone: true });
  const also = (
    relation: 'AND' | 'OR' | 'NOT',
    searchBy: SearchBy,
    matchType: MatchType,
    ...searchValue: string[]
  ) => ({ ...{ relation, searchBy, matchType, searchValue } });
  const product = (matchType: MatchType, searchValue: string[], ...queryBuilder: ReturnType<typeof also>[]) =>
    explain({ searchBy: 'PRODUCT', matchType, searchValue, queryBuilder });

  it('names every value that matched, by its column, and each text once', async () => {
    expect(await explain({ searchBy: 'HS_CODE', searchValue: ['6109', '610910', '9999'] })).toEqual(
      ['6109', '610910'].map((text) => ({ key: 'hs_code', text })),
    );
    const rows = [also('AND', 'PRODUCT', 'L', 'cotton t-shirts'), also('OR', 'EXPORTER', 'L', 'bolt sons', 'nut')];
    expect(await product('C', ["men's knitted", 'cotton', 'COTTON'], ...rows)).toEqual([
      ...inGoods("MEN'S  Knitted", 'Cotton', 'T-Shirts'),
      { key: 'exporter_name', text: 'Bolt & Sons' },
    ]);
  });

  it('is the words by themselves, in the number in which they stand there', async () => {
    expect(await product('W', ["men's cottons", 'shirt knit'])).toEqual([word('MEN'), word('Cotton'), word('Shirts')]);
  });

  it('says nothing of what must not be there', async () => {
    const rows = [also('NOT', 'IMPORTER', 'L', 'hameem'), also('OR', 'PRODUCT', 'D', 'knitted')];
    expect(await product('D', ['cotton'], ...rows)).toEqual([]);
  });

  it('is the whole name of a picked party, in any spelling', async () => {
    const picked = (name: string) =>
      explain({ searchBy: 'IMPORTER', matchType: 'L', searchValue: [name], pickedValue: [name] });
    expect(await picked('HAMEEM DENIM LIMITED')).toEqual([{ key: 'importer_name', text: 'Ha-Meem Denim Ltd.' }]);
    expect(await picked('Meem Denim')).toEqual([]);
  });

  it.each([
    // What a line asks for, wherever it stands, and nothing that it denies.
    [
      '(product:shirt OR exporter:bolt) -importer:hameem -(product:knitted)',
      [word('Shirts'), { key: 'exporter_name', text: 'Bolt' }],
    ],
    ['cotton', [word('Cotton')]],
    // Every word that an inexact one stands for.
    ['sh?rt*', [word('Shirts')]],
    ['product:coton~1', [word('Cotton')]],
    ['product:*tt?n', [word('Cotton')]],
    // Signs part no letters of a name, and accents are off.
    ['company:ham?em', [word('Ha-Meem', 'importer_name')]],
    ['exporter:bült~2', [word('Bolt', 'exporter_name')]],
    ['kni* OR exporter:so*', [word('Knitted'), word('Sons', 'exporter_name')]],
    ['cotton~2 -product:kni*', [word('Cotton')]],
  ])('is what the line %s finds', async (line, found) => {
    expect(await explain({ searchBy: 'PRODUCT', matchType: 'W', searchValue: [], line })).toEqual(found);
  });

  it('is told under the keys of exports too', async () => {
    const key = RECORD_COLUMNS.EXPORT.find(({ name }) => name === 'importer_name')?.key ?? '';
    const asked = question({ tradeType: 'EXPORT', searchBy: 'IMPORTER', searchValue: ['acme'] });
    const exported = { id: 'y', usd_derived: false, hs_derived: false, [key]: 'ACME Inc' };
    expect(await explained(asked, [exported])).toEqual([[{ key, text: 'ACME' }]]);
  });
});
