import { type ColumnType, RECORD_COLUMNS, type RecordColumn, type TradeType } from '@tidewaiter/contract';
import { describedColumn } from '../reference/described-codes.js';
import type { DataVersion } from '../versions/data-version.js';

/** A column of a file, as it is read of the records. */
export interface FileColumn {
  key: string;
  label: string;
  type: ColumnType;
  /** Its value over the columns of `records`; an extra's is text, whatever its type. */
  sql: string;
  /** Whether it is text that may, or may not, be a value of its type. */
  asText: boolean;
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

function fileColumn(column: RecordColumn, version: DataVersion): FileColumn {
  const { key, label, type, name, extra } = column;
  const sql = extra ? `extras['${name}']` : describedColumn(column, version).sql;
  return { key, label, type, sql, asText: extra };
}

/**
 * The columns of a file: those that are asked for and exist, each once, in the order in which they are asked for.
 *
 * @param keys of the catalogue, in the direction of trade
 * @param trace whether the record's id, source, file and line come behind them
 */
export function fileColumns(
  keys: readonly string[],
  trade: TradeType,
  trace: boolean,
  version: DataVersion,
): FileColumn[] {
  const known = new Map(RECORD_COLUMNS[trade].map((column) => [column.key, column]));
  const own = [...new Set(keys)].flatMap((key) => {
    const column = known.get(key);
    return column ? [fileColumn(column, version)] : [];
  });
  return trace ? [...own, ...traceColumns()] : own;
}

export const isText = ({ type, asText }: FileColumn) =>
  asText || type === 'text' || type === 'label' || type === 'code';
