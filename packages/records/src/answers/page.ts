/** How records are read out: what is selected of them, in which order they come, and what the cells of a result row become. */
import {
  alternatives,
  type ColumnType,
  columnsFor,
  countryByCode,
  isIndianSource,
  LIMITS,
  type MatchedText,
  type RecordColumn,
  type RecordRow,
  recordColumn,
  type SearchQuery,
  type WrittenText,
} from '@tidewaiter/contract';
import { z } from 'zod';
import { TEXT_SETTINGS } from '../engine/bindings.js';
import type { Parameter } from '../engine/engine.js';
import { compileSearch, type Selection } from '../query/compile.js';
import { inAllSeen, type NarrowedQuery } from '../query/entitlement.js';
import { isSelective } from '../query/selectivity.js';
import { cachedQuery, type Snapshot } from '../query/snapshot.js';
import { describedColumn } from '../reference/described-codes.js';
import { codeNamesOf, sourceWordsSql } from './code-names.js';
import { daysOfPage, daysOfRecords } from './days.js';
import { whyMatched } from './why-matched.js';

/** A record as it is read: its cells, and those of them that say something else than the source did. */
interface ReadRecord {
  cells: RecordRow;
  asWritten: WrittenText[];
  loadId: number;
  /** The line of the load's file that it stands on. */
  line: number;
}

/** What every row has beside its columns. */
const ROW_CELLS = ['lower(hex(id))', 'total_value_usd_derived', 'as_written', 'load_id', 'line'];

/** A record's country is named here: reading the names of all countries was a quarter of what the engine took for a page. */
const isCountry = ({ name }: RecordColumn) => name === 'source_country';

/** What is selected of each record for these columns, in the order in which {@link recordReader} reads it. */
function selectedCells(columns: readonly RecordColumn[]): string[] {
  const own = columns.filter(({ extra }) => !extra).map((column) => (isCountry(column) ? 'country' : column.sql));
  return [...ROW_CELLS, ...own, ...(own.length < columns.length ? ['extras'] : [])];
}

/** A result row of {@link selectedCells}, as the engine sends it. */
const recordCells = z.tuple([z.string(), z.boolean(), z.unknown(), z.number(), z.coerce.number()]).rest(z.unknown());

/** Reads result rows of {@link selectedCells}. */
function recordReader(columns: readonly RecordColumn[]): (row: z.output<typeof recordCells>) => ReadRecord {
  const read = cellReader(columns);
  const readWritten = writtenReader(columns);
  return ([id, derived, written, loadId, line, ...values]) => {
    const cells = { id, usd_derived: derived, hs_derived: false, ...read(values) };
    return { cells, asWritten: readWritten(written), loadId, line };
  };
}

/** How records are ordered: by a column, ties by id. Those without a value come last in both directions. */
export interface Order {
  column: RecordColumn;
  /** Values that its expression binds. */
  parameters: Record<string, Parameter>;
  mode: SearchQuery['orderByMode'];
  isByDate: boolean;
}

/** How the records of a question come: by the column that it names, by date unless it does. */
export function orderOf(
  { orderByColumn = '', orderByMode: mode }: Pick<SearchQuery, 'orderByColumn' | 'orderByMode'>,
  query: Pick<NarrowedQuery, 'tradeType' | 'seen'>,
  { version }: Snapshot,
): Order {
  const [dateColumn] = columnsFor(query.tradeType, []);
  const sorted = recordColumn(query.tradeType, orderByColumn) ?? dateColumn;
  if (!sorted) throw new Error('the catalogue has no columns');
  const words = sourceWordsSql(query, version);
  const column = describedColumn(sorted, version, words.sql);
  const parameters = column.sql === sorted.sql ? {} : words.parameters;
  return { column, parameters, mode, isByDate: sorted === dateColumn };
}

