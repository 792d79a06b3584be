import type { RecordColumn, RecordRow } from '@tidewaiter/contract';
import { cellValue } from './cell-text.js';
import { columnWidth } from './layout.js';
import type { ColumnDetails } from './table-columns.js';

/** A character takes about so many pixels: codes have a face of their own. */
const CHARACTER = 7.4;
const CODE_CHARACTER = 8;
/** So much stands around a cell's text and a header's. */
const MARGIN = 20;

/** No column stands wider by itself: a text has two lines. */
const MOST: Record<RecordColumn['type'], number> = {
  date: 116,
  code: 132,
  text: 240,
  label: 132,
  decimal: 168,
  integer: 96,
};

const DESCRIPTION = { name: 'product_description', most: 320, least: 140 };
/** A name is still known when it stands as narrow as this, on two lines. */
const LEAST_NAME = 106;

/** What a record is read by ends with its value: so far the columns share the room, before they scroll. */
const LAST_IN_SIGHT = 'total_value_usd';

const longest = (texts: readonly string[]) => Math.max(0, ...texts.map(({ length }) => length));

/** Measures a text that has two lines, and breaks between its words. */
function onTwoLines(words: readonly string[]): number {
  const lengths = words.map((_, cut) => longest([words.slice(0, cut).join(' '), words.slice(cut).join(' ')]));
  return Math.min(...lengths);
}

function headerWidth({ column, unit }: ColumnDetails): number {
  const words = [...column.label.split(' '), ...(unit ? [`· ${unit}`] : [])];
  return Math.ceil(onTwoLines(words) * CHARACTER) + MARGIN;
}

function contentWidth({ column, decimals }: ColumnDetails, rows: readonly RecordRow[]): number {
  const most = column.name === DESCRIPTION.name ? DESCRIPTION.most : MOST[column.type];
  const lengths = rows.map((row) => lengthOf(row, column, decimals));
  const character = column.type === 'code' ? CODE_CHARACTER : CHARACTER;
  return Math.min(Math.ceil(Math.max(0, ...lengths) * character) + MARGIN, most);
}

function lengthOf(row: RecordRow, column: RecordColumn, decimals: number): number {
  const { shown, derived } = cellValue(row, column, decimals);
  if (shown === null) return 1;
  return (column.type === 'label' ? onTwoLines(shown.split(' ')) : shown.length) + (derived ? 2 : 0);
}

const leastWidth = ({ name }: RecordColumn) => (name === DESCRIPTION.name ? DESCRIPTION.least : LEAST_NAME);

/**
 * Finds the width of each column that nobody has resized, by its key: what its content needs. Names and descriptions give way, as far as
 * they can still be read, where that brings the value into sight.
 */
export function usualWidths(columns: readonly ColumnDetails[], rows: readonly RecordRow[], room: number) {
  const widths = new Map(
    columns.map((details) => [
      details.column.key,
      columnWidth(Math.max(headerWidth(details), contentWidth(details, rows))),
    ]),
  );
  const inSight = columns.slice(0, columns.findIndex(({ column }) => column.name === LAST_IN_SIGHT) + 1);
  const texts = inSight.map(({ column }) => column).filter(({ type }) => type === 'text');
  const over = inSight.reduce((sum, { column }) => sum + (widths.get(column.key) ?? 0), 0) - room;
  const spare = (column: RecordColumn) => Math.max(0, (widths.get(column.key) ?? 0) - leastWidth(column));
  const spares = texts.reduce((sum, column) => sum + spare(column), 0);
  if (room <= 0 || over <= 0 || spares === 0) return widths;
  const share = Math.min(1, over / spares);
  for (const column of texts) {
    const width = widths.get(column.key) ?? 0;
    widths.set(column.key, Math.floor(width - spare(column) * share));
  }
  return widths;
}
