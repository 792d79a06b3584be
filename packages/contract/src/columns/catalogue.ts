import { isIndianSearch, isIndianSource } from '../rules/countries.js';
import { type ColumnDefinition, type ColumnSet, type RecordColumn, TRADE_TYPES, type TradeType } from './column.js';
import { CORE_COLUMNS } from './core.js';
import { EXTRA_COLUMNS } from './extras.js';
import { INDIAN_COLUMNS } from './indian.js';

/**
 * The column catalogue: each column of a shipment record, once (SPEC 3 "Result record columns"). The table's DDL, the
 * targets of a load mapping, sorting, the row schema of the answer and the grid's headers all read it. Order here is the
 * order in which columns are offered.
 */
export const COLUMNS: readonly ColumnDefinition[] = [...CORE_COLUMNS, ...EXTRA_COLUMNS, ...INDIAN_COLUMNS];

function forTrade(value: ColumnDefinition['wire'], trade: TradeType): string | undefined {
  return typeof value === 'string' ? value : value[trade];
}

/** An extra is kept as text, whatever it holds; numbers sort as numbers. */
function extraSql({ name, type }: ColumnDefinition): string {
  const text = `extras['${name}']`;
  return type === 'decimal' ? `toDecimal128OrNull(${text}, 18)` : text;
}

function columnsOf(trade: TradeType): readonly RecordColumn[] {
  const wireOf = (name: string | undefined) => {
    const definition = COLUMNS.find((column) => column.name === name);
    return definition && forTrade(definition.wire, trade);
  };
  return COLUMNS.flatMap((column) => {
    const key = forTrade(column.wire, trade);
    if (key === undefined) return [];
    const unitKey = wireOf(column.unitColumn);
    return [
      {
        key,
        name: column.name,
        label: forTrade(column.label, trade) ?? key,
        type: column.type,
        group: column.group,
        set: column.set ?? 'core',
        extra: column.extra ?? false,
        alias: column.alias ?? false,
        sql: column.sql ?? (column.extra ? extraSql(column) : column.name),
        party: column.normalised === 'party',
        ...(column.unit !== undefined && { unit: column.unit }),
        ...(unitKey !== undefined && { unitKey }),
      },
    ];
  });
}

/** The columns that records of each trade type have, in the order they are offered. */
export const RECORD_COLUMNS: Readonly<Record<TradeType, readonly RecordColumn[]>> = {
  IMPORT: columnsOf('IMPORT'),
  EXPORT: columnsOf('EXPORT'),
};

const BY_KEY = {
  IMPORT: new Map(RECORD_COLUMNS.IMPORT.map((column) => [column.key, column])),
  EXPORT: new Map(RECORD_COLUMNS.EXPORT.map((column) => [column.key, column])),
};

/** The column that a wire key names in records of a trade type, or undefined. */
export function recordColumn(trade: TradeType, key: string): RecordColumn | undefined {
  return BY_KEY[trade].get(key);
}

/** The key of a file's column that names the company of a party's column, as lists do, whatever spelling the record has. */
export const companyColumnKey = (key: string) => `${key}_company`;

/** Keys of columns with the companies of the parties among them, each behind its party. */
export function withCompanies(trade: TradeType, keys: readonly string[]): string[] {
  return keys.flatMap((key) => (recordColumn(trade, key)?.party ? [key, companyColumnKey(key)] : [key]));
}

/** The columns that a file of records may hold. */
export const EXPORT_COLUMNS: Readonly<Record<TradeType, ReadonlySet<string>>> = {
  IMPORT: new Set(withCompanies('IMPORT', [...BY_KEY.IMPORT.keys()])),
  EXPORT: new Set(withCompanies('EXPORT', [...BY_KEY.EXPORT.keys()])),
};

/** Which of the specification's column sets a search of these countries has (SPEC 3 "Column sets"): a choice of columns is kept for each. */
export function columnSetFor(countryCodes: readonly string[]): ColumnSet {
  if (isIndianSearch(countryCodes)) return 'indian';
  return countryCodes.length === 1 ? 'single' : 'core';
}

/**
 * The columns that records of these countries may have. Any source may fill any column but those that are Indian records' own
 * names for what every record has; which of them are offered is decided by what is filled (DESIGN 5).
 */
export function columnsFor(trade: TradeType, countryCodes: readonly string[]): readonly RecordColumn[] {
  const hasIndian = countryCodes.some(isIndianSource);
  return RECORD_COLUMNS[trade].filter(({ alias }) => hasIndian || !alias);
}

/** The columns that the table stores as columns of its own. */
export const STORED_COLUMNS: readonly ColumnDefinition[] = COLUMNS.filter((column) => !column.sql && !column.extra);

/** The columns that a load mapping may fill: all that are not computed. */
export const TARGET_COLUMNS: readonly ColumnDefinition[] = COLUMNS.filter((column) => column.sql === undefined);

/**
 * Columns whose distinct values can be asked for: labels, codes and parties. The specification names four (SPEC 7); a screen may
 * ask for any other that has values worth choosing from. Amounts, dates and free text have as many values as records.
 */
function hasDistinctValues({ type, party, alias }: RecordColumn): boolean {
  return !alias && (type === 'label' || type === 'code' || party);
}

const keysOf = (trade: TradeType) => RECORD_COLUMNS[trade].filter(hasDistinctValues).map(({ key }) => key);

/** Wire keys of the columns whose distinct values can be asked for, by trade type. */
export const DISTINCT_COLUMNS: Readonly<Record<TradeType, readonly string[]>> = {
  IMPORT: keysOf('IMPORT'),
  EXPORT: keysOf('EXPORT'),
};

/** The wire key of a column that records of a trade type have; what is no such name is its own, and refused as a key. */
export function columnKeyOf(trade: TradeType, name: string): string {
  return RECORD_COLUMNS[trade].find((column) => column.name === name && !column.alias)?.key ?? name;
}

/** It is asked of every cell that is sent. */
const NAMES = new Map(
  TRADE_TYPES.map((trade) => [trade, new Map(RECORD_COLUMNS[trade].map(({ key, name }) => [key, name]))]),
);

export const columnNameOf = (trade: TradeType, key: string): string => NAMES.get(trade)?.get(key) ?? key;
