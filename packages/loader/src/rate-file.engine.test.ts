import { OperatorError } from '@tidewaiter/contract';
import { EVERYTHING, pageOf } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { afterEach, describe, expect, it } from 'vitest';
import { all, countAll, SMALL } from '../testing/small-records.js';
import { loadRates } from './rate-file.js';

const test = sharedRecords();
afterEach(() => test.empty());

const count = () => countAll(test);

describe('exchange rates', () => {
  const RATES = 'Date,Country,Exchange rate\n2020-01-01,South Korea,1160\n2020-02-01,South Korea,1200\n';

  it('convert local values by the month, exactly and marked, once the file is loaded again', async () => {
    const [without] = await test.loader.load({ files: [{ path: SMALL }] });
    expect(without?.report).toMatchObject({ usdDerived: 0, usdWithoutRate: 4 });
    const path = await test.file('rates.csv', RATES);
    expect(await loadRates(test.records, path)).toMatchObject({ currencies: 1, rates: 2 });
    const [again] = await test.loader.load({ files: [{ path: SMALL }] });
    expect(again?.report).toMatchObject({ usdDerived: 4, usdWithoutRate: 0 });
    const { rows } = await pageOf(test.records, all({ searchValue: ['0901'] }), EVERYTHING);
    // 3654000.25 / 1160
    expect(rows).toMatchObject([{ total_value_usd: '3150.000216', usd_derived: true }]);
    expect(await count()).toBe(4);
  });

  it('of the demo go with it, and those of an operator stay', async () => {
    const path = await test.file('rates.csv', RATES);
    const inForce = async () => (await test.records.versions.current()).ratesVersion;
    const ofDemo = await loadRates(test.records, path, { demo: true });
    expect(await inForce()).toBe(ofDemo.ratesVersion);
    await test.records.rates.removeDemo();
    expect(await inForce()).toBe(0);
    await loadRates(test.records, path, { demo: true });
    const { ratesVersion } = await loadRates(test.records, path);
    await test.records.rates.removeDemo();
    expect(await inForce()).toBe(ratesVersion);
  });

  it('a wrong rate file changes nothing', async () => {
    const wrong = await test.file('rates.csv', `${RATES}2020-02-15,Atlantis,3\n2020-13-01,Japan,x\n`);
    const before = await test.records.versions.current();
    const error = await loadRates(test.records, wrong).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(OperatorError);
    expect(error.details).toEqual([
      'line 4: no currency is known for: Atlantis',
      'line 5: not a date as 2026-01-31: 2020-13-01',
    ]);
    expect(await test.records.versions.current()).toEqual(before);
    const written = ['01/02/2020', '2020-1-5', '20200101', 'Jan 2020', '', '2020-01-01 00:00:00'];
    const dates = await test.file('dates.csv', `${RATES}${written.map((date) => `${date},Japan,3\n`).join('')}`);
    await expect(loadRates(test.records, dates)).rejects.toMatchObject({
      message: `${dates} was not loaded: some rows are wrong.`,
      details: written.map((date, at) => `line ${at + 4}: not a date as 2026-01-31: ${date}`),
    });
    await expect(loadRates(test.records, SMALL)).rejects.toThrow('is not a rate file');
  });

  it('a load of rates and a load of records do not run into each other', async () => {
    const path = await test.file('rates.csv', RATES);
    const { version, highestLoad } = await test.records.versions.current();
    const load = test.loader.load({ files: [{ path: SMALL }] });
    await expect(loadRates(test.records, path)).rejects.toThrow('A load is running');
    await load;
    const rates = loadRates(test.records, path);
    await expect(test.records.publication.unload([1])).rejects.toThrow('A load of rates is running');
    const { ratesVersion } = await rates;
    expect(await test.records.versions.current()).toMatchObject({
      ...{ version: version + 2, highestLoad: highestLoad + 1, ratesVersion },
    });
    expect(await count()).toBe(4);
  });

  it('a rate file without rates is refused, and its number is not used twice', async () => {
    const path = await test.file('rates.csv', RATES);
    const empty = await test.file('empty.csv', 'Date,Country,Exchange rate\n');
    const { ratesVersion } = await loadRates(test.records, path);
    await expect(loadRates(test.records, empty)).rejects.toThrow('holds no rates');
    expect((await loadRates(test.records, path)).ratesVersion).toBe(ratesVersion + 1);
  });
});
