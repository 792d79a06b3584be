/** What is suggested, against a plain count over the same records, and what must never be. */
import { addDays, type DataAccess, type SuggestionQuery, suggestionQuery } from '@tidewaiter/contract';
import { type DemoRecords, FROM, loadDemoRecords, UNTIL } from '@tidewaiter/testing/demo-records';
import type { PlainRecord } from '@tidewaiter/testing/plain-search';
import { AS_PORTAL, countOf, EVERYTHING, question, seeing, withoutHaste } from '@tidewaiter/testing/records';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Edition } from '../reference/edition.js';
import { SHIPPED_LABELS } from '../reference/shipped-labels.js';

let demo: DemoRecords;
let keys: Map<string, string>;
let texts: Map<string, string>;
beforeAll(async () => {
  demo = await loadDemoRecords();
  withoutHaste(demo.test.records);
  const { engine } = demo.test.records.staging;
  const pair = z.tuple([z.string(), z.string()]);
  keys = new Map(
    await engine.query({ name: 'test.keys', sql: 'SELECT DISTINCT name, name_key FROM party_names', row: pair }),
  );
  texts = new Map(
    await engine.query({ name: 'test.texts', sql: 'SELECT DISTINCT name, name_text FROM party_names', row: pair }),
  );
});
afterAll(() => demo.test.close());

const asked = (changes: Partial<z.input<typeof suggestionQuery>> = {}): SuggestionQuery =>
  suggestionQuery.parse({
    tradeType: 'IMPORT',
    searchBy: 'IMPORTER',
    matchType: 'L',
    searchValue: 'te',
    countryCode: demo.countries,
    fromDate: FROM,
    toDate: UNTIL,
    ...changes,
  });
const list = (query: SuggestionQuery, access = EVERYTHING) =>
  demo.test.records.ask(query, access, AS_PORTAL).then((asked) => asked.suggestions());

/** What the nomenclature that ships calls a code. */
const labelOf = (code: string) => SHIPPED_LABELS.labels.get(code.slice(0, 4));

type Names = (record: PlainRecord) => string[];

const within = (
  record: PlainRecord,
  query: SuggestionQuery,
  { countries, fromDate, toDate }: DataAccess = EVERYTHING,
) =>
  record.tradeType === query.tradeType &&
  query.countryCode.includes(record.country ?? '') &&
  (countries === 'ALL' || countries.includes(record.country ?? '')) &&
  (record.record_date ?? '') >= query.fromDate &&
  (record.record_date ?? '') <= query.toDate &&
  (record.record_date ?? '') >= (fromDate ?? '') &&
  (record.record_date ?? '') <= (toDate ?? '9');

/** The ten most frequent names, by count and name. */
function top(records: readonly PlainRecord[], names: Names) {
  const counts = new Map<string, number>();
  for (const name of records.flatMap(names)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).slice(0, 10);
}

const words = (record: PlainRecord) => [
  ...new Set((record.product_description ?? '').toLowerCase().split(/[^\p{L}\p{N}]+/u)),
];

