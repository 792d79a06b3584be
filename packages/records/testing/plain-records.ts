/** Records as they are stored, as plain texts, and what is computed of them without the engine. */
import { type CompanyRole, scaledDecimal } from '@tidewaiter/contract';
import type { TestRecords } from '@tidewaiter/testing/records';
import { PARTY_ROLES } from '../src/columns/parties.js';

/** The rule of quantities: the unit, and the quantity that is `0` where there is none. */
const PLAIN_UNIT =
  "if(std_unit = '' OR std_quantity IS NULL, if(net_weight_unit = '' OR net_weight IS NULL, '', 'net ' || net_weight_unit), std_unit)";
const PLAIN_QUANTITY = `toString(coalesce(if(std_unit = '', NULL, std_quantity), if(net_weight_unit = '', NULL, net_weight), 0))`;

const byTrade = (ofImports: string, ofExports: string) => `if(trade_type = 'IMPORT', ${ofImports}, ${ofExports})`;

const COLUMNS = {
  ...{ id: 'hex(id)', trade: 'trade_type', country: 'country', day: 'record_date', code: 'hs_code' },
  ...{ usd: "ifNull(toString(total_value_usd), '')", converted: 'toUInt8(total_value_usd_derived)' },
  ...{ quantity: PLAIN_QUANTITY, unit: PLAIN_UNIT, stdUnit: 'std_unit' },
  foreign: byTrade('origin_country', 'destination_country'),
  localPort: byTrade('destination_port', 'origin_port'),
  foreignPort: byTrade('origin_port', 'destination_port'),
};

export interface Plain extends Readonly<Record<keyof typeof COLUMNS, string>> {
  names: Readonly<Record<CompanyRole, string>>;
  /** `0` of nobody. */
  keys: Readonly<Record<CompanyRole, string>>;
  /** What the record says in further columns that were asked for. */
  says: Readonly<Record<string, string>>;
}

/** @param further columns, by the SQL of each */
export async function storedRecords(test: TestRecords, further: Record<string, string> = {}): Promise<Plain[]> {
  const parties = Object.values(PARTY_ROLES);
  const keys = parties.map((column) => `toString(${column}_key)`);
  const rows = await test.rows(
    `SELECT ${[...Object.values(COLUMNS), ...parties, ...keys, ...Object.values(further)].join(', ')} FROM records`,
  );
  const named = (names: readonly string[], cells: readonly string[]) =>
    Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));
  const own = Object.keys(COLUMNS);
  const from = (cells: readonly string[], times: number) => cells.slice(own.length + times * parties.length);
  return rows.map((cells) => ({
    ...(named(own, cells) as Record<keyof typeof COLUMNS, string>),
    names: named(Object.keys(PARTY_ROLES), from(cells, 0)) as Plain['names'],
    keys: named(Object.keys(PARTY_ROLES), from(cells, 1)) as Plain['keys'],
    says: named(Object.keys(further), from(cells, 2)),
  }));
}

const SCALE = 18;
export const scaled = (text: string) => scaledDecimal(text || '0', SCALE);
export const totalOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + scaled(text), 0n);
export const usdOf = (records: readonly Plain[]) => totalOf(records.map(({ usd }) => usd));

/** Values from the largest. */
export const descending = (a: bigint, b: bigint) => Number(b > a) - Number(b < a);

export function grouped<Item>(items: readonly Item[], nameOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(nameOf(item), [...(groups.get(nameOf(item)) ?? []), item]);
  return groups;
}

/** As spreadsheets reckon it: between the two nearest ranks. */
export function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const [low = 0, high = 0] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return low + (high - low) * (at - Math.floor(at));
}

/** Those that have a price: a value, and a quantity in a unit. */
export const isPriced = ({ usd, quantity, unit }: Plain) => usd !== '' && unit !== '' && scaled(quantity) > 0n;

/** What a unit cost in each, from the lowest. */
export const pricesOf = (records: readonly Plain[]) =>
  records
    .filter(isPriced)
    .map(({ usd, quantity }) => Number(usd) / Number(quantity))
    .sort((a, b) => a - b);
