/** What is known beforehand of how many records a question finds, against how many it finds. */
import type { SearchPayload } from '@tidewaiter/contract';
import { cases, SEED } from '@tidewaiter/testing/generated';
import { countOf, EVERYTHING, question, withoutHaste } from '@tidewaiter/testing/records';
import { sharedDemo } from '@tidewaiter/testing/shared-records';
import fc from 'fast-check';
import { beforeAll, expect, it, vi } from 'vitest';
import { snapshotAlone } from '../../testing/every-answer.js';
import { questions } from '../../testing/questions.js';
import { partyNameDictionaries } from '../cache/party-name-dictionary.js';
import { tokenDictionaries } from '../cache/token-dictionary.js';
import { narrowQuery } from './entitlement.js';
import { cardinalityBound } from './selectivity.js';
import type { Snapshot } from './snapshot.js';

/** When dictionaries are there, however busy the machine is. */
const MADE_WITHIN_MS = 60_000;

const demo = sharedDemo();
let snapshot: Snapshot;
beforeAll(async () => {
  withoutHaste(demo.test.records);
  const { staging } = demo.test.records;
  const dictionaries = { partyNames: partyNameDictionaries(staging.engine), tokens: tokenDictionaries(staging.engine) };
  snapshot = await snapshotAlone(demo.test.records, dictionaries);
  for (const column of ['product_description_text', 'importer_name_text', 'exporter_name_text'] as const)
    await vi.waitUntil(() => snapshot.tokenDictionary(column), MADE_WITHIN_MS);
  for (const role of ['IMPORTER', 'EXPORTER'] as const)
    await vi.waitUntil(
      () => snapshot.partyNameDictionary('IMPORT', role) && snapshot.partyNameDictionary('EXPORT', role),
      MADE_WITHIN_MS,
    );
});

const most = (payload: Partial<SearchPayload>) =>
  cardinalityBound(narrowQuery(question(payload), { access: EVERYTHING }), snapshot);

/** Import records of all countries and days that meet a condition of a text. */
async function importsWith(condition: string, text: string): Promise<number> {
  const sql = `SELECT count() FROM records WHERE trade_type = 'IMPORT' AND ${condition}`;
  return Number((await demo.test.rows(sql, { text }))[0]?.[0]);
}

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
  const ofParty = 'importer_name_key IN (SELECT importer_name_key FROM records WHERE importer_name = {text:String})';
  const has = (name: string) => importsWith(ofParty, name);
  const named = (...searchValue: string[]) =>
    ({ searchBy: 'IMPORTER', matchType: 'L', searchValue, pickedValue: searchValue }) as const;
  const of = (...names: string[]) => ({ ...demo.scope, ...named(...names) });
  expect(await has(first)).toBeGreaterThan(0);
  expect(await most(of(first))).toBe(await has(first));
  expect(await most(of(first, second))).toBe((await has(first)) + (await has(second)));
  expect(await most({ ...of(first), queryBuilder: [{ ...named(second), relation: 'NOT' }] })).toBe(await has(first));
  expect(await most({ ...of(first), queryBuilder: [{ ...named(second), relation: 'OR' }] })).toBe(
    await most(of(first, second)),
  );
});

it('of a code it is all that begins with it; nothing is known of what must not occur', async () => {
  const code: Partial<SearchPayload> = { ...demo.scope, searchBy: 'HS_CODE', searchValue: ['8507'] };
  const all = await importsWith('startsWith(hs_code, {text:String})', '8507');
  expect(all).toBeGreaterThan(0);
  expect(await most({ ...code, countryCode: demo.countries.slice(0, 1) })).toBe(all);
  const word = { searchBy: 'PRODUCT' as const, matchType: 'C' as const, searchValue: ['steel'] };
  expect(await most({ ...code, ...word, matchType: 'D' })).toBe(Number.POSITIVE_INFINITY);
  const both = await most({ ...code, queryBuilder: [{ ...word, relation: 'AND' }] });
  expect(both).toBe(Math.min(await most(code), await most({ ...code, ...word })));
});
