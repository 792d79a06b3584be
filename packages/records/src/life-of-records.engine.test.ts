/**
 * What becomes of records after they are loaded, each seam once, on one set of them. The deep suites beside the sources ask every question
 * there is of each: `suppressions`, `party-joins`, `archive`, `arrivals`, `held-records`, `party-proposals`, `matching`.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { breakdownQuery, type SearchPayload } from '@tidewaiter/contract';
import {
  AS_PORTAL,
  countOf,
  EVERY_RECORD,
  EVERYTHING,
  listOf,
  pageOf,
  question,
  seeing,
} from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { PARTIES_MAPPING } from '@tidewaiter/testing/small-files';
import { beforeAll, describe, expect, it } from 'vitest';
import { PARTIES, partyLine } from '../testing/party-records.js';
import { EVERYTHING_LOADED } from './query/entitlement.js';

const test = sharedRecords();

const IMPORTERS = ['Acme Traders Ltd', 'ACME TRADERS LIMITED', 'Bolt Ltd', 'Bolt Handels Ltd', 'Cord SA'];
const lines = (rows: number, importers = IMPORTERS) =>
  Array.from({ length: rows }, (_, no) =>
    partyLine(no, [importers[no % importers.length] ?? '', no % 4 ? 'Sell SRL' : 'A.C.M.E. Traders Ltd.']),
  );

const count = async (changes: Partial<SearchPayload> = {}) =>
  (await countOf(test.records, question({ ...EVERY_RECORD, ...changes }))).count;
const importers = async () => {
  const { items } = await listOf(test.records, 'importers', breakdownQuery.parse(question(EVERY_RECORD)));
  return Object.fromEntries(items.map(({ name, shipments }) => [name, shipments]));
};
const idsAndCells = async () =>
  (await pageOf(test.records, question({ ...EVERY_RECORD, numberOfRecords: 200 }))).rows
    .map((row) => JSON.stringify(row))
    .sort();
const matched = async (name: string, access = EVERYTHING) => {
  const [match] = await (await test.records.ask(EVERYTHING_LOADED, access, AS_PORTAL)).matchNames([{ row: 0, name }]);
  return [match?.sureness, match?.candidates[0]?.name];
};
const loadIds = async () => (await test.records.loads.list()).map(({ loadId }) => loadId);

const ROWS = 40;
const load = () => test.load(lines(ROWS), { ...PARTIES, name: 'first.csv' });
beforeAll(load);

it('the records of a country that is withdrawn are in no answer, also what is loaded later, until that is lifted', async () => {
  const { suppressions } = test.records;
  const before = await idsAndCells();
  const withdrawn = { kind: 'country', subject: 'KOR' } as const;
  const { number, records, name } = await suppressions.suppress(withdrawn, 'no licence', 'South Korea');
  expect([records, name]).toEqual([ROWS, 'South Korea']);
  expect([await count(), await importers(), await matched('Acme Traders')]).toEqual([0, {}, ['NONE', undefined]]);
  const late = await test.load([partyLine(ROWS + 1, ['Late Ltd', 'Late SA', ''])], { ...PARTIES, name: 'late.csv' });
  expect(await count()).toBe(0);
  await suppressions.lift(number, 'licensed again');
  expect(await count()).toBe(ROWS + 1);
  await test.records.publication.unload([late], { purge: true });
  expect(await idsAndCells()).toEqual(before);
});

describe('a party', () => {
  it('that is suppressed is in no answer, also of what is loaded later, until that is lifted', async () => {
    const { suppressions } = test.records;
    const before = await importers();
    expect(await matched('Acme Traders')).toEqual(['SURE', expect.stringMatching(/^a\.?c\.?m\.?e/i)]);
    const subject = { kind: 'party', subject: await suppressions.keyOf('Acme Traders') } as const;
    const { number, records } = await suppressions.suppress(subject, 'as they asked');
    // As importer two in five, as exporter one in four, both in one in ten.
    expect(records).toBe(22);
    expect(await count()).toBe(ROWS - records);
    const left = await importers();
    expect(Object.keys(left).some((name) => /acme/i.test(name))).toBe(false);
    expect(JSON.stringify(await idsAndCells())).not.toMatch(/a\.?c\.?m\.?e/i);
    expect(await matched('Acme Traders')).toEqual(['NONE', undefined]);
    await test.load(lines(ROWS), {
      ...PARTIES,
      name: 'first.csv',
      mapping: { ...PARTIES_MAPPING, missing: ['', 'none'] },
    });
    expect(await importers()).toEqual(left);
    await expect(suppressions.suppress(subject, 'twice')).rejects.toThrow('It is suppressed already');
    await suppressions.lift(number, 'as they asked again');
    expect([await importers(), await count()]).toEqual([before, ROWS]);
  });

  it('that is joined to another is one with it under either name, and its own again once they are parted', async () => {
    const { parties } = test.records;
    const before = await importers();
    const { 'Bolt Handels Ltd': alone, ...others } = before;
    expect(alone).toBe(8);
    await parties.join('Bolt Ltd', ['Bolt Handels Ltd'], 'one register number');
    expect(await importers()).toEqual({ ...others, 'Bolt Ltd': 16 });
    for (const name of ['Bolt Ltd', 'BOLT HANDELS LIMITED']) expect(await count({ importerList: [name] })).toBe(16);
    await expect(parties.join('Bolt Ltd', ['Nobody Ltd'], '')).rejects.toThrow('No record that is loaded names');
    await parties.part(['Bolt Handels Ltd'], 'two companies after all');
    expect(await importers()).toEqual(before);
  });

  it('is found by the names of a list in what may be seen alone, and proposed where two are likely one', async () => {
    expect(await matched('bolt  handels')).toEqual(['SURE', 'Bolt Handels Ltd']);
    expect(await matched('bolt  handels', seeing({ countries: ['VNM'] }))).toEqual(['NONE', undefined]);
    const twins = lines(6, ['HALVENT STEEL', 'HALVENT STEEL GMBH']);
    const mapping = { ...PARTIES_MAPPING, naturalKey: [] };
    const loadId = await test.load(twins, { ...PARTIES, mapping, accept: true });
    const { proposals, publication } = test.records;
    const likely = (await proposals.list({ limit: 10 })).map(({ parties }) => parties.map(({ name }) => name).sort());
    expect(likely).toContainEqual(['HALVENT STEEL', 'HALVENT STEEL GMBH']);
    await publication.unload([loadId]);
  });
});

describe('a file', () => {
  it('lies in the archive as it was given; what is made from it again is the same, and new to nobody', async () => {
    const before = await idsAndCells();
    const [loadId = 0] = await loadIds();
    const { version: newSince } = await test.records.versions.current();
    const given = await readFile(join(test.folder, 'first.csv'));
    const hash = createHash('sha256').update(given).digest('hex');
    const archived = join(test.folder, 'archive', `${hash}.br`);
    const whole = await readFile(archived);
    expect(brotliDecompressSync(whole).equals(given)).toBe(true);
    await test.loader.reload('all');
    expect(await loadIds()).not.toContain(loadId);
    expect(await idsAndCells()).toEqual(before);
    expect(await count({ newSince })).toBe(0);
    await writeFile(archived, brotliCompressSync('something else'));
    await expect(test.loader.reload('all')).rejects.toThrow(/damaged/);
    await writeFile(archived, whole);
    expect(await idsAndCells()).toEqual(before);
  });

  it('that comes in the place of another brings what it has more, and goes with what was archived where that is said', async () => {
    const [replace] = await loadIds();
    const { version: newSince } = await test.records.versions.current();
    const longer = await test.load(lines(ROWS + 3), { ...PARTIES, replace });
    expect([await count(), await count({ newSince })]).toEqual([ROWS + 3, 3]);
    await test.records.publication.unload([longer], { purge: true });
    expect([await count(), (await readdir(join(test.folder, 'archive'))).length]).toEqual([0, 2]);
  });
});

it('records that the engine has lost are named and refused, and brought back by a reload', async () => {
  const loadId = await load();
  await test.run('TRUNCATE TABLE records');
  await test.reopen();
  expect(await test.records.missing()).toMatchObject([{ loadId }, { loadId }, { loadId }]);
  await expect(count()).rejects.toMatchObject({ code: 'RECORDS_MISSING' });
  await test.loader.reload([loadId]);
  expect([await test.records.missing(), await count()]).toEqual([[], ROWS]);
});
