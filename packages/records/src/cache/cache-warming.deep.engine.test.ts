/** What the first questions of a data version need is found before anybody asks. */
import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, breakdownQuery } from '@tidewaiter/contract';
import { EVERYTHING, listOf } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { HEADER, smallMapping } from '@tidewaiter/testing/small-files';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

const test = sharedRecords();
const asked: string[] = [];
/** In place of the next statement of a name. */
let slow: { name: string; sql: string } | undefined;

function watch(): void {
  const { askedEngine: engine } = test.records;
  const [query, stream] = [engine.query.bind(engine), engine.stream.bind(engine)];
  engine.query = (statement) => {
    asked.push(statement.name);
    return query(slow?.name === statement.name ? { ...statement, sql: slow.sql } : statement);
  };
  engine.stream = async (statement, read) => {
    await stream(statement, read);
    asked.push(statement.name);
  };
}

beforeAll(watch);
beforeEach(() => {
  asked.length = 0;
  slow = undefined;
});

let loads = 0;

/** Some of each importer's records, so many that there are fewer groups than records. */
async function load(): Promise<void> {
  loads += 1;
  const lines = Array.from(
    { length: 200 },
    (_, n) => `${loads}-${n},2024-01-1${n % 10},850760,Importer ${n % 3},5.5,${n % 9 ? 'Steel bolts' : 'Cotton yarn'}`,
  );
  const columns = { ...smallMapping().columns, product_description: { from: 'goods' } };
  await test.load(lines, { header: `${HEADER},goods`, mapping: smallMapping({ columns }) });
}

/** The importers of all records but those of some goods. */
async function importersWithout(goods: string) {
  const query = breakdownQuery.parse({
    ...{ tradeType: 'IMPORT', searchBy: 'PRODUCT', matchType: 'D', searchValue: [goods] },
    ...{ countryCode: ['KOR'], fromDate: '2024-01-01', toDate: '2024-01-31' },
  });
  return (await listOf(test.records, 'importers', query, EVERYTHING)).total.shipments;
}

const made = (name: string) => asked.filter((one) => one === name).length;
const DICTIONARIES = { 'token-dictionary': 3, 'party-name-dictionary': 6 };
const dictionaries = () => Object.fromEntries(Object.keys(DICTIONARIES).map((name) => [name, made(name)]));

describe('caches that are kept warm', () => {
  it('are left alone where nobody keeps them warm', async () => {
    await load();
    await sleep(1500);
    expect(dictionaries()).toEqual({ 'token-dictionary': 0, 'party-name-dictionary': 0 });
  });

  it('have the dictionaries of a data version, of which nothing was asked', async () => {
    await load();
    test.records.keepWarm();
    await expect.poll(dictionaries).toEqual(DICTIONARIES);
    asked.length = 0;
    await load();
    await expect.poll(dictionaries).toEqual(DICTIONARIES);
    asked.length = 0;
    await importersWithout('yarn');
    expect(made('party-spellings')).toBe(0);
    expect(dictionaries()).toEqual({ 'token-dictionary': 0, 'party-name-dictionary': 0 });
  });

  it.each(['records.held', 'token-dictionary.entries'])(
    'are closed while they wait for %s, which takes half an hour',
    async (name) => {
      test.records.keepWarm();
      await importersWithout('yarn');
      slow = { name, sql: 'SELECT max(sleepEachRow(0.1)) FROM numbers(20_000) SETTINGS max_block_size = 1' };
      const { versions } = test.records;
      const publish = versions.publish.bind(versions);
      // From then on: warming begins half a second later, however long the rest of the load takes.
      versions.publish = (...published) => {
        asked.length = 0;
        return publish(...published);
      };
      await load();
      await expect.poll(() => made(name)).toBeGreaterThan(0);
      await test.reopen();
      watch();
    },
  );
});

/** How parties are spelt by a dictionary, against looking them up. */
describe('the names of parties', () => {
  const loadNames = (name: string, importers: readonly string[]) =>
    test.load(importers.map((importer, no) => `${name}${no},2024-01-1${no % 10},850761,${importer},${no + 1}.5`));

  let questions = 0;

  /** The importers of a question that nobody has asked before, and whether they were looked up. */
  async function importers() {
    questions += 1;
    const query = breakdownQuery.parse({
      ...{ tradeType: 'IMPORT', searchBy: 'HS_CODE', matchType: 'L', searchValue: ['850761'] },
      ...{ countryCode: ['KOR'], fromDate: '2024-01-01', toDate: addDays('2025-01-10', questions) },
    });
    asked.length = 0;
    const { items } = await listOf(test.records, 'importers', query, EVERYTHING);
    return { names: items.map(({ name }) => name).sort(), lookedUp: asked.includes('party-spellings') };
  }

  it('are looked up until the dictionary of a data version is made, and spelt the same by it', async () => {
    const spellings = ['Acme Ltd', 'ACME LIMITED', 'Acme Ltd', 'Zeta Oil', 'Zeta  Oil', 'Zeta  Oil', '株式会社', ''];
    await loadNames('first', spellings);
    const names = ['Acme Ltd', 'Zeta  Oil', '株式会社'];
    expect(await importers()).toEqual({ names, lookedUp: true });
    await expect.poll(importers).toEqual({ names, lookedUp: false });

    await loadNames('second', ['ACME LIMITED', 'ACME LIMITED', 'Zeta Oil']);
    const later = ['ACME LIMITED', 'Zeta Oil', '株式会社'];
    expect(await importers()).toEqual({ names: later, lookedUp: true });
    await expect.poll(importers).toEqual({ names: later, lookedUp: false });
  });

  it('have a dictionary also where that of other parts would be too large', async () => {
    await test.run(`INSERT INTO party_names (load_id, trade_type, role, country, name_key, name, months)
      SELECT 1, 'EXPORT', 'NOTIFY', 'KOR', number + 1, 'N', [toDate('2024-01-01')] FROM numbers(3000001)`);
    await loadNames('many', ['ACME LIMITED', 'Zeta Oil']);
    await expect.poll(importers).toEqual({ names: ['ACME LIMITED', 'Zeta Oil', '株式会社'], lookedUp: false });
  });
});
