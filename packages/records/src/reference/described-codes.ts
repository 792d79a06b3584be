import type { RecordColumn } from '@tidewaiter/contract';
import { quote } from '../engine/engine.js';
import type { DataVersion } from '../versions/data-version.js';
import { OTHERS } from './edition.js';
import { textsSql } from './nomenclature.js';

/**
 * The description of a record's code, as `Edition.describe` gives it: what tells it apart of its sources' words and the nomenclature's.
 *
 * @param own what the sources call the code, as an expression over `hs_code`
 * @param stored what the record's own source does
 */
function descriptionSql(version: DataVersion, own: string, stored: string): string {
  const { codes, texts } = textsSql(version);
  const text = (length: number) => `transform(left(hs_code, ${length}), ${codes}, ${texts}, '')`;
  const tells = `notEmpty(${own}) AND length(hs_code) > 4 AND NOT match(${own}, ${quote(`(?i)${OTHERS}`)})`;
  const called = [4, 2].map((length) => `${text(length)} != '', ${text(length)}`).join(', ');
  return `multiIf(${text(6)} != '', ${text(6)}, ${tells}, ${own}, ${called}, notEmpty(${own}), ${own}, ${stored})`;
}

/** A value of the column as it is shown, as an expression over what is stored of it and `hs_code`. */
export function shownValue(column: RecordColumn, stored: string, version: DataVersion, own: string): string {
  return column.name === 'hs_description' ? descriptionSql(version, own, stored) : stored;
}

/**
 * The column as it is sorted by. What a row shows is looked up when the answer is
 * there (`answers/page.ts`); where the order or the groups depend on it, the engine looks it up.
 */
export function describedColumn(column: RecordColumn, version: DataVersion, own: string): RecordColumn {
  return { ...column, sql: shownValue(column, column.sql, version, own) };
}
