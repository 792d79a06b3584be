/** Every list, sum and count of a breakdown against a plain computation over the same records. */
import { type BreakdownQuery, breakdownQuery, type SearchPayload, type TradeType } from '@tidewaiter/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type DemoRecords, FROM, loadDemoRecords, UNTIL } from '../testing/demo-records.js';
import { matches, type PlainRecord } from '../testing/plain-search.js';
import { filteredQuestions, questions } from '../testing/questions.js';
import { EVERYTHING } from '../testing/records.js';
import { DIMENSIONS, type Dimension } from './dimensions.js';
import { percentOf } from './sums.js';

let demo: DemoRecords;
let keys: Map<string, string>;
let spelling: Record<'importers' | 'exporters', Record<TradeType, Map<string, string>>>;

/** A rate for each month, none like another. */
const rateOf = (month: string) => `${80 + Number(month.slice(5, 7))}.${month.slice(2, 4)}5`;

beforeAll(async () => {
  demo = await loadDemoRecords();
  const months = [2020, 2021, 2022, 2023, 2024, 2025].flatMap((year) =>
    Array.from({ length: 12 }, (_, month) => `${year}-${String(month + 1).padStart(2, '0')}`),
  );
  const rates = months.map((month) => `${month}-01,India,${rateOf(month)}`).join('\n');
  await demo.test.records.rates.load(await demo.test.file('rates.csv', `Date,Country,Exchange rate\n${rates}\n`));
  keys = await partyKeys();
  const both = (column: 'importer_name' | 'exporter_name') => ({
    IMPORT: commonestSpellings(column, 'IMPORT'),
    EXPORT: commonestSpellings(column, 'EXPORT'),
  });
  spelling = { importers: both('importer_name'), exporters: both('exporter_name') };
});
afterAll(() => demo.test.close());

/** The key of each name, as the loader gave it; what keys must be is `matching.test.ts`. */
async function partyKeys(): Promise<Map<string, string>> {
  const columns = ['importer_name', 'exporter_name', 'notify_party_name'];
  const rows = await demo.test.records.engine.query({
    name: 'test.keys',
    sql: `SELECT DISTINCT party.1, party.2 FROM records ARRAY JOIN [${columns.map((name) => `(${name}, ${name}_key)`).join(', ')}] AS party`,
    row: z.tuple([z.string(), z.string()]),
  });
  return new Map(rows);
}

/** By role and direction of trade: a company may be spelt in one way as a buyer and in another as a seller. */
function commonestSpellings(column: 'importer_name' | 'exporter_name', trade: TradeType): Map<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const record of demo.plain) {
    const name = record[column];
    if (!name || record.tradeType !== trade) continue;
    const spellings = counts.get(keys.get(name) ?? '') ?? new Map<string, number>();
    spellings.set(name, (spellings.get(name) ?? 0) + 1);
    counts.set(keys.get(name) ?? '', spellings);
  }
  const largest = (spellings: Map<string, number>) =>
    [...spellings].sort(([a, n], [b, m]) => m - n || Buffer.compare(Buffer.from(b), Buffer.from(a)))[0]?.[0] ?? '';
  return new Map([...counts].map(([key, spellings]) => [key, largest(spellings)]));
}

const GROUPED: Record<Dimension, (record: PlainRecord) => string | undefined> = {
  importers: ({ importer_name }) => importer_name && keys.get(importer_name),
  exporters: ({ exporter_name }) => exporter_name && keys.get(exporter_name),
  localPorts: (record) => (record.tradeType === 'IMPORT' ? record.destination_port : record.origin_port),
  foreignPorts: (record) => (record.tradeType === 'IMPORT' ? record.origin_port : record.destination_port),
  hsCodes: (record) => record.hs_code,
  hsHeadings: (record) => record.hs_code?.slice(0, 4),
  foreignCountries: (record) => (record.tradeType === 'IMPORT' ? record.origin_country : record.destination_country),
  localCities: () => '',
  shipmentModes: (record) => record.mode_of_transport,
  stdUnits: (record) => record.std_unit,
  months: (record) => record.record_date?.slice(0, 7),
};

const scaled = (text: string | undefined) => {
  const [whole = '0', fraction = ''] = (text || '0').split('.');
  return BigInt(whole + fraction.padEnd(24, '0'));
};

