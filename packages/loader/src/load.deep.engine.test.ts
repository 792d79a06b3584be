/** Loads as a whole, further: ids through cleaning and countries, and what is refused. */
import { readFile } from 'node:fs/promises';
import { countOf, EVERYTHING, pageOf } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { HEADER, smallMapping } from '@tidewaiter/testing/small-files';
import { afterEach, describe, expect, it } from 'vitest';
import { all, countAll, SMALL } from '../testing/small-records.js';

const test = sharedRecords();

const count = () => countAll(test);

describe('loading again', () => {
  afterEach(() => test.empty());

  it('a record keeps its id when its file is cleaned better', async () => {
    const ids = async () => (await pageOf(test.records, all(), EVERYTHING)).rows.map((row) => row.id).sort();
    const path = await test.file('a.csv', `${HEADER}\n1,2020-01-01,8517,Acme Ltd,5\n2,2020-01-02,8517,"N/A",6\n`);
    await test.loader.load({ files: [{ path }], mapping: smallMapping() });
    const before = await ids();
    const better = smallMapping({ missing: ['', 'N/A', 'Acme Ltd'] });
    const [again] = await test.loader.load({ files: [{ path }], mapping: better, accept: true });
    expect(await ids()).toEqual(before);
    expect((await test.records.loads.list()).map((load) => load.loadId)).toEqual([again?.loadId]);
  });

  it('without a natural key, equal rows are told apart by their occurrence', async () => {
    const path = await test.file('b.csv', `${HEADER}\n1,2020-01-01,8517,Acme,5\n1,2020-01-01,8517,Acme,5\n`);
    const keyless = smallMapping({ naturalKey: [] });
    await test.loader.load({ files: [{ path }], mapping: keyless });
    const { rows } = await pageOf(test.records, all(), EVERYTHING);
    expect(new Set(rows.map((row) => row.id)).size).toBe(2);
  });

  it('what is unloaded is gone, and can be loaded again', async () => {
    const [first] = await test.loader.load({ files: [{ path: SMALL }] });
    const loadId = first?.loadId ?? 0;
    await test.records.publication.unload([loadId]);
    expect(await count()).toBe(0);
    await test.loader.load({ files: [{ path: SMALL }] });
    expect(await count()).toBe(4);
    await expect(test.records.publication.unload([loadId])).rejects.toThrow(`There is no load ${loadId}.`);
  });
});

describe('all or nothing', () => {
  afterEach(() => test.empty());

  it('a dry run says which loads hold its records already, and what it read all the same', async () => {
    const [first] = await test.loader.load({ files: [{ path: SMALL }], source: 'customs' });
    const corrected = await test.file('corrected.csv', (await readFile(SMALL, 'utf8')).replace(/\n$/, '\n\n'));
    const [outcome] = await test.loader.load({
      ...{ files: [{ path: corrected }], source: 'customs', dryRun: true },
    });
    expect(outcome).toMatchObject({
      ...{ loadId: null, sameAs: null, report: { rowsLoaded: 4 } },
      overlaps: [`4 of them in load ${first?.loadId}; to put this file in its place: --replace ${first?.loadId}`],
    });
    expect(outcome?.understood?.columns.length).toBeGreaterThan(0);
    expect(await count()).toBe(4);
  });

  it('what a stop of the portal ends says so in our words, and leaves nothing', async () => {
    for (const at of ['reading', 'writing']) {
      let closed: Promise<unknown> = Promise.resolve();
      const load = test.loader.load({ files: [{ path: SMALL }] }, ({ phase }) => {
        if (phase === at) closed = test.records.close();
      });
      await expect(load).rejects.toMatchObject({ name: 'OperatorError', message: expect.stringContaining('stopped') });
      await closed;
      await test.reopen();
      expect(await count()).toBe(0);
    }
    await test.loader.load({ files: [{ path: SMALL }] });
    expect(await count()).toBe(4);
  });

  it('the same record in two files of one load is refused', async () => {
    const one = await test.file('one.csv', `${HEADER}\n1,2020-01-01,8517,Acme,5\n`);
    const two = await test.file('two.csv', `${HEADER}\n1,2020-01-01,8517,Acme,6\n`);
    const load = test.loader.load({ files: [{ path: one }, { path: two }], mapping: smallMapping() });
    await expect(load).rejects.toThrow('records that are loaded already');
    expect(await count()).toBe(0);
  });

  it('what is loaded is there after a restart', async () => {
    await test.loader.load({ files: [{ path: SMALL }] });
    await test.reopen();
    expect(await count()).toBe(4);
  });
});

describe('whose records they are', () => {
  afterEach(() => test.empty());

  it('the same file twice in one command is said so', async () => {
    const path = await test.file('a.csv', ROW);
    const error = await test.loader
      .load({ files: [{ path }, { path }], mapping: smallMapping() })
      .catch((thrown) => thrown);
    expect(error.details).toEqual(['1 of them in another file of this command']);
  });

  const NO_COUNTRY = { country: undefined };
  const ROW = `${HEADER}\n1,2020-01-01,8517,Acme,5\n`;
  const counted = (countryCode: string) => countOf(test.records, all({ countryCode: [countryCode] }), EVERYTHING);

  it('the same file under another country takes its own place', async () => {
    const path = await test.file('a.csv', ROW);
    await test.loader.load({ files: [{ path }], country: 'KOR', mapping: smallMapping(NO_COUNTRY) });
    await test.loader.load({ files: [{ path }], country: 'VNM', mapping: smallMapping(NO_COUNTRY) });
    expect([(await counted('KOR')).count, (await counted('VNM')).count]).toEqual([0, 1]);
    expect(await test.records.loads.list()).toMatchObject([{ country: 'VNM' }]);
  });

  it('two countries may number their declarations alike', async () => {
    const korea = await test.file('k.csv', ROW);
    const vietnam = await test.file('v.csv', ROW.replace('Acme', 'Bolt'));
    await test.loader.load({ files: [{ path: korea }], country: 'KOR', mapping: smallMapping(NO_COUNTRY) });
    await test.loader.load({ files: [{ path: vietnam }], country: 'VNM', mapping: smallMapping(NO_COUNTRY) });
    expect([(await counted('KOR')).count, (await counted('VNM')).count]).toEqual([1, 1]);
  });
});
