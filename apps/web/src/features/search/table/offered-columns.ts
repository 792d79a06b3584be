import {
  askedQuestion,
  columnsFor,
  LIMITS,
  type RecordColumn,
  type RecordRow,
  type SearchQuery,
} from '@tidewaiter/contract';
import { hasValue } from './cell-value.js';

/** Offered whatever a page holds: without them a row says nothing. */
const ALWAYS = ['record_date', 'hs_code'];

/** The columns of a question that have a value among what has been seen of its answer, in the catalogue's order. */
export interface OfferedColumns {
  /** Which question they are of. */
  question: string;
  columns: readonly RecordColumn[];
  /** Wire keys of those that are shown unless somebody chooses: the first 15 (SPEC 5) that the first page seen has values for. */
  initial: readonly string[];
}

/** A question's identity: filters, sort and page are no part of it (DESIGN 5). */
export function questionKey(query: SearchQuery): string {
  return JSON.stringify(askedQuestion.parse(query));
}

function columnsWithValues(query: SearchQuery, rows: readonly RecordRow[]): RecordColumn[] {
  return columnsFor(query.tradeType, query.countryCode).filter(
    (column) => !column.alias && (ALWAYS.includes(column.name) || rows.some((row) => hasValue(row, column.key))),
  );
}

/**
 * What is offered once a page has been seen. Further pages of a question may add columns, and never take one away or change
 * what is shown from the start: paging moves no column.
 */
export function offeredColumns(
  before: OfferedColumns | null,
  { query, rows }: { query: SearchQuery; rows: readonly RecordRow[] },
): OfferedColumns {
  const question = questionKey(query);
  const found = columnsWithValues(query, rows);
  if (before?.question !== question) {
    return { question, columns: found, initial: found.slice(0, LIMITS.defaultColumns).map(({ key }) => key) };
  }
  const known = new Set([...before.columns, ...found]);
  if (known.size === before.columns.length) return before;
  const columns = columnsFor(query.tradeType, query.countryCode).filter((column) => known.has(column));
  return { ...before, columns };
}
