/** Lists from what is cached of everything against the same lists from a scan. */
import { type BreakdownQuery, breakdownQuery, LISTED_DIMENSIONS, type SearchPayload } from '@tidewaiter/contract';
import { loadRates } from '@tidewaiter/loader';
import { EVERYTHING, listOf } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { HEADER, smallMapping } from '@tidewaiter/testing/small-files';
import { beforeAll, describe, expect, it } from 'vitest';
import { MONTH_GROUPS } from '../schema/roll-ups.js';

const RECORDS = 6000;
const GOODS = ['Cotton shirts', 'Steel bolts', 'Frozen shrimp', 'Cotton yarn', ''];

/** More importers than are kept of everything; some buy frozen shrimp and nothing else. */
const importerOf = (n: number) => (n % 5 === 2 && n < 500 ? `Shrimp importer ${n}` : `Importer ${n % 1301}`);

const lineOf = (n: number, value: (n: number) => string) =>
  [n, `2024-0${1 + (n % 3)}-1${n % 10}`, n % 7 ? '850760' : '610910', importerOf(n), value(n), GOODS[n % 5]].join(',');

const test = sharedRecords();
const asked: string[] = [];
/** Whether the lists of everything were found from the roll-up by month. */
let isRolledUp: boolean | undefined;
/** Groups of a list of everything whose records are kept. */
let mostGroups = '1000000';

const load = async (name: string, trade: 'IMPORT' | 'EXPORT', lines: readonly string[]) => {
  const columns = { product_description: { from: 'goods' }, record_date: { from: 'date' }, hs_code: { from: 'hs' } };
  const amounts = { importer_name: { from: 'importer' }, total_value_usd: { from: 'usd' } };
  await test.loader.load({
    files: [{ path: await test.file(name, `${HEADER},goods\n${lines.join('\n')}\n`) }],
    mapping: smallMapping({ trade, columns: { ...columns, ...amounts } }),
  });
};

beforeAll(async () => {
  const lines = (value: (n: number) => string) => Array.from({ length: RECORDS }, (_, n) => lineOf(n, value));
  // Some imports are credited. All exports have the same value, so that names decide; but all bolts are credits.
  await load(
    'imports.csv',
    'IMPORT',
    lines((n) => (n % 97 ? `${(n * 37) % 1300}.25` : '-0.5')),
  );
  await load(
    'exports.csv',
    'EXPORT',
    lines((n) => (n % 5 === 1 ? `-${n}` : '5')),
  );
  await loadRates(test.records, await test.file('rates.csv', 'Date,Country,Exchange rate\n2024-01-01,India,83.1\n'));
  const { askedEngine: engine } = test.records;
  const ask = engine.query.bind(engine);
  engine.query = (statement) => {
    if (statement.name.startsWith('breakdown.')) asked.push(statement.name.slice('breakdown.'.length));
    if (statement.name === 'breakdown.everything') isRolledUp = statement.sql.includes(`FROM ${MONTH_GROUPS.name}`);
    return ask({ ...statement, sql: statement.sql.replaceAll('1000000', mostGroups) });
  };
});

const without = (searchValue: string[], changes: object = {}): SearchPayload => ({
  ...{ tradeType: 'IMPORT', searchBy: 'PRODUCT', matchType: 'D', searchValue },
  ...{ countryCode: ['KOR'], fromDate: '2024-01-01', toDate: '2024-02-29', ...changes },
});

/** The same, said so that it must be scanned. */
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
  const statements = asked.filter((name) => ['all', 'everything', 'negated-part'].includes(name));
  expect(found[0]?.total.shipments).toBeGreaterThan(0);
  expect(found).toEqual(await lists(breakdownQuery.parse(scanned(question))));
  return statements;
}

describe('everything but what contains some text', () => {
  it('is everything, which is found once, without the part left out', async () => {
    expect(await hold(without(['shrimp']))).toEqual(['everything', 'negated-part']);
    expect(isRolledUp).toBe(true);
    expect(await hold(without(['yarn']))).toEqual(['negated-part']);
    expect(await hold(without(['bolt', 'no such thing']))).toEqual(['negated-part']);
  });

  it('is everything where nothing is left out', async () => {
    expect(await hold(without(['no such thing at all']))).toEqual([]);
  });

  it('has no group of which all is left out', async () => {
    const importers = async (words: string[]) =>
      (await listOf(test.records, 'importers', breakdownQuery.parse(without(words)), EVERYTHING)).distinctCount;
    expect((await importers(['qq'])) - (await importers(['shrimp']))).toBe(66);
  });

  it('reads the days of a month that is cut', async () => {
    expect(await hold(without(['shrimp'], { fromDate: '2024-01-12', toDate: '2024-03-15' }))).toEqual([
      'everything',
      'negated-part',
    ]);
    expect(await hold(without(['shrimp'], { fromDate: '2024-01-12', toDate: '2024-02-28' }))).toEqual(['all']);
  });

  it('is scanned where much is left out, and where its largest groups may be others than those of everything', async () => {
    expect(await hold(without(['co', 'st', 'sh']))).toEqual(['all']);
    expect(await hold(without(['yarn'], { tradeType: 'EXPORT' }))).toEqual(['everything', 'negated-part']);
    expect(await hold(without(['bolt'], { tradeType: 'EXPORT' }))).toEqual(['negated-part', 'all']);
  });

  it('is scanned where a list has more groups than can be kept', async () => {
    mostGroups = '500';
    const february = { fromDate: '2024-02-01' };
    expect(await hold(without(['shrimp'], february))).toEqual(['everything', 'all']);
    expect(await hold(without(['no such thing at all'], february))).toEqual([]);
  });

  it('is found from the records where the roll-up has as many rows as they are', async () => {
    // Importers of one record each: all groups of all lists together are more than the records.
    const lines = Array.from({ length: 8 * RECORDS }, (_, n) =>
      lineOf(RECORDS + n, () => '7').replace(/(Shrimp i|I)mporter/, `Only ${n}`),
    );
    await load('more.csv', 'IMPORT', lines);
    mostGroups = '1000000';
    const question = without(['shrimp'], { fromDate: '2024-01-03', toDate: '2024-02-29' });
    expect(await hold(question)).toEqual(['everything', 'negated-part']);
    expect(isRolledUp).toBe(false);
    expect(await hold({ ...question, searchValue: ['bolt'] })).toEqual(['negated-part']);
  });
});
