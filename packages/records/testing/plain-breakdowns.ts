/**
 * Breakdowns as plain sums over records in memory: written against the specification and sharing no code with the breakdowns
 * themselves, so that one can be held against the other.
 */
import {
  type BreakdownQuery,
  breakdownQuery,
  LISTED_DIMENSIONS,
  type ListedDimension,
  type SearchPayload,
} from '@tidewaiter/contract';
import { loadRates } from '@tidewaiter/loader';
import type { DemoRecords } from '@tidewaiter/testing/demo-records';
import { matches, type PlainRecord } from '@tidewaiter/testing/plain-search';
import { EVERYTHING, listOf } from '@tidewaiter/testing/records';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Sums } from '../src/columns/sums.js';
import { byUnit, joinQuantities, type PlainQuantities, plainQuantity, SCALE, scaled } from './plain-quantity.js';

interface PlainSums {
  shipments: number;
  valued: number;
  quantities: PlainQuantities;
  usd: bigint;
  inr: bigint;
}

type Party = 'importer_name' | 'exporter_name';

const PARTY: Partial<Record<ListedDimension, Party>> = { importers: 'importer_name', exporters: 'exporter_name' };

const GROUPED: Record<ListedDimension, (record: PlainRecord) => string | undefined> = {
  importers: (record) => record.importer_name,
  exporters: (record) => record.exporter_name,
  localPorts: (record) => (record.tradeType === 'IMPORT' ? record.destination_port : record.origin_port),
  foreignPorts: (record) => (record.tradeType === 'IMPORT' ? record.origin_port : record.destination_port),
  hsCodes: (record) => record.hs_code,
  hsHeadings: (record) => record.hs_code?.slice(0, 4),
  foreignCountries: (record) => (record.tradeType === 'IMPORT' ? record.origin_country : record.destination_country),
  localCities: (record) => (record.tradeType === 'IMPORT' ? record.city : record.exporter_city),
  shipmentModes: (record) => record.mode_of_transport,
  stdUnits: (record) => record.std_unit,
  months: (record) => record.record_date?.slice(0, 7),
};

/** A rate for each month, none like another. */
const rateOf = (month: string) => `${80 + Number(month.slice(5, 7))}.${month.slice(2, 4)}5`;

function measure(record: PlainRecord): Omit<PlainSums, 'shipments'> {
  const written = record.total_value_usd || (record.currency === 'USD' ? record.total_value : '');
  const usd = scaled(written);
  const inr = (usd * scaled(rateOf(record.record_date?.slice(0, 7) ?? ''))) / 10n ** BigInt(SCALE);
  const stated = plainQuantity(record);
  const quantities: PlainQuantities = stated ? { [stated.unit]: { shipments: 1, quantity: stated.quantity } } : {};
  return { valued: written ? 1 : 0, quantities, usd, inr };
}

/** A rate of INR for each month that the records have. */
async function loadSomeRates({ test }: DemoRecords): Promise<void> {
  const months = [2020, 2021, 2022, 2023, 2024, 2025].flatMap((year) =>
    Array.from({ length: 12 }, (_, month) => `${year}-${String(month + 1).padStart(2, '0')}`),
  );
  const lines = months.map((month) => `${month}-01,India,${rateOf(month)}`).join('\n');
  await loadRates(test.records, await test.file('rates.csv', `Date,Country,Exchange rate\n${lines}\n`));
}

/** The key of each name, as the loader gave it; what keys must be is `matching.deep.engine.test.ts`. */
async function partyKeys({ test }: DemoRecords): Promise<Map<string, string>> {
  const rows = await test.records.staging.engine.query({
    name: 'test.keys',
    sql: `SELECT DISTINCT party.1, party.2 FROM records
      ARRAY JOIN [(importer_name, importer_name_key), (exporter_name, exporter_name_key)] AS party`,
    row: z.tuple([z.string(), z.string()]),
  });
  return new Map(rows);
}

/** How each party in a role is written, whatever is asked: most often in all records of its direction that may be seen, which are all here. */
function commonestSpellings(
  records: readonly PlainRecord[],
  column: Party,
  { tradeType }: BreakdownQuery,
  keys: ReadonlyMap<string, string>,
): Map<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const record of records) {
    const name = record[column];
    const key = keys.get(name ?? '') ?? '0';
    if (!name || key === '0' || record.tradeType !== tradeType) continue;
    const spellings = counts.get(key) ?? new Map<string, number>();
    counts.set(key, spellings.set(name, (spellings.get(name) ?? 0) + 1));
  }
  const commonest = (spellings: Map<string, number>) =>
    [...spellings].sort(([a, n], [b, m]) => m - n || Buffer.compare(Buffer.from(b), Buffer.from(a)))[0]?.[0] ?? '';
  return new Map([...counts].map(([key, spellings]) => [key, commonest(spellings)]));
}

