/** Loads as a whole, further: ids through cleaning and countries, and what is refused. */
import { readFile } from 'node:fs/promises';
import { countOf, EVERYTHING, pageOf } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { HEADER, smallMapping } from '@tidewaiter/testing/small-files';
import { afterEach, describe, expect, it } from 'vitest';
import { loadsOf } from '../testing/loads.js';
import { all, countAll, SMALL } from '../testing/small-records.js';

const test = sharedRecords();
const { refused, small } = loadsOf(test);
afterEach(() => test.empty());

const count = () => countAll(test);
const files = [{ path: SMALL }];
const ROW = `${HEADER}\n1,2020-01-01,8517,Acme,5\n`;
const loadBoth = async (...texts: string[]) => {
  const paths = await Promise.all(texts.map((text, at) => test.file(`${at}.csv`, text)));
  return test.loader.load({ files: paths.map((path) => ({ path })), mapping: smallMapping() });
};

describe('loading again', () => {
  const ids = async () => (await pageOf(test.records, all(), EVERYTHING)).rows.map((row) => row.id).sort();

  it('a record keeps its id when its file is cleaned better', async () => {
    const text = `${HEADER}\n1,2020-01-01,8517,Acme Ltd,5\n2,2020-01-02,8517,"N/A",6\n`;
    await small(text);
    const before = await ids();
    const again = await small(text, { missing: ['', 'N/A', 'Acme Ltd'] }, { accept: true });
    expect(await ids()).toEqual(before);
    expect((await test.records.loads.list()).map((load) => load.loadId)).toEqual([again.loadId]);
  });

  it('without a natural key, equal rows are told apart by their occurrence', async () => {
    await small(`${ROW}1,2020-01-01,8517,Acme,5\n`, { naturalKey: [] });
    expect(new Set(await ids()).size).toBe(2);
  });

  it('what is loaded is there after a restart; what is unloaded is gone, and can be loaded again', async () => {
    const [first] = await test.loader.load({ files });
    const loadId = first?.loadId ?? 0;
    await test.reopen();
    expect(await count()).toBe(4);
    await test.records.publication.unload([loadId]);
    expect(await count()).toBe(0);
    await test.loader.load({ files });
    expect(await count()).toBe(4);
    await expect(test.records.publication.unload([loadId])).rejects.toThrow(`There is no load ${loadId}.`);
  });

  it('a dry run says which loads hold its records already, and what it read all the same', async () => {
    const [first] = await test.loader.load({ files, source: 'customs' });
    const corrected = await test.file('corrected.csv', (await readFile(SMALL, 'utf8')).replace(/\n$/, '\n\n'));
    const [outcome] = await test.loader.load({ files: [{ path: corrected }], source: 'customs', dryRun: true });
    expect(outcome).toMatchObject({
      ...{ loadId: null, sameAs: null, report: { rowsLoaded: 4 } },
      overlaps: [`4 of them in load ${first?.loadId}; to put this file in its place: --replace ${first?.loadId}`],
    });
    expect(outcome?.understood?.columns.length).toBeGreaterThan(0);
    expect(await count()).toBe(4);
  });
});

describe('all or nothing', () => {
  it.each(['reading', 'writing'])('what a stop of the portal ends while %s says so, and leaves nothing', async (at) => {
    let closed: Promise<unknown> = Promise.resolve();
    const load = test.loader.load({ files }, ({ phase }) => {
      if (phase === at) closed = test.records.close();
    });
    await expect(load).rejects.toMatchObject({ name: 'OperatorError', message: expect.stringContaining('stopped') });
    await closed;
    await test.reopen();
    expect(await count()).toBe(0);
    await test.loader.load({ files });
    expect(await count()).toBe(4);
  });

  it('the same record in two files of one load is refused, and the same file twice said so', async () => {
    await expect(loadBoth(ROW, ROW.replace(',5', ',6'))).rejects.toThrow('records that are loaded already');
    expect(await count()).toBe(0);
    expect((await refused(loadBoth(ROW, ROW))).details).toEqual(['1 of them in another file of this command']);
  });

  it('wrong years are loaded as they are, however many', async () => {
    const rows = Array.from({ length: 170 }, (_, n) => `${n},${1975 + n}-01-01,8517,Acme,1`);
    const { report } = await small(`${HEADER}\n${rows.join('\n')}\n`);
    expect(report).toMatchObject({ rowsLoaded: 170, lastDate: '2144-01-01' });
  });
});

describe('whose records they are', () => {
  const load = (country: string, text = ROW) => small(text, { country: undefined }, { country, name: 'a.csv' });
  const counts = async () => {
    const of = (countryCode: string) => countOf(test.records, all({ countryCode: [countryCode] }), EVERYTHING);
    return [(await of('KOR')).count, (await of('VNM')).count];
  };

  it('the same file under another country takes its own place', async () => {
    await load('KOR');
    await load('VNM');
    expect(await counts()).toEqual([0, 1]);
    expect(await test.records.loads.list()).toMatchObject([{ country: 'VNM' }]);
  });

  it('two countries may number their declarations alike', async () => {
    await load('KOR');
    await load('VNM', ROW.replace('Acme', 'Bolt'));
    expect(await counts()).toEqual([1, 1]);
  });
});
