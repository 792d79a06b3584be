import {
  type ColumnType,
  columnsFor,
  describeQuestion,
  type RecordColumn,
  type RecordRow,
  recordColumn,
  type SearchQuery,
  type WrittenText,
} from '@tidewaiter/contract';
import { z } from 'zod';
import type { DataVersion, DataVersions } from '../data-version.js';
import type { RecordEngine } from '../engine/engine.js';
import { describedColumn } from '../nomenclature/described-column.js';
import type { Edition } from '../nomenclature/edition.js';
import type { Nomenclature } from '../nomenclature/nomenclature.js';
import type { SharedAnswers } from '../shared-answers.js';
import { TEXT_SETTINGS } from './bindings.js';
import { compileSearch, type Selection } from './compile.js';
import type { Days } from './days.js';
import { type Entitlement, narrow, type Scope } from './entitlement.js';
import { daysOfPage } from './found-days.js';

export interface SearchPage {
  rows: readonly RecordRow[];
  /** For each row, in order, the cells that say something else than the source did. */
  asWritten: readonly WrittenText[][];
  question: string;
  dataVersion: number;
  /** What was searched after the entitlement narrowed it; null when nothing was left. */
  searched: Scope | null;
}

/** What is selected for a page of these columns, in the order in which {@link cellReader} reads it. */
function selectList(columns: readonly RecordColumn[]): string[] {
  const own = columns.filter(({ extra }) => !extra).map(({ sql }) => sql);
  return own.length < columns.length ? [...own, 'extras'] : own;
}

/** What every row has beside its columns. */
const ROW_CELLS = ['lower(hex(id))', 'total_value_usd_derived', 'as_written'];

/** Records without a value come last in both directions: nobody sorts to see what is missing. */
function orderBy(column: RecordColumn, mode: SearchQuery['orderByMode'], id = 'id'): string {
  const missingLast = isText(column.type) ? `empty(toString(${column.sql})), ` : '';
  return `${missingLast}${column.sql} ${mode} NULLS LAST, ${id} ${mode}`;
}

/**
 * A page of some cells of a selection's records. Of several conditions, each gives as many records as the page may need, and the
 * page is made of those.
 */
