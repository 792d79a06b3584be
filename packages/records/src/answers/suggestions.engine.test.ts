/** What is suggested, against a plain count over the same records, and what must never be. */
import { type DataAccess, type SearchPayload, type SuggestionQuery, suggestionQuery } from '@tidewaiter/contract';
import type { PlainRecord } from '@tidewaiter/testing/plain-search';
import { AS_PORTAL, countOf, EVERYTHING, question, seeing, withoutHaste } from '@tidewaiter/testing/records';
import { sharedDemo } from '@tidewaiter/testing/shared-records';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { partyKeys } from '../../testing/plain-breakdowns.js';
import { grouped } from '../../testing/plain-records.js';
import { Edition } from '../reference/edition.js';
import { SHIPPED_LABELS } from '../reference/shipped-labels.js';

const demo = sharedDemo();
let keys: Map<string, string>;
let texts: Map<string, string>;
beforeAll(async () => {
  withoutHaste(demo.test.records);
  keys = await partyKeys(demo);
  texts = new Map((await demo.test.rows('SELECT DISTINCT name, name_text FROM party_names')) as [string, string][]);
});

const asked = (changes: Partial<z.input<typeof suggestionQuery>> = {}): SuggestionQuery =>
  suggestionQuery.parse({
    ...{ tradeType: 'IMPORT', searchBy: 'IMPORTER', matchType: 'L', searchValue: 'te' },
    ...{ ...demo.scope, ...changes },
  });
const list = (query: SuggestionQuery, access = EVERYTHING) =>
  demo.test.records.ask(query, access, AS_PORTAL).then((asked) => asked.suggestions());

/** What the nomenclature that ships calls a code. */
const labelOf = (code: string) => SHIPPED_LABELS.labels.get(code.slice(0, 4));

type Names = (record: PlainRecord) => string[];

const within = (query: SuggestionQuery, { countries, fromDate, toDate }: DataAccess = EVERYTHING) =>
  demo.plain.filter(({ tradeType, country = '', record_date: day = '' }) => {
    const isSeen = countries === 'ALL' || countries.includes(country);
    const isOpen = day >= (fromDate ?? '') && day <= (toDate ?? '9');
    const isAsked = query.countryCode.includes(country) && day >= query.fromDate && day <= query.toDate;
    return tradeType === query.tradeType && isSeen && isOpen && isAsked;
  });

/** The ten most frequent names, by count and name. */
const top = (records: readonly PlainRecord[], names: Names) =>
  [...grouped(records.flatMap(names), (name) => name)]
    .map(([name, { length }]): [string, number] => [name, length])
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .slice(0, 10);

const told = async (query: SuggestionQuery) => (await list(query)).map(({ value, shipments }) => [value, shipments]);
const searched = async (changes: Partial<SearchPayload>) =>
  (await countOf(demo.test.records, question({ ...demo.scope, ...changes }))).count;

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
          const bare = searchValue.toLowerCase().replace(/[.]/g, '');
          const needle = bare.replace(/[^a-z0-9]+/g, ' ').trim();
          const found = within(query);
          const parties = grouped(found, (record) => keys.get(name(record)) ?? '');
          const has = (spelling: string) => needle !== '' && (texts.get(spelling) ?? '').includes(needle);
          const matching = [...parties].filter(([, records]) => records.some((record) => has(name(record))));
          const counts = new Map(matching.map(([key, { length }]) => [key, length]));
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
    const picked = { searchBy: 'IMPORTER', searchValue: [value], pickedValue: [value] } as const;
    expect(await searched({ ...picked, searchValue: [value], pickedValue: [value] })).toBe(first?.shipments);
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
      const found = within(query).filter(({ hs_code = '' }) => hs_code.startsWith(searchValue));
      expect(await told(query)).toEqual(top(found, ({ hs_code = '' }) => codes(hs_code)));
      for (const { value, description } of await list(query)) {
        const own = found.filter((record) => record.hs_code === value && record.hs_description);
        if (own.length > 0) expect(own.map((record) => record.hs_description)).toContain(description);
        else expect(description).toBe(labelOf(value));
      }
    }
  });

  it('of a chapter is the chapter', async () => {
    const query = asked({ searchBy: 'HS_CODE_2', searchValue: '61' });
    const found = within(query).filter((record) => record.hs_code?.startsWith('61'));
    expect(await list(query)).toEqual([{ value: '61', shipments: found.length, description: labelOf('61') }]);
  });

  it('of a code by what its goods are called: the codes that a tenth of them are declared under', async () => {
    let beyond = 0;
    for (const searchValue of ['denim', 'jeans', 'formwork', 'spandex', 'no such goods']) {
      const query = asked({ searchBy: 'HS_CODE', searchValue });
      const seen = within(query);
      const said = seen.filter((record) => (record.product_description ?? '').toLowerCase().includes(searchValue));
      const codesOf = ({ hs_code = '' }: PlainRecord) =>
        [4, 6].filter((length) => hs_code.length >= length).map((length) => hs_code.slice(0, length));
      const goods = top(said, codesOf).filter(([, records]) => records >= said.length / 10);
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
      const begin = (record: PlainRecord) => words(record).filter((word) => word.startsWith(searchValue.toLowerCase()));
      expect(await told(query)).toEqual(top(within(query), begin));
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
      // A longer word may begin with the phrase's last one.
      const phrase = { searchBy: 'PRODUCT', matchType: 'C', searchValue: [value] } as const;
      expect(await searched({ ...phrase, searchValue: [value] })).toBeGreaterThanOrEqual(shipments);
    }
  });
});

// That nothing of what the entitlement hides is suggested is held by `unseen.deep.engine.test.ts`.
describe('what the entitlement cuts', () => {
  it('shows a party that has one record within the days, and counts that', async () => {
    const imported = within(asked({ fromDate: '2024-01-02' })).find((record) => record.importer_name);
    const { importer_name: name = '', record_date: day = '', country = '' } = imported ?? expect.fail();
    const entitlement = seeing({ countries: [country], fromDate: day, toDate: day });
    const query = asked({ searchValue: name });
    const same = within(query, entitlement).filter((other) => keys.get(other.importer_name ?? '') === keys.get(name));
    expect(await list(query, entitlement)).toContainEqual({
      value: expect.any(String),
      key: keys.get(name),
      shipments: same.length,
    });
  });
});
