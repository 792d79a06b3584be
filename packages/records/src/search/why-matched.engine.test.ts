/** Why a row matched: parts of its cells as they stand there, held against the search itself. */

import { RECORD_COLUMNS, type RecordRow, type SearchQuery, searchQuery } from '@tidewaiter/contract';
import { type DemoRecords, FROM, loadDemoRecords, UNTIL } from '@tidewaiter/testing/demo-records';
import { pageOf, question } from '@tidewaiter/testing/records';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { questions } from '../../testing/questions.js';
import { descriptionText, partyText } from '../columns/normalise.js';
import { CharacterFolding, characters, TraceableText } from './character-folding.js';
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

const NORMALISED = { description: descriptionText, party: partyText };
type Kind = keyof typeof NORMALISED;

/** What the engine makes of texts: the definition that everything here is held against. */
async function normalised(kind: Kind, texts: readonly string[]): Promise<string[]> {
  const rows = await demo.test.records.staging.engine.query({
    name: 'test.normalised',
    sql: `SELECT ${NORMALISED[kind]('given')} FROM (SELECT arrayJoin({texts:Array(String)}) AS given)`,
    parameters: { texts },
    row: z.tuple([z.string()]),
  });
  return rows.map(([text]) => text);
}

const traced = async (kind: Kind, texts: readonly string[]) => {
  const fold = await new CharacterFolding().of(kind, texts, demo.test.records.staging.engine);
  return texts.map((text) => new TraceableText(text, fold));
};
const found = async (kind: Kind, cell: string, value: string) => {
  const [inCell, inValue] = await traced(kind, [cell, value]);
  return inCell?.find(inValue?.text ?? '');
};

/** Texts of the letters, marks and signs that normalisation does something with. */
const written = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'aAbz09 '),
      fc.constantFrom(...' \t\n\u00a0\u3000-.\'’`&,()/%_\\"{}*?'),
      fc.constantFrom(...'éÉñÅßæÆœłŁøđıİĳﬁ½ſςΣσёЙ'),
      fc.constantFrom(
        'e\u0301',
        'A\u030a',
        '\u0301',
        'か\u3099',
        '한',
        '\u1112\u1161\u11ab',
        '👩‍👩‍👧',
        '\u00ad',
        '\u200d',
        '日本',
        'ﾊﾟ',
        'ก็',
      ),
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(''));

describe('a traceable text', () => {
  it.each(['description', 'party'] as const)('normalises a %s as the engine does', async (kind) => {
    const texts = fc.sample(written, { numRuns: 3000, seed: 20_260_120 });
    const expected = await normalised(kind, texts);
    const actual = await traced(kind, texts);
    expect(actual.map(({ text }) => text)).toEqual(expected);
  });

  it.each(['description', 'party'] as const)('finds any part of a %s as a part of the original', async (kind) => {
    const cases = fc.sample(fc.tuple(written, fc.nat(), fc.nat()), { numRuns: 1000, seed: 20_260_121 });
    const texts = await traced(
      kind,
      cases.map(([text]) => text),
    );
    const parts = cases.flatMap(([original, start, length], index) => {
      const whole = texts[index] ?? expect.fail();
      const [at, upTo] = [start % (whole.text.length + 1), length % 12];
      const value = whole.text.slice(at, at + upTo).trim();
      const part = whole.find(value);
      if (value === '') expect(part).toBeUndefined();
      if (value === '' || part === undefined) return [];
      expect(original).toContain(part);
      return [{ value, part }];
    });
    expect(parts.length).toBeGreaterThan(300);
    const again = await normalised(
      kind,
      parts.map(({ part }) => part),
    );
    // Half of a pair of code units is no text that anybody typed.
    for (const [index, { value }] of parts.entries()) {
      if (!/[\ud800-\udfff]/.test(value)) expect(again[index]).toContain(value);
    }
  });

  it.each<[Kind, string, string, string | undefined]>([
    ['description', 'Glazed  Céramique\tTILE 600x600', 'ceramique tile', 'Céramique\tTILE'],
    ['description', 'STRASSENBELAG', 'straße', 'STRASSE'],
    ['description', 'Straße', 'STRASSE', 'Straße'],
    ['description', '100% cotton', '0%', '0%'],
    ['description', '100x cotton', '0%', undefined],
    ['description', 'ﬁlter', 'filt', 'ﬁlt'],
    ['description', 'cafe\u0301 au lait', 'café', 'cafe\u0301'],
    ['description', 'a b', '   ', undefined],
    ['party', 'Ha-Meem Denim Ltd.', 'hameem', 'Ha-Meem'],
    ['party', "L'Oréal d’Asie (Łódź) S.A.", 'loreal dasie lodz sa', "L'Oréal d’Asie (Łódź) S.A"],
    ['party', 'Smith & Sons', 'smith, sons', 'Smith & Sons'],
    ['party', 'Acme', '..', undefined],
  ])('of a %s %s shows for %s', async (kind, cell, value, expected) => {
    expect(await found(kind, cell, value)).toBe(expected);
  });

  it('is quick on texts that are made to be slow', async () => {
    const fold = (character: string) => character.toLowerCase();
    // Whatever goes back and forth in these takes hours: the time limit of a test is bound enough.
    for (const unit of ['a', ' ', '-', 'é', 'e\u0301', '\u0301', '👩‍👩‍👧', '\u1100', ' \u0301a']) {
      const long = unit.repeat(20_000 / unit.length);
      const text = new TraceableText(long, fold);
      text.find(`${'a'.repeat(199)}b`);
      text.find(`${unit.repeat(20)}x`);
      expect([...characters(long)].join('')).toBe(long);
    }
  });
});

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

  it('is told under the keys of exports too', async () => {
    const key = RECORD_COLUMNS.EXPORT.find(({ name }) => name === 'importer_name')?.key ?? '';
    const asked = question({ tradeType: 'EXPORT', searchBy: 'IMPORTER', searchValue: ['acme'] });
    const exported = { id: 'y', usd_derived: false, hs_derived: false, [key]: 'ACME Inc' };
    expect(await explained(asked, [exported])).toEqual([[{ key, text: 'ACME' }]]);
  });
});
