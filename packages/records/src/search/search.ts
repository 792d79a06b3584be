import {
  type ColumnType,
  columnsFor,
  describeQuestion,
  type RecordColumn,
  type RecordRow,
  recordColumn,
  type SearchQuery,
} from '@tidewaiter/contract';
import { z } from 'zod';
import type { DataVersions } from '../data-version.js';
import type { RecordEngine } from '../engine/engine.js';
import { compileSearch } from './compile.js';
import { type Entitlement, narrow, type Scope } from './entitlement.js';

export interface SearchPage {
  rows: RecordRow[];
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

/** Records without a value come last in both directions: nobody sorts to see what is missing. */
function orderBy(column: RecordColumn, mode: SearchQuery['orderByMode']): string {
  const missingLast = isText(column.type) ? `empty(toString(${column.sql})), ` : '';
  return `${missingLast}${column.sql} ${mode} NULLS LAST, id ${mode}`;
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

/** Answers questions over the published records. */
export class Search {
  constructor(
    private readonly engine: RecordEngine,
    private readonly versions: DataVersions,
  ) {}

  /** One page of records. Sorted by date descending unless asked otherwise; ties by id, so paging never repeats a row. */
  async page(query: SearchQuery, entitlement: Entitlement, signal?: AbortSignal): Promise<SearchPage> {
    const version = await this.versions.current();
    const searched = narrow(query, entitlement);
    const columns = columnsFor(query.tradeType, query.countryCode);
    const read = cellReader(columns);
    const [dateColumn] = columns;
    const sorted = recordColumn(query.tradeType, query.orderByColumn ?? '') ?? dateColumn;
    if (!sorted) throw new Error('the catalogue has no columns');
    const where = compileSearch(query, entitlement, version);
    const found = await this.engine.query({
      name: 'search.page',
      sql: `SELECT ${['lower(hex(id))', 'total_value_usd_derived', ...selectList(columns)].join(', ')}
        FROM records WHERE ${where.sql} ORDER BY ${orderBy(sorted, query.orderByMode)}
        LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
      parameters: {
        ...where.parameters,
        limit: query.numberOfRecords,
        offset: query.pageNumber * query.numberOfRecords,
      },
      row: z.tuple([z.string(), z.boolean()]).rest(z.unknown()),
      signal,
    });
    const rows = found.map(([id, derived, ...cells]): RecordRow => ({ id, usd_derived: derived, ...read(cells) }));
    return { rows, question: describeQuestion(query), dataVersion: version.version, searched };
  }

  /** How many records the question finds: exact, not capped. */
  async count(
    query: SearchQuery,
    entitlement: Entitlement,
    signal?: AbortSignal,
  ): Promise<{ count: number; dataVersion: number }> {
    const version = await this.versions.current();
    const where = compileSearch(query, entitlement, version);
    const [row] = await this.engine.query({
      name: 'search.count',
      sql: `SELECT count() FROM records WHERE ${where.sql}`,
      parameters: where.parameters,
      row: z.tuple([z.coerce.number()]),
      signal,
    });
    return { count: row?.[0] ?? 0, dataVersion: version.version };
  }
}
