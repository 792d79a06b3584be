import {
  type ColumnType,
  describeQuestion,
  RECORD_COLUMNS,
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

/** How a column's stored value is read: missing is NULL, dates and decimals are text. */
function selectCell(column: RecordColumn): string {
  const text = column.type === 'text' || column.type === 'label' || column.type === 'code';
  return text ? `nullIf(toString(${column.sql}), '')` : column.sql;
}

/** Records without a value come last in both directions: nobody sorts to see what is missing. */
function orderBy(column: RecordColumn, mode: SearchQuery['orderByMode']): string {
  const text = column.type === 'text' || column.type === 'label' || column.type === 'code';
  const missingLast = text ? `empty(toString(${column.sql})), ` : '';
  return `${missingLast}${column.sql} ${mode} NULLS LAST, id ${mode}`;
}

const cell = (type: ColumnType) => (type === 'integer' ? z.coerce.number().nullable() : z.string().nullable());

const ID = 'lower(hex(id))';

/** Answers questions over the published records. */
export class Search {
  constructor(
    private readonly engine: RecordEngine,
    private readonly versions: DataVersions,
  ) {}

  /** One page of records. Sorted by date descending unless asked otherwise; ties by id, so paging never repeats a row. */
  async page(query: SearchQuery, entitlement: Entitlement): Promise<SearchPage> {
    const version = this.versions.current();
    const searched = narrow(query, entitlement);
    const columns = RECORD_COLUMNS[query.tradeType];
    const [dateColumn] = columns;
    const sorted = recordColumn(query.tradeType, query.orderByColumn ?? '') ?? dateColumn;
    if (!sorted) throw new Error('the catalogue has no columns');
    const where = compileSearch(query, entitlement, version);
    const found = await this.engine.query({
      name: 'search.page',
      sql: `SELECT ${[ID, 'total_value_usd_derived', ...columns.map(selectCell)].join(', ')}
        FROM records WHERE ${where.sql} ORDER BY ${orderBy(sorted, query.orderByMode)}
        LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
      parameters: {
        ...where.parameters,
        limit: query.numberOfRecords,
        offset: query.pageNumber * query.numberOfRecords,
      },
      row: z.tuple([z.string(), z.boolean()]).rest(z.unknown()),
    });
    const rows = found.map(([id, derived, ...cells]) => {
      const row: RecordRow = { id, usd_derived: derived };
      for (const [index, column] of columns.entries()) row[column.key] = cell(column.type).parse(cells[index]);
      return row;
    });
    return { rows, question: describeQuestion(query), dataVersion: version.version, searched };
  }

  /** How many records the question finds: exact, not capped. */
  async count(query: SearchQuery, entitlement: Entitlement): Promise<{ count: number; dataVersion: number }> {
    const version = this.versions.current();
    const where = compileSearch(query, entitlement, version);
    const [row] = await this.engine.query({
      name: 'search.count',
      sql: `SELECT count() FROM records WHERE ${where.sql}`,
      parameters: where.parameters,
      row: z.tuple([z.coerce.number()]),
    });
    return { count: row?.[0] ?? 0, dataVersion: version.version };
  }
}
