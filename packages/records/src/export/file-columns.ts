import {
  type ColumnType,
  companyColumnKey,
  RECORD_COLUMNS,
  type RecordColumn,
  type TradeType,
} from '@tidewaiter/contract';
import { PARTY_ROLES, type PartyRole, roleOfColumn } from '../columns/parties.js';
import { describedColumn } from '../reference/described-codes.js';
import type { DataVersion } from '../versions/data-version.js';
import { leadOf } from '../versions/joined-parties.js';

/** A column of a file, as it is read of the records. */
export interface FileColumn {
  key: string;
  label: string;
  type: ColumnType;
  /** Its value over the columns of `records`; an extra's is text, whatever its type. */
  sql: string;
  /** Whether it is text that may, or may not, be a value of its type. */
  asText: boolean;
  /** Of a company's name: in which role it is one. `sql` is the company's key then. */
  company?: PartyRole;
}

/** By which a row can be traced to where its source says it. */
function traceColumns(): FileColumn[] {
  const ofLoad = (column: string) =>
    `transform(load_id, (SELECT groupArray(load_id) FROM (SELECT load_id, ${column} FROM loads ORDER BY load_id LIMIT 1 BY load_id)),
      (SELECT groupArray(${column}) FROM (SELECT load_id, ${column} FROM loads ORDER BY load_id LIMIT 1 BY load_id)), '')`;
  return [
    { key: 'record_id', label: 'Record ID', type: 'code', sql: 'lower(hex(id))', asText: false },
    { key: 'source', label: 'Source', type: 'label', sql: ofLoad('source'), asText: false },
    { key: 'source_file', label: 'Source File', type: 'label', sql: ofLoad('file_name'), asText: false },
    { key: 'source_line', label: 'Source Line', type: 'integer', sql: 'line', asText: false },
  ];
}

/** What a column is called: of an amount in the money that its row names, where that stands. */
function labelOf({ label, unit }: RecordColumn, currency: RecordColumn | undefined): string {
  if (unit !== undefined) return `${label} (${unit})`;
  if (currency === undefined) return label;
  return label.endsWith(')') ? `${label.slice(0, -1)}, in ${currency.label})` : `${label} (in ${currency.label})`;
}

function fileColumn(
  column: RecordColumn,
  currency: RecordColumn | undefined,
  version: DataVersion,
  words: string,
): FileColumn {
  const { key, type, name, extra } = column;
  const label = labelOf(column, currency);
  const sql = extra ? `extras['${name}']` : describedColumn(column, version, words).sql;
  return { key, label, type, sql, asText: extra };
}

/** Beside a party as its record writes it, the company that it is, as lists name it: under all spellings the same. */
function companyColumn({ key, label, type, name }: RecordColumn, version: DataVersion): FileColumn[] {
  const company = roleOfColumn(name);
  if (company === undefined) return [];
  const sql = leadOf(`${PARTY_ROLES[company]}_key`, version);
  return [{ key: companyColumnKey(key), label: `${label} (company)`, type, sql, asText: false, company }];
}

/**
 * The columns of a file: those that are asked for and exist, each once, in the order in which they are asked for. Behind an amount whose
 * money or unit its row names comes that column, where nobody asks for it: without it the amount says nothing.
 *
 * @param keys of the catalogue, in the direction of trade, and of the companies of its parties
 * @param trace whether the record's id, source, file and line come behind them
 * @param words what sources call a record's code, as an expression
 */
export function fileColumns(
  keys: readonly string[],
  trade: TradeType,
  trace: boolean,
  version: DataVersion,
  words: string,
): FileColumn[] {
  const catalogue = new Map(RECORD_COLUMNS[trade].map((column) => [column.key, column]));
  const currencyOf = ({ unitKey = '' }: RecordColumn) => {
    const column = catalogue.get(unitKey);
    return column?.name.endsWith('currency') ? column : undefined;
  };
  const all = RECORD_COLUMNS[trade].flatMap((column) => [
    fileColumn(column, currencyOf(column), version, words),
    ...companyColumn(column, version),
  ]);
  const known = new Map(all.map((column) => [column.key, column]));
  const withUnits = keys.flatMap((key) => {
    const unit = catalogue.get(key)?.unitKey;
    return unit !== undefined && catalogue.has(unit) && !keys.includes(unit) ? [key, unit] : [key];
  });
  const own = [...new Set(withUnits)].flatMap((key) => known.get(key) ?? []);
  return trace ? [...own, ...traceColumns()] : own;
}

export const isText = ({ type, asText }: FileColumn) =>
  asText || type === 'text' || type === 'label' || type === 'code';