function pageSql(
  { conditions }: Selection,
  cells: readonly string[],
  sorted: RecordColumn,
  mode: SearchQuery['orderByMode'],
): string {
  const limit = 'LIMIT {limit:UInt32} OFFSET {offset:UInt32}';
  const [only, ...others] = conditions;
  if (others.length === 0) {
    return `SELECT ${cells.join(', ')} FROM records WHERE ${only} ORDER BY ${orderBy(sorted, mode)} ${limit}`;
  }
  const named = cells.map((sql, index) => `${sql} AS c${index}`);
  const parts = conditions.map(
    (sql) => `(SELECT ${named.join(', ')}, ${sorted.sql} AS sorted_by, id AS sorted_id FROM records WHERE ${sql}
      ORDER BY ${orderBy(sorted, mode)} LIMIT {limit:UInt32} + {offset:UInt32})`,
  );
  return `SELECT ${cells.map((_, index) => `c${index}`).join(', ')} FROM (${parts.join(' UNION ALL ')})
    ORDER BY ${orderBy({ ...sorted, sql: 'sorted_by' }, mode, 'sorted_id')} ${limit}`;
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

interface SelectedRow {
  id: string;
  derived: boolean;
  cells: Cells;
  asWritten: WrittenText[];
}

interface FoundRow {
  row: RecordRow;
  asWritten: WrittenText[];
}

/** Whether the sort key leads to little. */
const isNarrow = ({ searchBy, queryBuilder }: SearchQuery) => searchBy === 'HS_CODE' && queryBuilder.length === 0;

/** What a kept cell weighs, in bytes. */
const CELL_WEIGHT = 64;

/** Answers questions over the published records. What one call has found out, the next one uses. */
export class Search {
  constructor(
    private readonly engine: RecordEngine,
    private readonly versions: DataVersions,
    private readonly answers: SharedAnswers,
    private readonly days: Days,
    private readonly nomenclature: Nomenclature,
  ) {}

  /** One page of records. Sorted by date descending unless asked otherwise; ties by id, so paging never repeats a row. */
  async page(query: SearchQuery, entitlement: Entitlement, signal?: AbortSignal): Promise<SearchPage> {
    const version = await this.versions.current();
    const selection = compileSearch(query, entitlement, version);
    const { countryCode, orderByColumn, orderByMode, pageNumber, numberOfRecords } = query;
    const found = await this.answers.get(
      {
        key: ['page', version.version, selection, countryCode, orderByColumn, orderByMode, pageNumber, numberOfRecords],
        ask: (work) => this.#rows(query, entitlement, selection, version, work),
        weigh: (rows) => rows.length * (Object.keys(rows[0]?.row ?? {}).length + 1) * CELL_WEIGHT,
      },
      signal,
    );
    const searched = narrow(query, entitlement);
    return {
      rows: found.map(({ row }) => row),
      asWritten: found.map(({ asWritten }) => asWritten),
      question: describeQuestion(query),
      dataVersion: version.version,
      searched,
    };
  }

  /** How many records the question finds: exact, not capped. */
  async count(
    query: SearchQuery,
    entitlement: Entitlement,
    signal?: AbortSignal,
  ): Promise<{ count: number; dataVersion: number }> {
    const version = await this.versions.current();
    const { total } = await this.days.of(query, entitlement, version, signal);
    return { count: total, dataVersion: version.version };
  }

  async #rows(
    query: SearchQuery,
    entitlement: Entitlement,
    selection: Selection,
    version: DataVersion,
    signal: AbortSignal,
  ): Promise<readonly FoundRow[]> {
    const columns = columnsFor(query.tradeType, query.countryCode);
    const [dateColumn] = columns;
    const asked = recordColumn(query.tradeType, query.orderByColumn ?? '') ?? dateColumn;
    if (!asked) throw new Error('the catalogue has no columns');
    const sorted = describedColumn(asked, version);
    const edition = await this.nomenclature.at(version);
    const select = async (within: Selection, page: { limit: number; offset: number }) => {
      const found = await this.#select(columns, within, sorted, query.orderByMode, page, signal);
      return found.map(
        ({ id, derived, cells, asWritten }): FoundRow => ({
          row: { id, usd_derived: derived, ...described(cells, edition) },
          asWritten,
        }),
      );
    };
    const limit = query.numberOfRecords;
    const offset = query.pageNumber * limit;
    // What the sort key leads to is read as quickly as it is counted: no need to wait for the days.
    if (asked !== dateColumn || isNarrow(query)) return select(selection, { limit, offset });
    const found = await this.days.of(query, entitlement, version, signal);
    const days = daysOfPage(found, query.orderByMode, { limit, offset });
    if (!days) return [];
    const onDays = {
      conditions: selection.conditions.map(
        (sql) => `${sql} AND record_date BETWEEN {page_from:Date} AND {page_to:Date}`,
      ),
      parameters: { ...selection.parameters, page_from: days.from, page_to: days.to },
    };
    return select(onDays, { limit, offset: days.offset });
  }

  async #select(
    columns: readonly RecordColumn[],
    selection: Selection,
    sorted: RecordColumn,
    mode: SearchQuery['orderByMode'],
    page: { limit: number; offset: number },
    signal: AbortSignal,
  ): Promise<readonly SelectedRow[]> {
    const read = cellReader(columns);
    const readWritten = writtenReader(columns);
    const found = await this.engine.query({
      name: 'search.page',
      sql: pageSql(selection, [...ROW_CELLS, ...selectList(columns)], sorted, mode),
      parameters: { ...selection.parameters, ...page },
      settings: TEXT_SETTINGS,
      row: z.tuple([z.string(), z.boolean(), z.unknown()]).rest(z.unknown()),
      signal,
    });
    return found.map(([id, derived, written, ...cells]) => ({
      id,
      derived,
      cells: read(cells),
      asWritten: readWritten(written),
    }));
  }
}
