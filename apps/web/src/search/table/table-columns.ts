import {
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  createColumnHelper,
  rowExpandingFeature,
  rowSelectionFeature,
  tableFeatures,
} from '@tanstack/react-table';
import type { RecordColumn, RecordRow } from '@tidewaiter/contract';
import { columnDecimals, hasValue } from './cell-text.js';
import { usualWidths } from './column-widths.js';
import { COLUMN_WIDTH } from './layout.js';

/** The server sorts and pages, so no row models for it are registered. */
export const tableParts = tableFeatures({
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  rowExpandingFeature,
  rowSelectionFeature,
});

const helper = createColumnHelper<typeof tableParts, RecordRow>();

/** Finds the unit that a header can promise: the column's own, or the one that all rows of the page share. */
function headerUnit(column: RecordColumn, rows: readonly RecordRow[]): string | undefined {
  const { unit, unitKey } = column;
  if (unit !== undefined || unitKey === undefined) return unit;
  const units = new Set(rows.filter((row) => hasValue(row, column.key)).map((row) => row[unitKey]));
  const [only] = units;
  return units.size === 1 && typeof only === 'string' && only !== '' ? only : undefined;
}

/** A column's cells and header show these of it on one page. */
export interface ColumnDetails {
  column: RecordColumn;
  unit: string | undefined;
  decimals: number;
}

/** Defines the columns of a page; `details` carries by key what is known of each column, `room` is the pixels that they have. */
export function tableColumns(columns: readonly RecordColumn[], rows: readonly RecordRow[], room: number) {
  const details = new Map<string, ColumnDetails>(
    columns.map((column) => [
      column.key,
      { column, unit: headerUnit(column, rows), decimals: columnDecimals(column, rows) },
    ]),
  );
  const widths = usualWidths([...details.values()], rows, room);
  const definitions = helper.columns(
    columns.map((column) =>
      helper.accessor((row) => row[column.key] ?? null, {
        id: column.key,
        header: column.label,
        size: widths.get(column.key) ?? COLUMN_WIDTH.least,
        minSize: COLUMN_WIDTH.least,
        maxSize: COLUMN_WIDTH.most,
      }),
    ),
  );
  return { details, definitions };
}

/** These columns stand before a record's own and stay in view, with their widths in pixels. */
const LEADING = { select: 36, expand: 32, sl: 46, action: 44 } as const;

export type LeadingColumn = keyof typeof LEADING;

/** A column is drawn at its position among all, from 0, as wide and as far from the one before it as so many pixels. */
export interface ColumnPlacement {
  index: number;
  width: number;
  gap: number;
}

/** Places the leading columns; records of Indian imports can be opened (SPEC 2, "an optional expand column"). */
export function leadingColumns(expandable: boolean) {
  const columns = new Map<LeadingColumn, ColumnPlacement>();
  let width = 0;
  for (const name of Object.keys(LEADING) as LeadingColumn[]) {
    if (name === 'expand' && !expandable) continue;
    columns.set(name, { index: columns.size, width: LEADING[name], gap: 0 });
    width += LEADING[name];
  }
  return { columns, width };
}
