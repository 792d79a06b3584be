/** Where the numbers of a report lead: each to the records that it counts. */

import { type Group, narrowToGroups } from '../query/groups.js';
import type { SavedQuery } from '../query/search-query.js';
import { OTHERS, type RowKey, TOTAL } from './report-changes.js';
import type { FiguresBlock } from './reports.js';

/** A column of a table of figures: by its name, all others together, or all. */
export type ColumnKey = string | typeof OTHERS | typeof TOTAL;

function groupOf(dimension: Group['dimension'], key: RowKey, shown: readonly { name: string }[]): Group[] {
  if (key === TOTAL) return [];
  return [key === OTHERS ? { dimension, allBut: shown.map(({ name }) => name) } : { dimension, name: key as string }];
}

/** The question that finds the records of a number, and no others; null where there is none (`query/groups.ts`). */
export function questionOfNumber({ asks, figures }: FiguresBlock, row: RowKey, column: ColumnKey): SavedQuery | null {
  if ('pivot' in asks) {
    const { query, rows, columns } = asks.pivot;
    const across = columns ? groupOf(columns, column, figures.columns) : [];
    return narrowToGroups(query, [...groupOf(rows, row, figures.rows), ...across]);
  }
  const { query, by } = asks.comparison;
  const [fromDate, toDate] = String(column === TOTAL || column === OTHERS ? '' : column).split('/');
  if (!fromDate || !toDate || row === OTHERS) return null;
  return narrowToGroups({ ...query, fromDate, toDate }, groupOf(by, row, figures.rows));
}