/** @param id the record's, as an expression */
export function orderBy({ column, mode }: Order, id = 'id'): string {
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

const COUNTRY = z.string().transform((shortcode) => countryByCode(shortcode)?.name ?? shortcode);

type Cells = Record<string, string | number | null>;

/** Reads the cells of one result row: the columns as they were selected, then the map of extras where it was asked for. */
function cellReader(columns: readonly RecordColumn[]): (cells: readonly unknown[]) => Cells {
  const selected = columns
    .filter(({ extra }) => !extra)
    .map((column) => ({ ...column, schema: isCountry(column) ? COUNTRY : cell(column.type) }));
  const extras = columns.filter(({ extra }) => extra);
  const extrasMap = z.record(z.string(), z.string());
  const country = selected.findIndex(isCountry);
  return (cells) => {
    const read: Cells = {};
    const isIndian = isIndianSource(String(cells[country]));
    for (const [index, { key, set, alias, schema }] of selected.entries()) {
      if (alias && !isIndian) continue;
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

/** A record with its code called as every list and analysis calls it; what its own source says else is as written. */
function described(
  { cells, asWritten }: Pick<ReadRecord, 'cells' | 'asWritten'>,
  codeName: (code: string) => string | undefined,
): Pick<ReadRecord, 'cells' | 'asWritten'> {
  const own = cells.hs_description ?? null;
  const called = codeName(String(cells.hs_code ?? '')) ?? own;
  if (called === own) return { cells, asWritten };
  return {
    cells: { ...cells, hs_description: called, hs_derived: true },
    asWritten: own === null ? asWritten : [...asWritten, { key: 'hs_description', text: String(own) }],
  };
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

/** A record with where its source says it. */
export interface SourcedRow extends Pick<ReadRecord, 'cells' | 'asWritten'> {
  source: { file: string; line: number };
}

/** A record as a page shows it. */
export interface FoundRow extends SourcedRow {
  /** What of its cells the question's values matched; nothing for what it must not contain. */
  matched: MatchedText[];
}

/** Which records of which question: the countries that were asked for decide the columns, also those of which nothing may be seen. */
interface PageAsked extends Pick<SearchQuery, 'orderByColumn' | 'orderByMode'> {
  query: NarrowedQuery;
  askedCountries: readonly string[];
  cut: Cut;
}

const pageAsked = (query: NarrowedQuery, search: SearchQuery, cut: Cut): PageAsked => {
  const { countryCode, orderByColumn, orderByMode } = search;
  return { query, askedCountries: countryCode, orderByColumn, orderByMode, cut };
};

/** One page of records. Sorted by date descending unless asked otherwise; ties by id, so paging never repeats a row. */
export function recordsPage(
  query: NarrowedQuery,
  search: SearchQuery,
  snapshot: Snapshot,
): Promise<readonly FoundRow[]> {
  const { pageNumber, numberOfRecords } = search;
  const cut = { limit: numberOfRecords, offset: pageNumber * numberOfRecords };
  return foundRows(pageAsked(query, search, cut), snapshot);
}

/**
 * Records from wherever on in the same order, for who reads them all: at one data version, each once. They say not why they matched, and
 * nothing of them is cached.
 */
export function recordsFrom(
  query: NarrowedQuery,
  search: SearchQuery,
  cut: Cut,
  snapshot: Snapshot,
): Promise<readonly SourcedRow[]> {
  return readPage(pageAsked(query, search, cut), snapshot);
}

/** The ids of the records that {@link recordsFrom} reads. */
export async function idsFrom(
  query: NarrowedQuery,
  search: SearchQuery,
  cut: Cut,
  snapshot: Snapshot,
): Promise<readonly string[]> {
  const cells = ['lower(hex(id))'];
  const rows = await selectPage(pageAsked(query, search, cut), cells, z.tuple([z.string()]), snapshot);
  return rows.map(([id]) => id);
}

/** Whether the sort key leads to what a question finds. */
const isByCode = ({ condition }: NarrowedQuery) =>
  alternatives(condition).every(
    (one) =>
      one.is === 'term' &&
      one.field === 'hs' &&
      one.match.kind === 'range' &&
      (one.match.from ?? '').length >= LIMITS.hsCodeMinLength,
  );

/** Whether a page need not wait for the days on which it lies: what is found is read as quickly as it is counted. */
const isReadAtOnce = async (query: NarrowedQuery, snapshot: Snapshot) =>
  isByCode(query) || (await isSelective(query, snapshot));

/** So many records, after so many. */
export interface Cut {
  limit: number;
  offset: number;
}

/** Some cells of the records of a page. */
async function selectPage<Row>(
  { query, orderByColumn, orderByMode, cut }: PageAsked,
  cells: readonly string[],
  row: z.ZodType<Row>,
  snapshot: Snapshot,
): Promise<Row[]> {
  const order = orderOf({ orderByColumn, orderByMode }, query, snapshot);
  const matching =
    !order.isByDate || (await isReadAtOnce(query, snapshot))
      ? { selection: compileSearch(query, snapshot), cut }
      : await onItsDays(query, orderByMode, cut, snapshot);
  if (matching === null) return [];
  return snapshot.query({
    name: 'search.page',
    sql: pageSql(matching.selection, cells, order),
    parameters: { ...matching.selection.parameters, ...order.parameters, ...matching.cut },
    settings: TEXT_SETTINGS,
    row,
  });
}

async function readPage(page: PageAsked, snapshot: Snapshot): Promise<SourcedRow[]> {
  const columns = columnsFor(page.query.tradeType, page.askedCountries);
  const rows = await selectPage(page, selectedCells(columns), recordCells, snapshot);
  const read = recordReader(columns);
  const records = rows.map((row) => read(row));
  const codes = records.map(({ cells }) => String(cells.hs_code ?? ''));
  const codeName = await codeNamesOf(codes, inAllSeen(page.query), snapshot);
  const { files } = await loadedFiles({}, snapshot);
  return records.map(({ loadId, line, ...record }) => ({
    ...described(record, codeName),
    source: { file: files.get(loadId) ?? '', line },
  }));
}

const foundRows = cachedQuery<PageAsked, readonly FoundRow[]>('page', async (page, snapshot) => {
  const records = await readPage(page, snapshot);
  const cells = records.map((record) => record.cells);
  const matched = await whyMatched(page.query, cells, snapshot);
  return records.map((record, index) => ({ ...record, matched: matched[index] ?? [] }));
});

/** The name of each load's file; a load that is done again keeps it. */
const loadedFiles = cachedQuery<object, { files: ReadonlyMap<number, string> }>('loaded-files', async (_, snapshot) => {
  const rows = await snapshot.query({
    name: 'search.loaded-files',
    sql: 'SELECT load_id, any(file_name) FROM loads GROUP BY load_id',
    row: z.tuple([z.number(), z.string()]),
    lane: 'short',
  });
  return { files: new Map(rows) };
});

/** The days on which a page of the list by date lies, and the page among their records; null when it lies beyond the last. */
async function onItsDays(
  query: NarrowedQuery,
  mode: SearchQuery['orderByMode'],
  cut: Cut,
  snapshot: Snapshot,
): Promise<{ selection: Selection; cut: Cut } | null> {
  const days = daysOfPage(await daysOfRecords(query, snapshot), mode, cut);
  if (!days) return null;
  const { conditions, parameters } = compileSearch(query, snapshot);
  return {
    selection: {
      conditions: conditions.map((sql) => `${sql} AND record_date BETWEEN {page_from:Date} AND {page_to:Date}`),
      parameters: { ...parameters, page_from: days.from, page_to: days.to },
    },
    cut: { limit: cut.limit, offset: days.offset },
  };
}
