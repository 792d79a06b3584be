import { join } from 'node:path';
import { Loader, loadNomenclature } from '@tidewaiter/loader';
import { sharedFolder } from '@tidewaiter/testing/folder';
import { type Gateway, startGateway } from '@tidewaiter/testing/gateway';
import { countOf, question } from '@tidewaiter/testing/records';
import { HEADER, smallMapping, writeSmallFile } from '@tidewaiter/testing/small-files';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openRecords, type Records } from './records.js';

let gateway: Gateway;
const folder = sharedFolder();
let here: Records;
let there: Records;

const database = 'portals';
beforeAll(async () => {
  gateway = await startGateway();
  await gateway.ask(`CREATE DATABASE ${database}`);
  // At once: two that start together make the tables together.
  [here, there] = await Promise.all([open('here'), open('there')]);
});
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  await gateway.stop();
});
/** The next test begins without records, and both portals know. */
afterEach(async () => {
  // What the other loaded last, this one may not have seen yet: it would be left to the next test.
  await agree();
  await here.publication.unload(await loadsOf(here));
  await agree();
});

const versionOf = async (records: Records) => (await records.versions.current()).version;
const agree = () => expect.poll(async () => (await versionOf(here)) === (await versionOf(there))).toBe(true);

const open = (name: string) => openRecords(join(folder, name), { server: { url: gateway.url(database) } });
const load = async (records: Records, no: number) => {
  const path = await writeSmallFile(folder, `${no}.csv`, `${HEADER}\n${no},2020-01-01,8517,Acme,5\n`);
  return new Loader(records).load({ files: [{ path }], mapping: smallMapping() });
};
const count = async (records: Records) => (await countOf(records, question())).count;
const loadsOf = async (records: Records) => (await records.loads.list()).map(({ loadId }) => loadId);

