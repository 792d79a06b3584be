import { columnSizingFeature, createColumnHelper, rowSortingFeature, tableFeatures } from '@tanstack/react-table';
import type { RecordColumn, RecordRow } from '@tidewaiter/contract';
import { columnDecimals } from './cell-value.js';
import { firstDirection } from './sort-order.js';
import { headerUnit } from './visible-columns.js';

/** The server sorts (`manualSorting`), so no row model for it is registered. */
export const tableParts = tableFeatures({ rowSortingFeature, columnSizingFeature });

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

/** About what a character of a header takes, and what stands around the label: padding and arrow. */
const HEADER_CHARACTER = 7.4;
const HEADER_MARGIN = 46;

function columnWidth(column: RecordColumn, unit: string | undefined): number {
  const characters = column.label.length + (unit ? unit.length + 3 : 0);
  const header = Math.ceil(characters * HEADER_CHARACTER) + HEADER_MARGIN;
  return Math.max(header, WIDE[column.name] ?? WIDTHS[column.type]);
}

export interface ColumnDetails {
  column: RecordColumn;
  unit: string | undefined;
  decimals: number;
}

/** Column definitions of a page; `details` carries by key what a cell and a header need to know about their column. */
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
        size: columnWidth(column, details.get(column.key)?.unit),
        sortDescFirst: firstDirection(column) === 'desc',
      }),
    ),
  );
  return { details, definitions };
}