interface PlainSums {
  shipments: number;
  quantity: bigint;
  usd: bigint;
  inr: bigint;
}

function sum(records: readonly PlainRecord[]): PlainSums {
  const sums = { shipments: records.length, quantity: 0n, usd: 0n, inr: 0n };
  for (const record of records) {
    const usd = record.total_value_usd || (record.currency === 'USD' ? record.total_value : '');
    sums.quantity += scaled(record.quantity);
    sums.usd += scaled(usd);
    sums.inr += (scaled(usd) * scaled(rateOf(record.record_date?.slice(0, 7) ?? ''))) / 10n ** 24n;
  }
  return sums;
}

const plainOf = (sums: {
  shipments: number;
  quantity: string;
  valueUsd: string;
  valueInr: string | null;
}): PlainSums => ({
  shipments: sums.shipments,
  quantity: scaled(sums.quantity),
  usd: scaled(sums.valueUsd),
  inr: scaled(sums.valueInr ?? ''),
});

async function holds(asked: SearchPayload): Promise<number> {
  const query = breakdownQuery.parse(asked);
  const found = demo.plain.filter((record) => matches(record, query));
  for (const dimension of DIMENSIONS) {
    const groups = new Map<string, PlainRecord[]>();
    for (const record of found) {
      const name = GROUPED[dimension](record);
      if (name) groups.set(name, [...(groups.get(name) ?? []), record]);
    }
    const expected = new Map([...groups].map(([name, records]) => [name, sum(records)]));
    const list = await demo.test.records.breakdowns.list(dimension, query, EVERYTHING);
    const items = [...list.items];
    // The top 500, and the rest by page.
    while (items.length < list.distinctCount) {
      const rest = { ...query, pageNumber: items.length / query.numberOfRecords };
      items.push(...(await demo.test.records.breakdowns.list(dimension, rest, EVERYTHING)).items);
    }
    expect(list.distinctCount).toBe(expected.size);
    expect(plainOf(list.total)).toEqual(sum(found));
    const shown = (name: string) =>
      dimension === 'importers' || dimension === 'exporters'
        ? (spelling[dimension][query.tradeType].get(name) ?? name)
        : name;
    const byName = new Map([...expected].map(([name, sums]) => [shown(name), sums]));
    expect(new Map(items.map(({ name, ...sums }) => [name, plainOf(sums)]))).toEqual(byName);
    const values = items.map((item) => scaled(item.valueUsd));
    if (dimension === 'months') expect(items.map(({ name }) => name)).toEqual([...byName.keys()].sort());
    else expect(values.every((value, index) => index === 0 || value <= (values[index - 1] ?? 0n))).toBe(true);
    const top = [...expected.values()].sort((a, b) => (b.usd > a.usd ? 1 : b.usd < a.usd ? -1 : 0)).slice(0, 10);
    expect(scaled(list.top10.valueUsd)).toBe(top.reduce((total, { usd }) => total + usd, 0n));
  }
  return found.length;
}

describe('the lists of generated questions', () => {
  it('are what a plain computation gives, to the last decimal', async () => {
    let nonEmpty = 0;
    for (const generated of [questions(demo), filteredQuestions(demo)]) {
      await fc.assert(
        fc.asyncProperty(generated, async (asked) => {
          const { orderByColumn: _, ...question } = asked;
          if ((await holds(question)) > 0) nonEmpty += 1;
        }),
        { numRuns: 30, seed: 20_260_104, endOnFailure: true },
      );
    }
    expect(nonEmpty).toBeGreaterThan(25);
  });
});