describe('portals that share a record server', () => {
  it('see what another has published before long, and their own at once', async () => {
    expect(await count(there)).toBe(0);
    // Who warms caches hears of it, too.
    const heard: number[] = [];
    there.versions.followedBy(({ version }) => heard.push(version));
    await load(here, 1);
    expect(await count(here)).toBe(1);
    await expect.poll(async () => (await versionOf(there)) && heard.at(-1)).toBe(await versionOf(here));
    await expect.poll(() => count(there)).toBe(1);
    await there.publication.unload(await loadsOf(there));
    expect(await count(there)).toBe(0);
    await expect.poll(() => count(here)).toBe(0);
  });

  it('call HS codes as the file says that another has loaded', async () => {
    const lines = ['section,hscode,description,parent,level', 'II,09,Drinks to brew,TOTAL,2', 'II,0901,Beans,09,4', ''];
    const path = await writeSmallFile(folder, 'hs.csv', lines.join('\n'));
    const called = async () => (await there.nomenclature.above('0901')).map(({ text }) => text);
    expect(await called()).toEqual(['Coffee, tea and spices', 'Coffee']);
    await loadNomenclature(here, path);
    await expect.poll(called).toEqual(['Drinks to brew', 'Beans']);
    await there.nomenclature.remove();
    await expect.poll(async () => (await here.nomenclature.report()).nomenclatureVersion).toBe(0);
  });

  it('take records of a country that another has added, row by row too', async () => {
    const path = await writeSmallFile(folder, 'rows.csv', `land,${HEADER}\nFRA,1,2020-01-01,8517,Acme,5\n`);
    const loadRows = (records: Records) =>
      new Loader(records).load({ files: [{ path }], mapping: smallMapping({ country: { from: 'land' } }) });
    await expect(loadRows(there)).rejects.toThrow('No row');
    await here.countries.add('FRA');
    const known = async (records: Records) => (await records.countries.added()).map(({ name }) => name);
    expect(await known(here)).toEqual(['France']);
    await expect.poll(() => known(there)).toEqual(['France']);
    await loadRows(there);
    expect(await count(there)).toBe(0);
    expect((await countOf(there, question({ countryCode: ['FRA'] }))).count).toBe(1);
    await expect(here.countries.remove('FRA')).rejects.toThrow('Records of France are loaded');
    await here.publication.unload(await loadsOf(here));
    await here.countries.remove('FRA');
    await expect.poll(() => known(there)).toEqual([]);
  });

  it('change the records one after another', async () => {
    // By chance all their tries could coincide, and both be refused: here they step back for different times.
    let turn = 0;
    const chance = vi.spyOn(Math, 'random').mockImplementation(() => (turn++ % 2 === 0 ? 0 : 0.999));
    const results = await Promise.allSettled([load(here, 1), load(there, 2)]);
    chance.mockRestore();
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
    for (const reason of refused) expect(reason).toMatch(/A load of another portal is running\. Wait for it to end/);
    expect(refused.length).toBeLessThanOrEqual(1);
    await load(here, 3);
    await load(there, 4);
    const records = 4 - refused.length;
    expect(await count(there)).toBe(records);
    await expect.poll(() => count(here)).toBe(records);
    expect(new Set(await loadsOf(there)).size).toBe(records);
  });

  it('leave what another is loading alone when they start', async () => {
    const before = gateway.received.length;
    const loading = load(here, 1);
    const isWriting = () => gateway.received.slice(before).some((sql) => sql.includes('INSERT INTO records'));
    await expect.poll(isWriting).toBe(true);
    const third = await open('third');
    await loading;
    expect(await count(third)).toBeLessThanOrEqual(1);
    await expect.poll(() => count(third)).toBe(1);
    await third.close();
  });

  it('never show what a portal writes that was taken for dead', async () => {
    await load(here, 1);
    const [first = 0] = await loadsOf(here);
    // A portal that claimed an hour ago, was writing the next two loads, and never let go.
    await gateway.ask(
      `INSERT INTO ${database}.change_claims
        SELECT 'dead', 'A load', now64(3, 'UTC') - INTERVAL 1 HOUR, ${first + 2}, false`,
    );
    await load(there, 4);
    expect(await loadsOf(there)).toEqual([first, first + 3]);
    await gateway.ask(
      `INSERT INTO ${database}.records (load_id, id, trade_type, country, record_date, hs_code)
        SELECT ${first + 2}, unhex(repeat('ab', 16)), 'IMPORT', 'KOR', '2020-01-01', '8517'`,
    );
    expect(await count(there)).toBe(2);
  });

  it('wait while another holds its claim, and say so', async () => {
    await gateway.ask(`INSERT INTO ${database}.change_claims SELECT 'alive', 'An unload', now64(3, 'UTC'), 0, false`);
    await expect(load(here, 1)).rejects.toThrow('An unload of another portal is running. Wait for it to end');
    await gateway.ask(`INSERT INTO ${database}.change_claims SELECT 'alive', 'An unload', now64(3, 'UTC'), 0, true`);
    await load(here, 1);
    expect(await count(here)).toBe(1);
  });

  it('publish nothing over what another has published meanwhile', async () => {
    const change = here.versions.change('A test', async () => {
      await gateway.ask(
        `INSERT INTO ${database}.data_versions
          SELECT * REPLACE (version + 1 AS version, 9 AS rates_version, 'another change' AS change_id)
          FROM ${database}.data_versions ORDER BY version DESC LIMIT 1`,
      );
      await here.versions.publish({ ratesVersion: 5 }, 'test');
    });
    await expect(change).rejects.toThrow('Another portal has changed the records meanwhile');
    await expect.poll(async () => (await here.versions.current()).ratesVersion).toBe(9);
  });

  it('publish once, also when the connection is lost right after', async () => {
    const { version } = await here.versions.current();
    gateway.cut(/INSERT INTO data_versions/, 'after');
    await load(here, 1);
    expect(await count(here)).toBe(1);
    const published = `SELECT version FROM ${database}.data_versions WHERE version > ${version}`;
    expect(await gateway.ask(published)).toEqual([[version + 1]]);
  });
});
