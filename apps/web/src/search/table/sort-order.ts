import { RECORD_COLUMNS, type RecordColumn, type SearchQuery } from '@tidewaiter/contract';

export interface SortOrder {
  /** It is the wire key of a column. */
  key: string;
  direction: SearchQuery['orderByMode'];
}

/** Reads the order of a result; the server's own is by date. */
export function sortOrder(query: SearchQuery): SortOrder {
  const date = RECORD_COLUMNS[query.tradeType].find((column) => column.name === 'record_date');
  return { key: query.orderByColumn ?? date?.key ?? '', direction: query.orderByMode };
}

/** Figures and dates are asked for largest and latest first, names from A. */
export function firstDirection(column: RecordColumn): SortOrder['direction'] {
  return ['decimal', 'integer', 'date'].includes(column.type) ? 'desc' : 'asc';
}
