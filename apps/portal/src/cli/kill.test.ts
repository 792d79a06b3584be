/** A load that is killed at any moment leaves the state of before or the new one, and a repeated load one copy. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { searchQuery } from '@tidewaiter/contract';
import { openRecords } from '@tidewaiter/records';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CommandFolder, commandFolder, ended } from '../testing/command.js';
import { KOREAN_FIXTURE } from '../testing/portal.js';

const ROUNDS = 20;
const ROWS = 40_000;
const BEFORE = 4;

const HEADER =
  'Declaration ID,Date,Office ID,Process Type,Import Type,Import Use,Payment Type,Mode of Transport,Declarant ID,Importer ID,' +
  'Seller ID,Courier ID,HS6 Code,Country of Departure,Country of Origin,Tax Rate,Tax Type,Country of Origin Indicator,' +
  'Net Mass,Item Price,Fraud,Critical Fraud';

let folder: CommandFolder;
beforeAll(async () => {
  folder = await commandFolder();
});
afterAll(() => folder.remove());

const everything = searchQuery.parse({
  tradeType: 'IMPORT',
  searchBy: 'PRODUCT',
  matchType: 'D',
  searchValue: ['none of these'],
  countryCode: ['KOR'],
  fromDate: '2020-01-01',
  toDate: '2020-12-31',
});

/** What a person would find, and whether the figures that loads keep agree with it. */
async function state(): Promise<{ records: number; loads: number[]; covered: number }> {
  const records = await openRecords(folder.path);
  try {
    const entitlement = { countries: 'ALL', fromDate: null, toDate: null } as const;
    const { count } = await records.search.count(everything, entitlement);
    const loads = (await records.loads.list()).map((load) => load.loadId);
    const covered = (await records.coverage.countries()).reduce((sum, country) => sum + country.records, 0);
    return { records: count, loads, covered };
  } finally {
    await records.close();
  }
}

it(`${ROUNDS} kills leave the state of before or the new one`, { timeout: 300_000 }, async () => {
  const file = join(folder.path, 'large.csv');
  const rows = Array.from(
    { length: ROWS },
    (_, n) =>
      `${20_000_000 + n},2020-03-${String(1 + (n % 28)).padStart(2, '0')},30,B,11,21,11,10,A,B,C,,851712,CN,CN,0.0,C,Y,${n}.5,${n}.25,0,0`,
  );
  await writeFile(file, `${HEADER}\n${rows.join('\n')}\n`);
  expect((await folder.run('load', KOREAN_FIXTURE)).status).toBe(0);

  const started = Date.now();
  expect((await folder.run('load', file)).status).toBe(0);
  const whole = Date.now() - started;
  expect((await folder.run('unload', '2')).status).toBe(0);

  const seen = { before: 0, after: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    const load = folder.start('load', file);
    // Spread over the whole run with a random part, so that every phase is hit.
    await sleep((whole * (round + Math.random())) / ROUNDS);
    load.kill('SIGKILL');
    await ended(load);
    const { records, loads, covered } = await state();
    expect([BEFORE, BEFORE + ROWS]).toContain(records);
    expect(covered).toBe(records);
    expect(loads).toHaveLength(records === BEFORE ? 1 : 2);
    if (records === BEFORE) seen.before += 1;
    else {
      seen.after += 1;
      expect((await folder.run('unload', String(loads[1]))).status).toBe(0);
    }
  }
  expect(seen.before).toBeGreaterThan(0);

  expect(await folder.run('load', file)).toMatchObject({ status: 0 });
  expect((await folder.run('load', file)).out).toContain('already loaded');
  expect(await state()).toMatchObject({ records: BEFORE + ROWS, covered: BEFORE + ROWS });
});
