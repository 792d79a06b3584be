import type { RecordColumn } from '@tidewaiter/contract';
import type { DataVersion } from '../data-version.js';
import { textsSql } from './nomenclature.js';

/** The description of a record's code: that of its source, else that of the nomenclature, as an expression over `records`. */
function descriptionSql(version: DataVersion): string {
  const { codes, texts } = textsSql(version);
  const text = (length: number) => `transform(left(hs_code, ${length}), ${codes}, ${texts}, '')`;
  const called = [6, 4].map((length) => `${text(length)} != '', ${text(length)}`).join(', ');
  return `if(empty(hs_description), multiIf(${called}, ${text(2)}), hs_description)`;
}

/**
 * The column as it is sorted and grouped by. What a row shows where its source gives no description is looked up when the answer is
 * there (`search.ts`); where the order or the groups depend on it, the engine looks it up.
 */
export function describedColumn(column: RecordColumn, version: DataVersion): RecordColumn {
  return column.name === 'hs_description' ? { ...column, sql: descriptionSql(version) } : column;
}
