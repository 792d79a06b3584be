/** A source country that the operator adds: from the command to the answers, and back. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SOURCE_COUNTRIES } from '@tidewaiter/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { failure, payload } from '../../testing/calls.js';
import { commandsOf } from '../../testing/command-line.js';
import { subscription } from '../../testing/portal.js';
import { sharedAccount, sharedPortal } from '../../testing/shared-portal.js';

const portal = sharedPortal();
const everywhere = sharedAccount(portal);
const inKorea = sharedAccount(portal, ['KOR']);

const { run, json } = commandsOf(portal);

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
const days = { fromDate: '2025-03-01', toDate: '2025-03-31' };
const french = payload({ searchValue: ['8517'], countryCode: ['FRA'], ...days });
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
      client.pivot({ query: french, rows: 'months' }),
    ])
      expect(await failure(call)).toMatchObject({ code: 'VALIDATION', message: isNone });
    expect((await failure(client.search(both))).details).toEqual([{ field: 'countryCode.1', message: isNone }]);
    expect((await subscription(everywhere))?.queryPerDay).toBe(left);
  });
});

describe('a country that was added', () => {
  beforeAll(async () => {
    expect((await subscription(everywhere))?.countries).not.toContain('FRA');
    const added = { status: 0, out: 'France is a source country now.\n', err: '' };
    expect(await run('country', 'add', 'fra')).toEqual(added);
  });

  it('is added once, and one of the catalogue not at all', async () => {
    for (const [code, name] of Object.entries({ FRA: 'France', KOR: 'South Korea' }))
      expect((await run('country', 'add', code)).err).toBe(`${name} is a source country already.\n`);
    const added = { country: 'FRA', name: 'France', continent: 'Europe', added: true };
    expect(await json('country', 'list')).toEqual([added]);
    expect(await json('country', 'list', '--all')).toHaveLength(SOURCE_COUNTRIES.length + 1);
    expect((await run('country', 'list')).out).toContain('81 source countries of the catalogue, 1 added.');
  });

  it('is a part of plans of all countries, and of those that name it', async () => {
    expect((await subscription(everywhere))?.countries).toContain('FRA');
    expect((await subscription(inKorea))?.countries).toEqual(['KOR']);
    expect((await subscription(await portal.signIn(['FRA'])))?.countries).toEqual(['FRA']);
    await portal.services.accounts.plans.catalogue.set('Chosen', {
      countries: [],
      countriesToChoose: 2,
      termMonths: null,
    });
    const { client } = await portal.signIn(undefined, 'Chosen');
    expect((await failure(client.chooseCountries({ countries: ['DEU'] }))).code).toBe('VALIDATION');
    expect(await client.chooseCountries({ countries: ['FRA', 'KOR'] })).toEqual({ countries: ['FRA', 'KOR'] });
    // A subscription to every country, on a plan of fewer.
    expect((await subscription(await portal.signIn(null, 'Chosen')))?.countries).toContain('FRA');
  });

  it('is known by the name of a file, and loaded', async () => {
    const path = await writeFrench();
    const { out } = await run('load', path, '--dry-run');
    expect(out).toMatch(/country {3}FRA \(95%: the file's name says France\)/);
    expect(await run('load', path)).toMatchObject({ status: 0, err: '' });
    expect((await run('coverage', '--country', 'FRA')).out).toMatch(/^FRA France, imports: 30 records, 2025-03-01/);
  });

  it('goes once its records are gone', async () => {
    const remove = (code: string) => run('country', 'remove', code);
    const held = 'Records of France are loaded. Take them out first.\n  npx tidewaiter unload 2\n';
    expect(await remove('FRA')).toMatchObject({ status: 1, err: held });
    expect((await run('unload', '2')).status).toBe(0);
    expect((await remove('FRA')).out).toBe('France is no source country any more.\n');
    expect((await failure(everywhere.client.search(french))).message).toBe(isNone);
    expect((await subscription(everywhere))?.countries).not.toContain('FRA');
    expect((await remove('FRA')).err).toBe('"FRA" was not added.\n');
    expect((await remove('KOR')).err).toBe('South Korea belongs to the catalogue, which stays.\n');
  });
});
