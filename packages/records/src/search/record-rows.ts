/** How records are read out: what is selected of them, in which order they come, and what the cells of a result row become. */
import type { ColumnType, RecordColumn, RecordRow, SearchQuery, WrittenText } from '@tidewaiter/contract';
import { z } from 'zod';
import type { Edition } from '../nomenclature/edition.js';
import type { Selection } from './compile.js';

/** A record as it is read: its cells, and those of them that say something else than the source did. */
export interface ReadRecord {
  cells: RecordRow;
  asWritten: WrittenText[];
}

/** What every row has beside its columns. */
const ROW_CELLS = ['lower(hex(id))', 'total_value_usd_derived', 'as_written'];

/** What is selected of each record for these columns, in the order in which {@link recordReader} reads it. */
export function selectedCells(columns: readonly RecordColumn[]): string[] {
  const own = columns.filter(({ extra }) => !extra).map(({ sql }) => sql);
  return [...ROW_CELLS, ...own, ...(own.length < columns.length ? ['extras'] : [])];
}

/** A result row of {@link selectedCells}, as the engine sends it. */
export const recordCells = z.tuple([z.string(), z.boolean(), z.unknown()]).rest(z.unknown());

/** Reads result rows of {@link selectedCells}. A code that its source does not describe is called as the nomenclature calls it. */
export function recordReader(
  columns: readonly RecordColumn[],
  edition: Edition,
): (row: z.output<typeof recordCells>) => ReadRecord {
  const read = cellReader(columns);
  const readWritten = writtenReader(columns);
  return ([id, derived, written, ...cells]) => ({
    cells: { id, usd_derived: derived, ...described(read(cells), edition) },
    asWritten: readWritten(written),
  });
}

/** How records are ordered: by a column, ties by id. Those without a value come last in both directions. */
export interface Order {
  column: RecordColumn;
  mode: SearchQuery['orderByMode'];
}

function orderBy({ column, mode }: Order, id = 'id'): string {
  const missingLast = isText(column.type) ? `empty(toString(${column.sql})), ` : '';
  return `${missingLast}${column.sql} ${mode} NULLS LAST, ${id} ${mode}`;
}

/**
 * A page of some cells of a selection's records; it binds `limit` and `offset`. Of several conditions, each gives as many records
 * as the page may need, and the page is made of those.
 */
export function pageSql({ conditions }: Selection, cells: readonly string[], order: Order): string {
  const limit = 'LIMIT {limit:UInt32} OFFSET {offset:UInt32}';
  const [only, ...others] = conditions;
  if (others.length === 0) {
    return `SELECT ${cells.join(', ')} FROM records WHERE ${only} ORDER BY ${orderBy(order)} ${limit}`;
  }
  const named = cells.map((sql, index) => `${sql} AS c${index}`);
  const parts = conditions.map(
    (sql) => `(SELECT ${named.join(', ')}, ${order.column.sql} AS sorted_by, id AS sorted_id FROM records WHERE ${sql}
      ORDER BY ${orderBy(order)} LIMIT {limit:UInt32} + {offset:UInt32})`,
  );
  const sorted = { ...order, column: { ...order.column, sql: 'sorted_by' } };
  return `SELECT ${cells.map((_, index) => `c${index}`).join(', ')} FROM (${parts.join(' UNION ALL ')})
    ORDER BY ${orderBy(sorted, 'sorted_id')} ${limit}`;
}

const isText = (type: ColumnType) => type === 'text' || type === 'label' || type === 'code';

/** A cell as it travels: a stored empty text is a missing one; dates and decimals are text. */
function cell(type: ColumnType): z.ZodType<string | number | null> {
  if (type === 'integer') return z.coerce.number().nullable();
  return isText(type) ? z.string().transform((text) => (text === '' ? null : text)) : z.string().nullable();
}

type Cells = Record<string, string | number | null>;

/** Reads the cells of one result row: the columns as they were selected, then the map of extras where it was asked for. */
function cellReader(columns: readonly RecordColumn[]): (cells: readonly unknown[]) => Cells {
  const selected = columns
    .filter(({ extra }) => !extra)
    .map(({ key, set, type }) => ({ key, set, schema: cell(type) }));
  const extras = columns.filter(({ extra }) => extra);
  const extrasMap = z.record(z.string(), z.string());
  return (cells) => {
    const read: Cells = {};
    for (const [index, { key, set, schema }] of selected.entries()) {
      const value = schema.parse(cells[index]);
      if (value !== null || set === 'core') read[key] = value;
    }
    if (extras.length === 0) return read;
    const filled = extrasMap.parse(cells[selected.length]);
    for (const { name, key } of extras) {
      const value = filled[name];
      if (value !== undefined) read[key] = value;
    }
    return read;
  };
}

/** A record's cells with a description of its code: the source's own, or where it gives none, the nomenclature's. */
function described(cells: Cells, edition: Edition): Cells & Pick<RecordRow, 'hs_derived'> {
  const called = cells.hs_description === null ? edition.describe(String(cells.hs_code ?? '')) : undefined;
  const own: Cells = called === undefined ? cells : { ...cells, hs_description: called };
  return Object.assign(own, { hs_derived: called !== undefined });
}

/** Reads the map of what the source wrote, by column name, under the keys of the columns that are shown. */
function writtenReader(columns: readonly RecordColumn[]): (map: unknown) => WrittenText[] {
  const keys = columns.map(({ name, key }) => [name, key] as const);
  const written = z.record(z.string(), z.string());
  return (map) => {
    const texts = written.parse(map);
    return keys.flatMap(([name, key]) => (texts[name] === undefined ? [] : [{ key, text: texts[name] }]));
  };
}