describe('suggestions over whole months', () => {
  it('are the parties of which a spelling contains the text, each once, by shipments', async () => {
    const pieces = ['te', 'trad', 'co., ltd', 'TEXTILES', 'sa', 'an', 'no such party', '..'];
    let nonEmpty = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...pieces),
        fc.constantFrom('IMPORTER' as const, 'EXPORTER' as const),
        fc.constantFrom('IMPORT' as const, 'EXPORT' as const),
        fc.subarray(demo.countries, { minLength: 3 }),
        async (searchValue, searchBy, tradeType, countryCode) => {
          const query = asked({ searchValue, searchBy, tradeType, countryCode });
          const name = (record: PlainRecord) =>
            (searchBy === 'IMPORTER' ? record.importer_name : record.exporter_name) ?? '';
          const needle = searchValue
            .toLowerCase()
            .replace(/[.]/g, '')
            .replace(/[^a-z0-9]+/g, ' ')
            .trim();
          const found = demo.plain.filter((record) => within(record, query));
          const matching = new Set(
            found
              .map(name)
              .filter((spelling) => needle !== '' && (texts.get(spelling) ?? '').includes(needle))
              .map((spelling) => keys.get(spelling) ?? ''),
          );
          const counts = new Map<string, number>();
          for (const key of found.map((record) => keys.get(name(record)) ?? '')) {
            if (matching.has(key)) counts.set(key, (counts.get(key) ?? 0) + 1);
          }
          const suggested = await list(query);
          expect(suggested.map(({ shipments }) => shipments)).toEqual(
            [...counts.values()].sort((a, b) => b - a).slice(0, 10),
          );
          for (const { key = '', value, shipments } of suggested) {
            expect(shipments).toBe(counts.get(key));
            expect(keys.get(value)).toBe(key);
            expect(found.map(name)).toContain(value);
          }
          if (suggested.length > 0) nonEmpty += 1;
        },
      ),
      { numRuns: 40, seed: 20_260_110, endOnFailure: true },
    );
    expect(nonEmpty).toBeGreaterThan(20);
  });

  it('of an importer, once picked, are found as they were counted', async () => {
    const [first] = await list(asked());
    const value = first?.value ?? expect.fail('nothing is suggested');
    const query = question({
      searchBy: 'IMPORTER',
      searchValue: [value],
      pickedValue: [value],
      countryCode: demo.countries,
      fromDate: FROM,
      toDate: UNTIL,
    });
    expect((await countOf(demo.test.records, query, EVERYTHING)).count).toBe(first?.shipments);
  });

  it.each([
    ['61', (code: string) => [code.slice(0, 4)]],
    ['6109', (code: string) => [code.slice(0, 4), code.slice(0, 6)]],
    ['61091', (code: string) => [code.slice(0, 6)]],
    ['610910', (code: string) => [...new Set([code.slice(0, 6), code])]],
    ['6109100', (code: string) => [code]],
  ])('of the digits %s are codes that continue them', async (searchValue, codes) => {
    for (const tradeType of ['IMPORT', 'EXPORT'] as const) {
      const query = asked({ searchBy: 'HS_CODE', searchValue, tradeType });
      const found = demo.plain.filter(
        (record) => within(record, query) && (record.hs_code ?? '').startsWith(searchValue),
      );
      const suggested = await list(query);
      expect(suggested.map(({ value, shipments }) => [value, shipments])).toEqual(
        top(found, (record) => codes(record.hs_code ?? '')),
      );
      for (const { value, description } of suggested) {
        const own = found.filter((record) => record.hs_code === value && record.hs_description);
        if (own.length > 0) expect(own.map((record) => record.hs_description)).toContain(description);
        else expect(description).toBe(labelOf(value));
      }
    }
  });

  it('of a chapter is the chapter', async () => {
    const query = asked({ searchBy: 'HS_CODE_2', searchValue: '61' });
    const found = demo.plain.filter((record) => within(record, query) && record.hs_code?.startsWith('61'));
    expect(await list(query)).toEqual([{ value: '61', shipments: found.length, description: labelOf('61') }]);
  });

  it('of a code by what its goods are called: the codes that a tenth of them are declared under', async () => {
    let beyond = 0;
    for (const searchValue of ['denim', 'jeans', 'formwork', 'spandex', 'no such goods']) {
      const query = asked({ searchBy: 'HS_CODE', searchValue });
      const seen = demo.plain.filter((record) => within(record, query));
      const said = seen.filter((record) => (record.product_description ?? '').toLowerCase().includes(searchValue));
      const lengths = [4, 6];
      const goods = top(said, (record) =>
        lengths
          .map((length) => (record.hs_code ?? '').slice(0, length))
          .filter((code) => lengths.includes(code.length)),
      ).filter(([, records]) => records >= said.length / 10);
      const suggested = await list(query);
      const called = suggested.filter(({ value }) => !goods.some(([code]) => code === value));
      const named = new Edition(SHIPPED_LABELS.labels).headingsOf(searchValue);
      for (const { value } of called)
        if (!named.includes(value)) expect(labelOf(value)?.toLowerCase()).toContain(searchValue);
      if (goods.length <= 10 && called.length === 0) expect(suggested).toHaveLength(goods.length);
      for (const { value, shipments } of suggested) {
        expect(shipments).toBe(seen.filter((record) => record.hs_code?.startsWith(value)).length);
      }
      beyond += suggested.length - called.length;
    }
    expect(beyond).toBeGreaterThan(3);
  });

  it('of a word are the words that begin with it', async () => {
    for (const searchValue of ['co', 'Ste', 'kn', 'zzzz', '10']) {
      const query = asked({ searchBy: 'PRODUCT', matchType: 'C', searchValue });
      const found = demo.plain.filter((record) => within(record, query));
      const expected = top(found, (record) =>
        words(record).filter((word) => word.startsWith(searchValue.toLowerCase())),
      );
      expect((await list(query)).map(({ value, shipments }) => [value, shipments])).toEqual(expected);
    }
  });

  it('of several words complete the last of them, or go on', async () => {
    const [{ value: first } = expect.fail()] = await list(
      asked({ searchBy: 'PRODUCT', matchType: 'C', searchValue: 'stainless s' }),
    );
    expect(first).toBe('stainless steel');
    const phrases = await list(asked({ searchBy: 'PRODUCT', matchType: 'C', searchValue: 'Stainless steel' }));
    expect(phrases.length).toBeGreaterThan(1);
    for (const { value, shipments } of phrases) {
      expect(value).toMatch(/^stainless steel \S+$/);
      const query = question({
        searchBy: 'PRODUCT',
        matchType: 'C',
        searchValue: [value],
        countryCode: demo.countries,
        fromDate: FROM,
        toDate: UNTIL,
      });
      // A longer word may begin with the phrase's last one.
      expect((await countOf(demo.test.records, query, EVERYTHING)).count).toBeGreaterThanOrEqual(shipments);
    }
  });
});

