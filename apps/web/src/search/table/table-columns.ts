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

/** Pixels by what a column holds; names and descriptions are wider. */
const WIDTHS: Record<RecordColumn['type'], number> = {
  date: 116,
  code: 104,
  text: 240,
  label: 148,
  decimal: 136,
  integer: 84,
};

const WIDE: Record<string, number> = { product_description: 360, hs_description: 280 };

/** About what a character of a header takes, and what stands around the label: padding and arrows. */
const HEADER_CHARACTER = 7.4;
const HEADER_MARGIN = 46;

function usualWidth(column: RecordColumn, unit: string | undefined): number {
  const characters = column.label.length + (unit ? unit.length + 3 : 0);
  const header = Math.ceil(characters * HEADER_CHARACTER) + HEADER_MARGIN;
  return Math.max(header, WIDE[column.name] ?? WIDTHS[column.type]);
}

/** The unit a header can promise: the column's own, or the one that all rows of the page share. */
function headerUnit(column: RecordColumn, rows: readonly RecordRow[]): string | undefined {
  const { unit, unitKey } = column;
  if (unit !== undefined || unitKey === undefined) return unit;
  const units = new Set(rows.filter((row) => hasValue(row, column.key)).map((row) => row[unitKey]));
  const [only] = units;
  return units.size === 1 && typeof only === 'string' && only !== '' ? only : undefined;
}

/** The properties of a column on one page that its cells and header show. */
export interface ColumnDetails {
  column: RecordColumn;
  unit: string | undefined;
  decimals: number;
}

/** Column definitions of a page; `details` carries by key what is known of each column. */
export function tableColumns(columns: readonly RecordColumn[], rows: readonly RecordRow[]) {
  const details = new Map<string, ColumnDetails>(
    columns.map((column) => [
      column.key,
      { column, unit: headerUnit(column, rows), decimals: columnDecimals(column, rows) },
    ]),
  );
  const definitions = helper.columns(
    columns.map((column) =>
      helper.accessor((row) => row[column.key] ?? null, {
        id: column.key,
        header: column.label,
        size: usualWidth(column, details.get(column.key)?.unit),
        minSize: COLUMN_WIDTH.least,
        maxSize: COLUMN_WIDTH.most,
      }),
    ),
  );
  return { details, definitions };
}

/** The columns that stand before a record's own and stay in view, with their widths in pixels. */
const LEADING = { select: 44, expand: 40, sl: 64, action: 64 } as const;

export type LeadingColumn = keyof typeof LEADING;

/** Where a column is drawn: its position among all, from 0, its width, and how far from the one before it, in pixels. */
export interface ColumnPlacement {
  index: number;
  width: number;
  gap: number;
}

/** The leading columns; records of Indian imports can be opened (SPEC 2, "an optional expand column"). */
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
