/**
 * Breakdowns as plain sums over records in memory: written against the specification and sharing no code with the breakdowns
 * themselves, so that one can be held against the other.
 */
import {
  type BreakdownQuery,
  breakdownQuery,
  LISTED_DIMENSIONS,
  type ListedDimension,
  monthsBetween,
  type SearchPayload,
} from '@tidewaiter/contract';
import { loadRates } from '@tidewaiter/loader';
import type { DemoRecords } from '@tidewaiter/testing/demo-records';
import { matches, type PlainRecord } from '@tidewaiter/testing/plain-search';
import { EVERYTHING, listOf } from '@tidewaiter/testing/records';
import { expect } from 'vitest';
import type { Sums } from '../src/columns/sums.js';
import { descending, grouped } from './plain-records.js';

/** Quantities by unit, in units of the last of {@link SCALE} decimals. */
type PlainQuantities = Readonly<Record<string, { shipments: number; quantity: bigint }>>;

/** Decimals that are kept: 18 of a value and 6 of a rate. */
const SCALE = 24;

const scaled = (text: string | undefined) => {
  const [whole = '0', fraction = ''] = (text || '0').split('.');
  return BigInt(whole + fraction.padEnd(SCALE, '0'));
};

/** What a record counts with: its standard quantity, else its net weight; nothing where it states neither with a unit. */
function plainQuantity(record: PlainRecord): { unit: string; quantity: bigint } | undefined {
  if (record.std_quantity && record.std_unit) return { unit: record.std_unit, quantity: scaled(record.std_quantity) };
  if (!record.net_weight || !record.net_weight_unit) return undefined;
  return { unit: `net ${record.net_weight_unit}`, quantity: scaled(record.net_weight) };
}

function joinQuantities(a: PlainQuantities, b: PlainQuantities): PlainQuantities {
  const all = { ...a };
  for (const [unit, { shipments, quantity }] of Object.entries(b)) {
    const was = all[unit] ?? { shipments: 0, quantity: 0n };
    all[unit] = { shipments: was.shipments + shipments, quantity: was.quantity + quantity };
  }
  return all;
}

/** An answer's quantities, as they are compared. */
const byUnit = (found: readonly { unit: string; shipments: number; quantity: string }[]): PlainQuantities =>
  Object.fromEntries(found.map(({ unit, shipments, quantity }) => [unit, { shipments, quantity: scaled(quantity) }]));

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
  hsHeadings: (record) => /^.{4}/.exec(record.hs_code ?? '')?.[0],
  foreignCountries: (record) => (record.tradeType === 'IMPORT' ? record.origin_country : record.destination_country),
  localCities: (record) => (record.tradeType === 'IMPORT' ? record.city : record.exporter_city),
  shipmentModes: (record) => record.mode_of_transport,
  stdUnits: (record) => record.std_unit,
  months: (record) => record.record_date?.slice(0, 7),
};

/** A rate for each month, none like another. */
const rateOf = (month: string) => `${80 + Number(month.slice(5, 7))}.${month.slice(2, 4)}5`;

function measure(record: PlainRecord): PlainSums {
  const written = record.total_value_usd || (record.currency === 'USD' ? record.total_value : '');
  const usd = scaled(written);
  const inr = (usd * scaled(rateOf(record.record_date?.slice(0, 7) ?? ''))) / 10n ** BigInt(SCALE);
  const stated = plainQuantity(record);
  const quantities: PlainQuantities = stated ? { [stated.unit]: { shipments: 1, quantity: stated.quantity } } : {};
  return { shipments: 1, valued: written ? 1 : 0, quantities, usd, inr };
}

/** A rate of INR for each month that the records have. */
async function loadSomeRates({ test }: DemoRecords): Promise<void> {
  const months = monthsBetween('2020-01', '2025-12');
  const lines = months.map((month) => `${month}-01,India,${rateOf(month)}`).join('\n');
  await loadRates(test.records, await test.file('rates.csv', `Date,Country,Exchange rate\n${lines}\n`));
}

/** The key of each name, as the loader gave it; what keys must be is `normalise.engine.test.ts`. */
export const partyKeys = async ({ test }: DemoRecords) =>
  new Map((await test.rows('SELECT DISTINCT name, name_key FROM party_names')) as [string, string][]);

/** How each party in a role is written, whatever is asked: most often in all records of its direction that may be seen, which are all here. */
function commonestSpellings(
  records: readonly PlainRecord[],
  column: Party,
  { tradeType }: BreakdownQuery,
  keys: ReadonlyMap<string, string>,
): Map<string, string> {
  const ofParties = records.filter((record) => record[column] && record.tradeType === tradeType);
  const parties = grouped(ofParties, (record) => keys.get(record[column] ?? '') ?? '0');
  parties.delete('0');
  const commonest = (own: readonly PlainRecord[]) =>
    [...grouped(own, (record) => record[column] ?? '')].sort(
      ([a, n], [b, m]) => m.length - n.length || Buffer.compare(Buffer.from(b), Buffer.from(a)),
    )[0]?.[0] ?? '';
  return new Map([...parties].map(([key, own]) => [key, commonest(own)]));
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
      Object.values(PARTY).map((column) => [column, commonestSpellings(demo.plain, column, query, keys)]),
    );
    return (dimension, record) => {
      const name = GROUPED[dimension](record);
      const column = PARTY[dimension];
      if (!column || !name) return name || undefined;
      return spellings.get(column)?.get(keys.get(name) ?? '');
    };
  }

  const NOTHING: PlainSums = { shipments: 0, valued: 0, quantities: {}, usd: 0n, inr: 0n };
  const together = (groups: readonly PlainSums[]) =>
    groups.reduce<PlainSums>(
      (all, { shipments, valued, quantities, usd, inr }) => ({
        ...{ shipments: all.shipments + shipments, valued: all.valued + valued },
        ...{ quantities: joinQuantities(all.quantities, quantities), usd: all.usd + usd, inr: all.inr + inr },
      }),
      NOTHING,
    );
  const sum = (records: readonly PlainRecord[]) => together(records.map((record) => measures.get(record) ?? NOTHING));

  const plainOf = (sums: Sums): PlainSums => ({
    ...{ shipments: sums.shipments, valued: sums.valued, quantities: byUnit(sums.quantities) },
    ...{ usd: scaled(sums.valueUsd), inr: scaled(sums.valueInr ?? '') },
  });

  const groupsOf = (nameOf: (record: PlainRecord) => string | undefined, records: readonly PlainRecord[]) => {
    const groups = grouped(records, (record) => nameOf(record) ?? '');
    groups.delete('');
    return new Map([...groups].map(([name, group]) => [name, sum(group)]));
  };

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
      const largest = [...expected.values()].sort((a, b) => descending(a.usd, b.usd) || b.shipments - a.shipments);
      const { usd, shipments } = together(largest.slice(0, 10));
      expect([scaled(list.top10.valueUsd), list.top10.shipments]).toEqual([usd, shipments]);
      expect(plainOf(list.notStated)).toEqual(sum(found.filter((record) => nameOf(dimension, record) === undefined)));
    }
    return found.length;
  }

  return { hold };
}