describe('what the entitlement hides', () => {
  it('is never suggested, whatever is asked, also for days within a month', async () => {
    const cases = [
      {
        searchBy: 'IMPORTER' as const,
        searchValue: 'te',
        names: (r: PlainRecord) => [keys.get(r.importer_name ?? '')],
      },
      {
        searchBy: 'EXPORTER' as const,
        searchValue: 'an',
        names: (r: PlainRecord) => [keys.get(r.exporter_name ?? '')],
      },
      {
        searchBy: 'HS_CODE' as const,
        searchValue: '61',
        names: (r: PlainRecord) => [r.hs_code?.slice(0, 4), r.hs_code?.slice(0, 6), r.hs_code],
      },
      { searchBy: 'PRODUCT' as const, searchValue: 'co', names: (r: PlainRecord) => words(r) },
    ];
    const day = fc
      .integer({ min: 0, max: 1094 })
      .map((n) => new Date(Date.UTC(2023, 0, 1 + n)).toISOString().slice(0, 10));
    let suggestions = 0;
    let hidden = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...cases),
        fc.subarray(demo.countries, { minLength: 1, maxLength: 6 }),
        fc.tuple(day, fc.integer({ min: 0, max: 150 })),
        async ({ names, ...kind }, countries, [fromDate, days]) => {
          const toDate = addDays(fromDate, days);
          const entitlement = seeing({ countries, fromDate, toDate });
          const query = asked({ ...kind, matchType: kind.searchBy === 'PRODUCT' ? 'C' : 'L' });
          const visible = new Set(
            demo.plain.filter((record) => within(record, query, entitlement)).flatMap((record) => names(record)),
          );
          const suggested = await list(query, entitlement);
          for (const { key, value } of suggested) expect(visible).toContain(key ?? value);
          suggestions += suggested.length;
          hidden += (await list(query)).filter(({ key, value }) => !visible.has(key ?? value)).length;
        },
      ),
      { numRuns: 25, seed: 20_260_111, endOnFailure: true },
    );
    expect(suggestions).toBeGreaterThan(10);
    expect(hidden).toBeGreaterThan(10);
  });

  it('shows a party that has one record within the days, and counts that', async () => {
    const [record] = demo.plain.filter(
      ({ tradeType, importer_name, record_date }) =>
        tradeType === 'IMPORT' && importer_name && record_date && record_date > '2024-01-01',
    );
    const { importer_name: name = '', record_date: day = '', country = '' } = record ?? expect.fail();
    const entitlement = seeing({ countries: [country], fromDate: day, toDate: day });
    const query = asked({ searchValue: name });
    const same = demo.plain.filter(
      (other) => within(other, query, entitlement) && keys.get(other.importer_name ?? '') === keys.get(name),
    );
    expect(await list(query, entitlement)).toContainEqual({
      value: expect.any(String),
      key: keys.get(name),
      shipments: same.length,
    });
  });
});

describe('a question for suggestions', () => {
  const problem = (changes: object) =>
    suggestionQuery.safeParse({ ...asked(), ...changes }).error?.issues.map(({ message }) => message);

  it('has two characters, of an HS code two digits or words, and dates in order', () => {
    expect(problem({ searchValue: 'a' })).toEqual(['Search Values should be greater than or equal to 2 digits']);
    expect(problem({ searchBy: 'HS_CODE', searchValue: '6' })).toEqual([
      'Search Values should be greater than or equal to 2 digits',
    ]);
    expect(problem({ searchBy: 'HS_CODE', searchValue: '61' })).toBeUndefined();
    expect(problem({ searchBy: 'HS_CODE', searchValue: '6109100000000' })).toEqual(['HS codes are 4 to 12 digits']);
    expect(problem({ searchBy: 'HS_CODE', searchValue: 'cotton shirts' })).toBeUndefined();
    expect(problem({ fromDate: UNTIL, toDate: FROM })).toEqual(['From date should be less than To date']);
  });

  it('takes wildcards and quotes as what they are', async () => {
    for (const searchValue of [
      '%%',
      '__',
      "o'",
      '\\',
      '\\\\',
      '.*',
      '(?i)te',
      '{v0:String}',
      '\u0301\u0301',
      '*/ --',
    ]) {
      for (const searchBy of ['IMPORTER', 'PRODUCT'] as const) {
        const query = suggestionQuery.safeParse({ ...asked(), searchBy, matchType: 'C', searchValue });
        if (query.success) expect((await list(query.data)).length).toBeLessThanOrEqual(10);
      }
    }
  });
});
