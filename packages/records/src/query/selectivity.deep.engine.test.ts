/** What is known beforehand of how many records a question finds, against how many it finds. */
import type { SearchPayload } from '@tidewaiter/contract';
import { type DemoRecords, FROM, loadDemoRecords, UNTIL } from '@tidewaiter/testing/demo-records';
import { cases, SEED } from '@tidewaiter/testing/generated';
import { AS_PORTAL, countOf, EVERYTHING, question, withoutHaste } from '@tidewaiter/testing/records';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { questions } from '../../testing/questions.js';
import { AnswerCache } from '../cache/answer-cache.js';
import { partyNameDictionaries } from '../cache/party-name-dictionary.js';
import { tokenDictionaries } from '../cache/token-dictionary.js';
import { NameIndexes } from '../matching/name-indexes.js';
import { CharacterFolding } from '../text/character-folding.js';
import { narrowQuery } from './entitlement.js';
import { ListedParties } from './listed.js';
import { cardinalityBound } from './selectivity.js';
import { Snapshot } from './snapshot.js';

/** When dictionaries are there, however busy the machine is. */
const MADE_WITHIN_MS = 60_000;

let demo: DemoRecords;
let snapshot: Snapshot;
beforeAll(async () => {
  demo = await loadDemoRecords();
  withoutHaste(demo.test.records);
  const { staging, askedEngine, nomenclature, versions } = demo.test.records;
  const dictionaries = { partyNames: partyNameDictionaries(staging.engine), tokens: tokenDictionaries(staging.engine) };
  const sources = {
    engine: askedEngine,
    nomenclature,
    ...dictionaries,
    answers: new AnswerCache(0),
    folding: new CharacterFolding(),
    nameIndexes: new NameIndexes(),
    listedParties: new ListedParties(),
  };
  snapshot = new Snapshot(sources, await versions.current(), AS_PORTAL);
  for (const column of ['product_description_text', 'importer_name_text', 'exporter_name_text'] as const)
    await vi.waitUntil(() => snapshot.tokenDictionary(column), MADE_WITHIN_MS);
  for (const role of ['IMPORTER', 'EXPORTER'] as const)
    await vi.waitUntil(
      () => snapshot.partyNameDictionary('IMPORT', role) && snapshot.partyNameDictionary('EXPORT', role),
      MADE_WITHIN_MS,
    );
});
afterAll(() => demo.test.close());

const most = (payload: Partial<SearchPayload>) =>
  cardinalityBound(narrowQuery(question(payload), { access: EVERYTHING }), snapshot);

const everywhere = () => ({ countryCode: demo.countries, fromDate: FROM, toDate: UNTIL });

const foundBy = async (payload: Partial<SearchPayload>) => (await countOf(demo.test.records, question(payload))).count;

it('no question finds more than is known beforehand', async () => {
  let known = 0;
  for (const payload of fc.sample(questions(demo), { seed: SEED, numRuns: cases(60, 600) })) {
    const atMost = await most(payload);
    if (atMost === Number.POSITIVE_INFINITY) continue;
    known += 1;
    expect(await foundBy(payload), JSON.stringify(payload)).toBeLessThanOrEqual(atMost);
  }
  expect(known).toBeGreaterThan(5);
});

it('of picked parties it is all that they have, whatever the days', async () => {
  const names = new Set(
    demo.plain.flatMap(({ tradeType, importer_name }) => (tradeType === 'IMPORT' && importer_name) || []),
  );
  const [first = '', second = ''] = names;
  const has = async (name: string) => {
    const [row] = await demo.test.records.staging.engine.query({
      name: 'test.has',
      sql: `SELECT count() FROM records WHERE trade_type = 'IMPORT' AND importer_name_key IN
        (SELECT importer_name_key FROM records WHERE importer_name = {name:String})`,
      parameters: { name },
      row: z.tuple([z.coerce.number()]),
    });
    return row?.[0] ?? 0;
  };
  const named = (...searchValue: string[]) =>
    ({ searchBy: 'IMPORTER', matchType: 'L', searchValue, pickedValue: searchValue }) as const;
  const of = (...names: string[]) => ({ ...everywhere(), ...named(...names) });
  expect(await has(first)).toBeGreaterThan(0);
  expect(await most(of(first))).toBe(await has(first));
  expect(await most(of(first, second))).toBe((await has(first)) + (await has(second)));
  expect(await most({ ...of(first), queryBuilder: [{ ...named(second), relation: 'NOT' }] })).toBe(await has(first));
  expect(await most({ ...of(first), queryBuilder: [{ ...named(second), relation: 'OR' }] })).toBe(
    await most(of(first, second)),
  );
});

it('nothing is known of codes, and of what must not occur', async () => {
  const code: Partial<SearchPayload> = { ...everywhere(), searchBy: 'HS_CODE', searchValue: ['8507'] };
  expect(await most(code)).toBe(Number.POSITIVE_INFINITY);
  const word = { searchBy: 'PRODUCT' as const, matchType: 'C' as const, searchValue: ['steel'] };
  expect(await most({ ...code, ...word, matchType: 'D' })).toBe(Number.POSITIVE_INFINITY);
  const both = await most({ ...code, queryBuilder: [{ ...word, relation: 'AND' }] });
  expect(both).toBe(await most({ ...code, ...word }));
  expect(both).toBeLessThan(Number.POSITIVE_INFINITY);
});
