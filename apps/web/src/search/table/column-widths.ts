import type { RecordColumn, RecordRow } from '@tidewaiter/contract';
import { cellValue, decimalsOf } from './cell-text.js';
import { columnWidth } from './layout.js';
import type { ColumnDetails } from './table-columns.js';

/** A character takes about so many pixels: codes have a face of their own. */
const CHARACTER = 7.4;
const CODE_CHARACTER = 8;
/** So much stands around a cell's text and a header's. */
const MARGIN = 18;

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
/** A company is still known when its name stands as narrow as this, on two lines. */
const PARTY_LEAST = 180;
const LEAST_TEXT = 106;

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

function contentWidth(details: ColumnDetails, rows: readonly RecordRow[]): number {
  const { column } = details;
  const most = column.name === DESCRIPTION.name ? DESCRIPTION.most : MOST[column.type];
  const lengths = rows.map((row) => lengthOf(row, details));
  const character = column.type === 'code' ? CODE_CHARACTER : CHARACTER;
  const width = Math.min(Math.ceil(Math.max(0, ...lengths) * character) + MARGIN, most);
  return column.party ? Math.max(PARTY_LEAST, width) : width;
}

function lengthOf(row: RecordRow, { column, decimals, cellUnit }: ColumnDetails): number {
  const { shown, derived } = cellValue(row, column);
  if (shown === null) return 1;
  if (column.type === 'decimal') {
    const unit = cellUnit ? Math.max(LEAST_UNIT, String(row[cellUnit] ?? '').length) + UNIT_MARGIN : 0;
    return shown.length + decimals - decimalsOf(shown) + (derived ? 2 : 0) + unit;
  }
  return (column.type === 'label' ? onTwoLines(shown.split(' ')) : shown.length) + (derived ? 2 : 0);
}

/** A unit beside a figure has room for so many letters at least, so that the figures stand below each other. */
const LEAST_UNIT = 3;
const UNIT_MARGIN = 2;

function leastWidth({ name, party }: RecordColumn): number {
  if (name === DESCRIPTION.name) return DESCRIPTION.least;
  return party ? PARTY_LEAST : LEAST_TEXT;
}

/**
 * Finds the width of each column that nobody has resized, by its key: what its content needs. Names and descriptions give way, as far as
 * they can still be read, where that brings the value into sight. Where it does not, the description takes what is left beside the last
 * column that is whole.
 */
export function usualWidths(columns: readonly ColumnDetails[], rows: readonly RecordRow[], room: number) {
  const widths = new Map(
    columns.map((details) => [
      details.column.key,
      columnWidth(Math.max(headerWidth(details), contentWidth(details, rows))),
    ]),
  );
  const widthOf = ({ key }: RecordColumn) => widths.get(key) ?? 0;
  const inSight = columns
    .slice(0, columns.findIndex(({ column }) => column.name === LAST_IN_SIGHT) + 1)
    .map(({ column }) => column);
  const texts = inSight.filter(({ type }) => type === 'text');
  const over = inSight.reduce((sum, column) => sum + widthOf(column), 0) - room;
  const spare = (column: RecordColumn) => Math.max(0, widthOf(column) - leastWidth(column));
  const spares = texts.reduce((sum, column) => sum + spare(column), 0);
  if (room <= 0 || over <= 0) return widths;
  const share = spares === 0 ? 0 : Math.min(1, over / spares);
  for (const column of texts) widths.set(column.key, Math.floor(widthOf(column) - spare(column) * share));
  const description = texts.find(({ name }) => name === DESCRIPTION.name);
  if (over > spares && description)
    widths.set(description.key, widthOf(description) + leftBeside(inSight, widthOf, room));
  return widths;
}

/** Finds how many pixels are left beside the last column that is whole, before the value at the right. */
function leftBeside(inSight: readonly RecordColumn[], widthOf: (column: RecordColumn) => number, room: number): number {
  let left = room - inSight.slice(-1).reduce((sum, column) => sum + widthOf(column), 0);
  for (const column of inSight.slice(0, -1)) {
    if (widthOf(column) > left) break;
    left -= widthOf(column);
  }
  return Math.max(0, left);
}
