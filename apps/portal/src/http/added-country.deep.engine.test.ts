/** A source country that the operator adds: from the command to the answers, and back. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SOURCE_COUNTRIES } from '@tidewaiter/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { failure, payload, raw } from '../../testing/calls.js';
import { runHere } from '../../testing/command-line.js';
import { type SignedInAccount, subscription } from '../../testing/portal.js';
import { sharedPortal } from '../../testing/shared-portal.js';

const portal = sharedPortal();
let everywhere: SignedInAccount;
let inKorea: SignedInAccount;
beforeAll(async () => {
  everywhere = await portal.signIn();
  inKorea = await portal.signIn(['KOR']);
});

const run = (...args: string[]) => {
  const { services } = portal;
  return runHere({ records: async () => services.records, services: async () => services }, ...args);
};
const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).out);

const ROWS = Array.from(
  { length: 30 },
  (_, index) =>
    `D${index},${(index % 28) + 1}/03/2025,851713,ACME ${index} LTD,BOLT SA,Kenya,TELEPHONES,${index + 5},PCS`,
);
const HEADER = 'DECLARATION NO,IMP DATE,HS CODE,IMPORTER,EXPORTER,COUNTRY OF ORIGIN,DESCRIPTION,QTY,UNIT';
const writeFrench = async () => {
  const path = join(portal.services.dataFolder, 'france-imports.csv');
  await writeFile(path, [HEADER, ...ROWS].join('\n'));
  return path;
};
const french = payload({
  searchValue: ['8517'],
  countryCode: ['FRA'],
  fromDate: '2025-03-01',
  toDate: '2025-03-31',
});
const both = { ...french, countryCode: ['KOR', 'FRA'] };
const isNone = 'There are no records of France here: it is none of the source countries.';

describe('a country that is none of the catalogue', () => {
  it('is refused by name, with the command that adds it', async () => {
    const { status, err } = await run('load', await writeFrench(), '--country', 'FRA');
    expect(status).toBe(1);
    expect(err).toBe('There is no source country "FRA". France can be made one:\n  npx tidewaiter country add FRA\n');
    for (const args of [
      ['plan', 'set', 'Paris', '--countries', 'FRA'],
      ['account', 'subscribe', inKorea.email, '--plan', 'SME', '--countries', 'FRA'],
      ['weightage', 'set', 'FRA', '--import', '2'],
    ]) {
      expect(await run(...args)).toMatchObject({ status: 1, err: expect.stringContaining('France can be made one') });
    }
  });

  it('is refused by name wherever a question names it, and costs nothing', async () => {
    const left = (await subscription(everywhere))?.queryPerDay;
    const { client } = everywhere;
    for (const call of [
      client.search(french),
      client.searchCount(both),
      client.pivot({ query: french, rows: 'importers', columns: 'months' }),
    ]) {
      expect(await failure(call)).toMatchObject({ code: 'VALIDATION', message: isNone });
    }
    expect((await failure(client.search(both))).details).toEqual([{ field: 'countryCode.1', message: isNone }]);
    expect((await subscription(everywhere))?.queryPerDay).toBe(left);
  });

  it('is in no list', async () => {
    expect(await run('country', 'list')).toMatchObject({
      status: 0,
      out: '81 source countries of the catalogue, 0 added.\n',
    });
    expect(await json('country', 'list', '--all')).toHaveLength(SOURCE_COUNTRIES.length);
    expect((await subscription(everywhere))?.countries).not.toContain('FRA');
  });
});

describe('a country that was added', () => {
  beforeAll(async () => {
    expect(await run('country', 'add', 'fra')).toEqual({
      status: 0,
      out: 'France is a source country now.\n',
      err: '',
    });
  });

  it('is added once, and one of the catalogue not at all', async () => {
    expect(await run('country', 'add', 'FRA')).toMatchObject({
      status: 1,
      err: 'France is a source country already.\n',
    });
    expect(await run('country', 'add', 'KOR')).toMatchObject({
      status: 1,
      err: 'South Korea is a source country already.\n',
    });
    expect(await json('country', 'list')).toEqual([
      { country: 'FRA', name: 'France', continent: 'Europe', added: true },
    ]);
  });

  it('is a part of plans of all countries, and of those that name it', async () => {
    expect((await subscription(everywhere))?.countries).toContain('FRA');
    expect((await subscription(inKorea))?.countries).toEqual(['KOR']);
    const named = await portal.signIn(['FRA']);
    expect((await subscription(named))?.countries).toEqual(['FRA']);
    await portal.services.accounts.plans.set('Chosen', { countries: [], countriesToChoose: 2, termMonths: null });
    const choosing = await portal.signIn(undefined, 'Chosen');
    const outside = await failure(choosing.client.chooseCountries({ countries: ['DEU'] }));
    expect(outside.code).toBe('VALIDATION');
    expect(await choosing.client.chooseCountries({ countries: ['FRA', 'KOR'] })).toEqual({ countries: ['FRA', 'KOR'] });
    // A subscription to every country, on a plan of fewer.
    const every = await portal.signIn(null, 'Chosen');
    expect((await subscription(every))?.countries).toContain('FRA');
  });

  it('is known by the name of a file, and loaded', async () => {
    const path = await writeFrench();
    const { out } = await run('load', path, '--dry-run');
    expect(out).toMatch(/country {3}FRA \(95%: the file's name says France\)/);
    expect(await run('load', path)).toMatchObject({ status: 0, err: '' });
    expect((await run('coverage', '--country', 'FRA')).out).toMatch(/^FRA France, imports: 30 records, 2025-03-01/);
  });

  it('answers as any other does', async () => {
    const { client, person } = everywhere;
    const { impForeignList = [], question } = await client.search({ ...french, numberOfRecords: 50 });
    expect(impForeignList).toHaveLength(30);
    for (const row of impForeignList) expect(row).toMatchObject({ ctry_name: 'France' });
    expect(question).toContain('Imports of France');
    expect(await client.searchCount(both)).toBe(30);
    const pivot = await client.pivot({ query: both, rows: 'sourceCountries', columns: 'months' });
    expect(pivot.rows).toMatchObject([{ name: 'FRA', total: { shipments: 30 } }]);
    const page = await client.company({ company: 'ACME 7 LTD' });
    expect(page.parts).toMatchObject([{ tradeType: 'IMPORT', countryCode: ['FRA'] }]);
    const headers = { accessedby: person.token };
    const { body } = await raw(portal, '/masterdata-management/countrylistbytrade/I', { headers });
    expect(body.countryList).toContainEqual(
      expect.objectContaining({ shortcode: 'FRA', name: 'France', iso2code: 'FR', records: 30 }),
    );
    const { coverageList } = await client.dataCoverage({});
    expect(coverageList.map(({ shortcode }) => shortcode)).toContain('FRA');
  });

  it('stays beyond a plan that does not name it', async () => {
    const { client } = inKorea;
    expect(await client.searchCount(french)).toBe(0);
    expect((await client.dataCoverage({})).notInPlan.map(({ name }) => name)).toContain('France');
  });

  it('goes once its records are gone', async () => {
    expect(await run('country', 'remove', 'FRA')).toMatchObject({
      status: 1,
      err: 'Records of France are loaded. Take them out first.\n  npx tidewaiter unload 2\n',
    });
    expect((await run('unload', '2')).status).toBe(0);
    expect(await run('country', 'remove', 'FRA')).toMatchObject({
      status: 0,
      out: 'France is no source country any more.\n',
    });
    expect((await failure(everywhere.client.search(french))).message).toBe(isNone);
    expect((await subscription(everywhere))?.countries).not.toContain('FRA');
    expect((await run('country', 'remove', 'FRA')).err).toBe('"FRA" was not added.\n');
    expect((await run('country', 'remove', 'KOR')).err).toBe('South Korea belongs to the catalogue, which stays.\n');
  });
});
