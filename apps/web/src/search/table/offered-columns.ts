import {
  askedQuestion,
  columnsFor,
  LIMITS,
  type RecordColumn,
  type RecordRow,
  type SearchQuery,
} from '@tidewaiter/contract';
import { hasValue } from './cell-text.js';

/** Offered whatever a page holds: without them a row says nothing. */
const ALWAYS = ['record_date', 'hs_code'];

/**
 * The columns of a question that have a value in the records of its countries, or in what has been seen of its answer, in the
 * catalogue's order: an account's data window may leave out of the former what the latter shows.
 */
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

interface SeenPage {
  query: SearchQuery;
  rows: readonly RecordRow[];
  /** Wire keys of the columns that the records of the question's countries fill. */
  filled: readonly string[];
}

const isShown = ({ rows }: SeenPage, { name, key }: RecordColumn) =>
  ALWAYS.includes(name) || rows.some((row) => hasValue(row, key));

function columnsWithValues(page: SeenPage): RecordColumn[] {
  const { query, filled } = page;
  return columnsFor(query.tradeType, query.countryCode).filter(
    (column) => !column.alias && (filled.includes(column.key) || isShown(page, column)),
  );
}

/**
 * The columns that are offered once a page has been seen. Further pages of a question may add columns, and never take one away or change
 * what is shown from the start: paging moves no column.
 */
export function offeredColumns(before: OfferedColumns | null, page: SeenPage): OfferedColumns {
  const { query } = page;
  const question = questionKey(query);
  const found = columnsWithValues(page);
  if (before?.question !== question) {
    const shown = found.filter((column) => isShown(page, column));
    return { question, columns: found, initial: shown.slice(0, LIMITS.defaultColumns).map(({ key }) => key) };
  }
  const known = new Set([...before.columns, ...found]);
  if (known.size === before.columns.length) return before;
  const columns = columnsFor(query.tradeType, query.countryCode).filter((column) => known.has(column));
  return { ...before, columns };
}