export interface PlainBreakdowns {
  /** Holds every list, sum and count of a question against the plain ones, and says how many records it finds. */
  hold(asked: SearchPayload): Promise<number>;
}

/** Loads rates into the demo's records, and is ready to be compared with. */
export async function plainBreakdowns(demo: DemoRecords): Promise<PlainBreakdowns> {
  await loadSomeRates(demo);
  const keys = await partyKeys(demo);
  const measures = new Map(demo.plain.map((record) => [record, measure(record)]));

  /** The names under which a record stands in a list; undefined where it has none. */
  function namesIn(query: BreakdownQuery): (dimension: ListedDimension, record: PlainRecord) => string | undefined {
    const spellings = new Map(
      (['importer_name', 'exporter_name'] as const).map((column) => [
        column,
        commonestSpellings(demo.plain, column, query, keys),
      ]),
    );
    return (dimension, record) => {
      const name = GROUPED[dimension](record);
      const column = PARTY[dimension];
      if (!column || !name) return name || undefined;
      return spellings.get(column)?.get(keys.get(name) ?? '');
    };
  }

  function sum(records: readonly PlainRecord[]): PlainSums {
    const sums = { shipments: records.length, valued: 0, quantities: {} as PlainQuantities, usd: 0n, inr: 0n };
    for (const record of records) {
      const { valued, quantities, usd, inr } = measures.get(record) ?? measure(record);
      sums.valued += valued;
      sums.quantities = joinQuantities(sums.quantities, quantities);
      sums.usd += usd;
      sums.inr += inr;
    }
    return sums;
  }

  const together = (groups: readonly PlainSums[]) =>
    groups.reduce<PlainSums>(
      (all, { shipments, valued, quantities, usd, inr }) => ({
        shipments: all.shipments + shipments,
        valued: all.valued + valued,
        quantities: joinQuantities(all.quantities, quantities),
        usd: all.usd + usd,
        inr: all.inr + inr,
      }),
      { shipments: 0, valued: 0, quantities: {}, usd: 0n, inr: 0n },
    );

  const plainOf = (sums: Sums): PlainSums => ({
    shipments: sums.shipments,
    valued: sums.valued,
    quantities: byUnit(sums.quantities),
    usd: scaled(sums.valueUsd),
    inr: scaled(sums.valueInr ?? ''),
  });

  function groupsOf(
    nameOf: (record: PlainRecord) => string | undefined,
    records: readonly PlainRecord[],
  ): Map<string, PlainSums> {
    const groups = new Map<string, PlainRecord[]>();
    for (const record of records) {
      const name = nameOf(record);
      if (name === undefined) continue;
      const group = groups.get(name);
      if (group) group.push(record);
      else groups.set(name, [record]);
    }
    return new Map([...groups].map(([name, group]) => [name, sum(group)]));
  }

  async function hold(asked: SearchPayload): Promise<number> {
    const query = breakdownQuery.parse(asked);
    const found = demo.plain.filter((record) => matches(record, query));
    const total = sum(found);
    const nameOf = namesIn(query);
    for (const dimension of LISTED_DIMENSIONS) {
      const expected = groupsOf((record) => nameOf(dimension, record), found);
      const list = await listOf(demo.test.records, dimension, query, EVERYTHING);
      const items = [...list.items];
      // The top 500, and the rest by page.
      while (items.length < list.distinctCount) {
        const rest = { ...query, pageNumber: items.length / query.numberOfRecords };
        items.push(...(await listOf(demo.test.records, dimension, rest, EVERYTHING)).items);
      }
      expect(list.distinctCount).toBe(expected.size);
      expect(plainOf(list.total)).toEqual(total);
      expect(new Map(items.map(({ name, ...sums }) => [name, plainOf(sums)]))).toEqual(expected);
      const values = items.map((item) => scaled(item.valueUsd));
      if (dimension === 'months') expect(items.map(({ name }) => name)).toEqual([...expected.keys()].sort());
      else expect(values.every((value, index) => index === 0 || value <= (values[index - 1] ?? 0n))).toBe(true);
      const largest = [...expected.values()].sort(
        (a, b) => Number(b.usd > a.usd) - Number(b.usd < a.usd) || b.shipments - a.shipments,
      );
      const { usd, shipments } = together(largest.slice(0, 10));
      expect(scaled(list.top10.valueUsd)).toBe(usd);
      expect(list.top10.shipments).toBe(shipments);
      expect(plainOf(list.notStated)).toEqual(sum(found.filter((record) => nameOf(dimension, record) === undefined)));
    }
    return found.length;
  }

  return { hold };
}
