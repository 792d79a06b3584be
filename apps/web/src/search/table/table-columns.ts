import {
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  createColumnHelper,
  tableFeatures,
} from '@tanstack/react-table';
import type { RecordColumn, RecordRow } from '@tidewaiter/contract';
import { formatCount } from '../../format/numbers.js';
import { columnDecimals, hasValue } from './cell-text.js';
import { usualWidths } from './column-widths.js';
import { COLUMN_WIDTH } from './layout.js';

/** The server sorts and pages, so no row models for it are registered. */
export const tableParts = tableFeatures({
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
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
  /** The rows differ in their unit: each cell shows its own, which is under this wire key. */
  cellUnit: string | undefined;
  decimals: number;
}

/** Defines the columns of a page; `details` carries by key what is known of each column, `room` is the pixels that they have. */
export function tableColumns(columns: readonly RecordColumn[], rows: readonly RecordRow[], room: number) {
  const details = new Map<string, ColumnDetails>(
    columns.map((column) => {
      const unit = headerUnit(column, rows);
      const cellUnit = unit === undefined ? column.unitKey : undefined;
      return [column.key, { column, unit, cellUnit, decimals: columnDecimals(column, rows) }];
    }),
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
const LEADING = { select: 32, sl: 36, action: 46 } as const;

/** A digit of a row's number takes so many pixels, and so many stand around it. */
const SL = { digit: 8, margin: 14 };

export type LeadingColumn = keyof typeof LEADING;

/** A column is drawn at its position among all, from 0, as wide and as far from the one before it as so many pixels. */
export interface ColumnPlacement {
  index: number;
  width: number;
  gap: number;
}

/**
 * Places the leading columns.
 *
 * @param last the page's last position, which the column of positions is as wide as
 */
export function leadingColumns(last: number) {
  const columns = new Map<LeadingColumn, ColumnPlacement>();
  const positions = formatCount(last).length * SL.digit + SL.margin;
  let all = 0;
  for (const name of Object.keys(LEADING) as LeadingColumn[]) {
    const width = name === 'sl' ? Math.max(LEADING.sl, positions) : LEADING[name];
    columns.set(name, { index: columns.size, width, gap: 0 });
    all += width;
  }
  return { columns, width: all };
}