describe('everything but what contains some text', () => {
  it('is the roll-up by month without the part left out, where the question is of whole months', async () => {
    const { engine } = demo.test.records;
    const query = engine.query.bind(engine);
    const asked: string[] = [];
    engine.query = (statement) => {
      if (statement.name === 'breakdown.all') asked.push(statement.sql);
      return query(statement);
    };
    const question = (searchValue: string[], changes: object): SearchPayload => ({
      tradeType: 'IMPORT',
      searchBy: 'PRODUCT',
      matchType: 'D',
      searchValue,
      countryCode: demo.countries,
      fromDate: FROM,
      toDate: UNTIL,
      ...changes,
    });
    await holds(question(['cotton', 'steel'], {}));
    await holds(question(['cotton'], { tradeType: 'EXPORT', countryCode: demo.countries.slice(3, 9) }));
    await holds(question(['qq'], { fromDate: '2024-02-01', toDate: '2024-02-29' }));
    expect(asked.every((sql) => sql.includes('month_groups'))).toBe(true);
    await holds(question(['cotton'], { fromDate: '2024-02-02', toDate: '2024-04-30' }));
    await holds(question(['cotton'], { shipmentModeList: ['SEA'] }));
    // Most of it is left out: counting the rest is less work.
    await holds(question(['e', 'a', 'o', 'i', 'u'].map((vowel) => `${vowel}r`).concat('te', 'st', 'al'), {}));
    expect(asked.slice(-3).some((sql) => sql.includes('month_groups'))).toBe(false);
    engine.query = query;
  });
});

describe('one pass', () => {
  const broad = (changes: object = {}): BreakdownQuery =>
    breakdownQuery.parse({
      tradeType: 'IMPORT',
      searchBy: 'PRODUCT',
      matchType: 'D',
      searchValue: ['zz'],
      countryCode: demo.countries,
      fromDate: FROM,
      toDate: UNTIL,
      ...changes,
    });

  it('answers all lists of a question, asked at once or again, until the data changes', async () => {
    const { engine, breakdowns, loads, loader } = demo.test.records;
    let scans = 0;
    const query = engine.query.bind(engine);
    engine.query = (statement) => {
      if (statement.name.startsWith('breakdown.') && statement.sql.includes('FROM records')) scans += 1;
      return query(statement);
    };
    const ask = () => Promise.all(DIMENSIONS.map((dimension) => breakdowns.list(dimension, broad(), EVERYTHING)));
    await ask();
    await ask();
    await breakdowns.list('hsCodes', broad({ pageNumber: 1, numberOfRecords: 20, orderByMode: 'asc' }), EVERYTHING);
    expect(scans).toBe(1);
    await breakdowns.list('hsCodes', broad(), { ...EVERYTHING, countries: ['IND'] });
    expect(scans).toBe(2);
    const [load] = await loads.list();
    await loader.unload(load?.loadId ?? 0);
    const [importers] = await ask();
    expect(scans).toBe(3);
    expect(importers?.total.shipments).toBe(0);
    engine.query = query;
  });

  it('reaches what lies beyond by page and by text', async () => {
    const { breakdowns } = demo.test.records;
    const exports = { tradeType: 'EXPORT' };
    const whole = await breakdowns.list('hsCodes', broad(exports), EVERYTHING);
    const narrow = await breakdowns.list('hsCodes', broad({ ...exports, nameContains: '61' }), EVERYTHING);
    const expected = whole.items.filter(({ name }) => name.includes('61'));
    expect(narrow.items).toEqual(expected);
    expect(narrow.distinctCount).toBe(expected.length);
    const page = broad({ ...exports, nameContains: '61', pageNumber: 1, numberOfRecords: 3 });
    expect((await breakdowns.list('hsCodes', page, EVERYTHING)).items).toEqual(expected.slice(3, 6));
    const [party] = (await breakdowns.list('exporters', broad(exports), EVERYTHING)).items;
    const named = broad({ ...exports, nameContains: party?.name ?? '' });
    expect((await breakdowns.list('exporters', named, EVERYTHING)).items).toContainEqual(party);
  });

  it('has no INR value where a month has no rate', async () => {
    const path = await demo.test.file('no-inr.csv', 'Date,Country,Exchange rate\n2024-01-01,Japan,140\n');
    await demo.test.records.rates.load(path);
    const { total } = await demo.test.records.breakdowns.list('months', broad({ tradeType: 'EXPORT' }), EVERYTHING);
    expect(total.valueInr).toBeNull();
    expect(total.shipments).toBeGreaterThan(0);
  });
});

describe('percents', () => {
  it('are rounded to two decimals', () => {
    expect(percentOf('1', '3')).toBe('33.33');
    expect(percentOf('2', '3')).toBe('66.67');
    expect(percentOf('5', '5')).toBe('100.00');
    expect(percentOf('0.0001', '5')).toBe('0.00');
    expect(percentOf('1', '0')).toBe('0.00');
  });
});
