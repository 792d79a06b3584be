import { RECORD_COLUMNS } from './columns/catalogue.js';
import type { RecordColumn, TradeType } from './columns/column.js';

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
