/** Lists from what is cached of everything against the same lists from the records. */
import { type BreakdownQuery, breakdownQuery, LISTED_DIMENSIONS, type SearchPayload } from '@tidewaiter/contract';
import { loadRates } from '@tidewaiter/loader';
import { EVERYTHING, listOf } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { HEADER, smallMapping } from '@tidewaiter/testing/small-files';
import { beforeAll, describe, expect, it } from 'vitest';

const RECORDS = 6000;
const GOODS = ['Cotton shirts', 'Steel bolts', 'Frozen shrimp', 'Cotton yarn', ''];

/** More importers than are kept of everything; some buy frozen shrimp and nothing else. */
const importerOf = (n: number) => (n % 5 === 2 && n < 500 ? `Shrimp importer ${n}` : `Importer ${n % 1301}`);

const lineOf = (n: number, value: (n: number) => string) =>
  [n, `2024-0${1 + (n % 3)}-1${n % 10}`, n % 7 ? '850760' : '610910', importerOf(n), value(n), GOODS[n % 5]].join(',');

const test = sharedRecords();
const asked: string[] = [];
/** Groups of a list of everything whose records are kept. */
let mostGroups = '1000000';

const columns = {
  ...{ product_description: { from: 'goods' }, record_date: { from: 'date' }, hs_code: { from: 'hs' } },
  ...{ importer_name: { from: 'importer' }, total_value_usd: { from: 'usd' } },
};
const load = (trade: 'IMPORT' | 'EXPORT', lines: readonly string[]) =>
  test.load(lines, { header: `${HEADER},goods`, mapping: smallMapping({ trade, columns }) });

beforeAll(async () => {
  const lines = (value: (n: number) => string) => Array.from({ length: RECORDS }, (_, n) => lineOf(n, value));
  // Some imports are credited. All exports have the same value, so that names decide; but all bolts are credits.
  const [credited, alike] = [
    lines((n) => (n % 97 ? `${(n * 37) % 1300}.25` : '-0.5')),
    lines((n) => (n % 5 === 1 ? `-${n}` : '5')),
  ];
  await load('IMPORT', credited);
  await load('EXPORT', alike);
  await loadRates(test.records, await test.file('rates.csv', 'Date,Country,Exchange rate\n2024-01-01,India,83.1\n'));
  const { askedEngine: engine } = test.records;
  const ask = engine.query.bind(engine);
  engine.query = (statement) => {
    if (statement.name.startsWith('breakdown.')) asked.push(statement.name.slice('breakdown.'.length));
    return ask({ ...statement, sql: statement.sql.replaceAll('1000000', mostGroups) });
  };
});

const without = (searchValue: string[], changes: object = {}): SearchPayload => ({
  ...{ tradeType: 'IMPORT', searchBy: 'PRODUCT', matchType: 'D', searchValue },
  ...{ countryCode: ['KOR'], fromDate: '2024-01-01', toDate: '2024-02-29', ...changes },
});

/** The same, said so that its records must be read. */
const scanned = (question: SearchPayload): SearchPayload => ({
  ...question,
  queryBuilder: [{ relation: 'NOT', searchBy: 'PRODUCT', matchType: 'C', searchValue: ['no such thing'] }],
});

const lists = (question: BreakdownQuery) =>
  Promise.all(LISTED_DIMENSIONS.map((dimension) => listOf(test.records, dimension, question, EVERYTHING)));

/** Holds all lists of a question against a scan of it, and says which statements found them. */
async function hold(question: SearchPayload): Promise<string[]> {
  asked.length = 0;
  const found = await lists(breakdownQuery.parse(question));
  const statements = asked.filter((name) => ['all', 'few', 'everything', 'negated-part'].includes(name));
  expect(found[0]?.total.shipments).toBeGreaterThan(0);
  expect(found).toEqual(await lists(breakdownQuery.parse(scanned(question))));
  return statements;
}

describe('everything but what contains some text', () => {
  it('is everything, which is found once, without the part left out', async () => {
    expect(await hold(without(['shrimp']))).toEqual(['everything', 'negated-part']);
    expect(await hold(without(['yarn']))).toEqual(['negated-part']);
    expect(await hold(without(['bolt', 'no such thing']))).toEqual(['negated-part']);
    expect(await hold(without(['no such thing at all']))).toEqual([]);
  });

  it('has no group of which all is left out', async () => {
    const importers = async (words: string[]) =>
      (await listOf(test.records, 'importers', breakdownQuery.parse(without(words)), EVERYTHING)).distinctCount;
    expect((await importers(['qq'])) - (await importers(['shrimp']))).toBe(66);
  });

  it('reads the days of a month that is cut', async () => {
    const cut = { fromDate: '2024-01-12', toDate: '2024-03-15' };
    expect(await hold(without(['shrimp'], cut))).toEqual(['everything', 'negated-part']);
    const within = { fromDate: '2024-01-12', toDate: '2024-01-28' };
    expect(await hold(without(['shrimp'], within))).toEqual(['everything', 'negated-part']);
  });

  it('is read by itself where much is left out, and where its largest groups may be others than those of everything', async () => {
    expect(await hold(without(['co', 'st', 'sh']))).toEqual(['few']);
    expect(await hold(without(['yarn'], { tradeType: 'EXPORT' }))).toEqual(['everything', 'negated-part']);
    expect(await hold(without(['bolt'], { tradeType: 'EXPORT' }))).toEqual(['negated-part', 'few']);
  });

  it('is read by itself where a list has more groups than can be kept', async () => {
    mostGroups = '500';
    const february = { fromDate: '2024-02-01' };
    expect(await hold(without(['shrimp'], february))).toEqual(['everything', 'few']);
    expect(await hold(without(['no such thing at all'], february))).toEqual([]);
  });
});
