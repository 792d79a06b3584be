/** Where the numbers of a report lead: each to the records that it counts. */

import { columnKeyOf } from '../columns/catalogue.js';
import { dimensionOf } from '../columns/dimensions.js';
import { type Group, narrowToGroups } from '../query/groups.js';
import type { SavedQuery } from '../query/search-query.js';
import { addDays, monthOf } from '../rules/dates.js';
import type { AnalysisSums } from './in-depth.js';
import { OTHERS, type RowKey, TOTAL } from './report-changes.js';
import { type FigureRecord, type FiguresBlock, layoutAsked, queryAsked } from './reports.js';

/** A column of a table of figures: by its name, all others together, or all. */
export type ColumnKey = string | typeof OTHERS | typeof TOTAL;

function groupOf(dimension: Group['dimension'], key: RowKey, shown: readonly { name: string }[]): Group[] {
  if (key === TOTAL) return [];
  return [key === OTHERS ? { dimension, allBut: shown.map(({ name }) => name) } : { dimension, name: key as string }];
}

/** The question that finds the records of a number, and no others; null where there is none (`query/groups.ts`). */
export function questionOfNumber({ asks, figures }: FiguresBlock, row: RowKey, column: ColumnKey): SavedQuery | null {
  const query = queryAsked(asks);
  const { rows, columns } = layoutAsked(asks);
  const inRow = groupOf(rows, row, figures.rows);
  if (!('comparison' in asks))
    return narrowToGroups(query, [...inRow, ...(columns ? groupOf(columns, column, figures.columns) : [])]);
  const [fromDate, toDate] = String(column === TOTAL || column === OTHERS ? '' : column).split('/');
  if (!fromDate || !toDate || row === OTHERS) return null;
  return narrowToGroups({ ...query, fromDate, toDate }, inRow);
}

/** The same of what is reckoned of a row's records: prices are of those alone that state one, which no search finds by themselves. */
export function questionOfStatistic(block: FiguresBlock, row: RowKey, total: AnalysisSums | null): SavedQuery | null {
  if (!total || ('prices' in block.asks && total.priced !== total.shipments)) return null;
  return questionOfNumber(block, row, TOTAL);
}

/** The question that finds a record of a block, with all that name the same day, code and parties; null where it lies beyond the question's days. */
export function questionOfRecord({ asks }: FiguresBlock, { cells }: FigureRecord): SavedQuery | null {
  const query = queryAsked(asks);
  const cell = (name: string) => String(cells[columnKeyOf(query.tradeType, name)] ?? '');
  const day = cell('record_date');
  // A search spans two days at least.
  const [fromDate, toDate] = day < query.toDate ? [day, addDays(day, 1)] : [addDays(day, -1), day];
  if (day === '' || fromDate < query.fromDate) return null;
  const stated = (['hsCodes', 'importers', 'exporters'] as const).flatMap((dimension): Group[] => {
    const name = cell(dimensionOf(dimension).column[query.tradeType] ?? '');
    return name === '' ? [] : [{ dimension, name }];
  });
  return narrowToGroups({ ...query, fromDate, toDate }, stated);
}

/** The question that finds what a record's price is compared with: all of its code, partner country and month. */
export function questionOfCompared({ asks }: FiguresBlock, { cells, compared }: FigureRecord): SavedQuery | null {
  const query = queryAsked(asks);
  const cell = (name: string) => String(cells[columnKeyOf(query.tradeType, name)] ?? '');
  return narrowToGroups(query, [
    { dimension: 'months', name: monthOf(cell('record_date')) },
    { dimension: 'hsCodes', name: cell('hs_code') },
    { dimension: 'foreignCountries', name: compared?.country ?? '' },
  ]);
}
