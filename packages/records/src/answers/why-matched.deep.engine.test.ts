/** Why a row matched: parts of its cells as they stand there, held against the search itself. */

import { RECORD_COLUMNS, type RecordRow, type SearchQuery, searchQuery } from '@tidewaiter/contract';
import { type DemoRecords, FROM, loadDemoRecords, UNTIL } from '@tidewaiter/testing/demo-records';
import { pageOf, question } from '@tidewaiter/testing/records';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { questions } from '../../testing/questions.js';
import { CharacterFolding } from '../text/character-folding.js';
import { whyMatched } from './why-matched.js';

let demo: DemoRecords;
beforeAll(async () => {
  demo = await loadDemoRecords();
});
afterAll(() => demo.test.close());

const explained = async (asked: SearchQuery, rows: readonly RecordRow[]) => {
  const { versions } = demo.test.records;
  const { engine } = demo.test.records.staging;
  const query: typeof engine.query = (statement) => engine.query(statement);
  return whyMatched(asked, rows, { query, folding: new CharacterFolding(), version: await versions.current() });
};

describe('why rows of generated questions matched', () => {
  it('is a part of a cell in which the search finds the value, and there wherever only one condition was asked', async () => {
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
});

describe('why a row matched', () => {
  const row = {
    id: 'x',
    usd_derived: false,
    hs_derived: false,
    hs_code: '61091000',
    product_description: "MEN'S  Knitted T-Shirts, 100% Cotton",
    importer_name: 'Ha-Meem Denim Ltd.',
    exporter_name: 'Bolt & Sons',
  };
  const explain = async (changes: Parameters<typeof question>[0]) => {
    const asked = question({ fromDate: FROM, toDate: UNTIL, ...changes });
    const [matched] = await explained(asked, [row]);
    return matched;
  };

  it('names every value that matched, by its column, and each text once', async () => {
    expect(await explain({ searchBy: 'HS_CODE', searchValue: ['6109', '610910', '9999'] })).toEqual([
      { key: 'hs_code', text: '6109' },
      { key: 'hs_code', text: '610910' },
    ]);
    expect(
      await explain({
        searchBy: 'PRODUCT',
        matchType: 'C',
        searchValue: ["men's knitted", 'cotton', 'COTTON'],
        queryBuilder: [
          { relation: 'AND', searchBy: 'PRODUCT', matchType: 'L', searchValue: ['cotton t-shirts'] },
          { relation: 'OR', searchBy: 'EXPORTER', matchType: 'L', searchValue: ['bolt sons', 'nut'] },
        ],
      }),
    ).toEqual([
      { key: 'product_description', text: "MEN'S  Knitted" },
      { key: 'product_description', text: 'Cotton' },
      { key: 'product_description', text: 'T-Shirts' },
      { key: 'exporter_name', text: 'Bolt & Sons' },
    ]);
  });

  it('is the words by themselves, in the number in which they stand there', async () => {
    const words = { searchBy: 'PRODUCT', matchType: 'W' } as const;
    expect(await explain({ ...words, searchValue: ["men's cottons", 'shirt knit'] })).toEqual([
      { key: 'product_description', text: 'MEN', alone: true },
      { key: 'product_description', text: 'Cotton', alone: true },
      { key: 'product_description', text: 'Shirts', alone: true },
    ]);
  });

  it('says nothing of what must not be there', async () => {
    expect(
      await explain({
        searchBy: 'PRODUCT',
        matchType: 'D',
        searchValue: ['cotton'],
        queryBuilder: [
          { relation: 'NOT', searchBy: 'IMPORTER', matchType: 'L', searchValue: ['hameem'] },
          { relation: 'OR', searchBy: 'PRODUCT', matchType: 'D', searchValue: ['knitted'] },
        ],
      }),
    ).toEqual([]);
  });

  it('is the whole name of a picked party, in any spelling', async () => {
    const picked = { searchBy: 'IMPORTER', matchType: 'L' } as const;
    expect(
      await explain({ ...picked, searchValue: ['HAMEEM DENIM LIMITED'], pickedValue: ['HAMEEM DENIM LIMITED'] }),
    ).toEqual([{ key: 'importer_name', text: 'Ha-Meem Denim Ltd.' }]);
    expect(await explain({ ...picked, searchValue: ['Meem Denim'], pickedValue: ['Meem Denim'] })).toEqual([]);
  });

  it('is what a line asks for, wherever it stands, and nothing that it denies', async () => {
    const line = '(product:shirt OR exporter:bolt) -importer:hameem -(product:knitted)';
    expect(await explain({ searchBy: 'PRODUCT', matchType: 'W', searchValue: [], line })).toEqual([
      { key: 'product_description', text: 'Shirts', alone: true },
      { key: 'exporter_name', text: 'Bolt' },
    ]);
    const anywhere = await explain({ searchBy: 'PRODUCT', matchType: 'W', searchValue: [], line: 'cotton' });
    expect(anywhere).toEqual([{ key: 'product_description', text: 'Cotton', alone: true }]);
  });

  it.each([
    ['sh?rt*', [{ key: 'product_description', text: 'Shirts', alone: true }]],
    ['product:coton~1', [{ key: 'product_description', text: 'Cotton', alone: true }]],
    ['product:*tt?n', [{ key: 'product_description', text: 'Cotton', alone: true }]],
    // Signs part no letters of a name, and accents are off.
    ['company:ham?em', [{ key: 'importer_name', text: 'Ha-Meem', alone: true }]],
    ['exporter:bült~2', [{ key: 'exporter_name', text: 'Bolt', alone: true }]],
    [
      'kni* OR exporter:so*',
      [
        { key: 'product_description', text: 'Knitted', alone: true },
        { key: 'exporter_name', text: 'Sons', alone: true },
      ],
    ],
    ['cotton~2 -product:kni*', [{ key: 'product_description', text: 'Cotton', alone: true }]],
  ])('is every word that the inexact one of %s stands for', async (line, found) => {
    expect(await explain({ searchBy: 'PRODUCT', matchType: 'W', searchValue: [], line })).toEqual(found);
  });

  it('is told under the keys of exports too', async () => {
    const key = RECORD_COLUMNS.EXPORT.find(({ name }) => name === 'importer_name')?.key ?? '';
    const asked = question({ tradeType: 'EXPORT', searchBy: 'IMPORTER', searchValue: ['acme'] });
    const exported = { id: 'y', usd_derived: false, hs_derived: false, [key]: 'ACME Inc' };
    expect(await explained(asked, [exported])).toEqual([[{ key, text: 'ACME' }]]);
  });
});
