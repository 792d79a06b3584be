import {
  askedQuestion,
  columnsFor,
  LIMITS,
  type RecordColumn,
  type RecordRow,
  type SearchQuery,
} from '@tidewaiter/contract';
import { hasValue } from './cell-text.js';

/** They are offered whatever a page holds: without them a row says nothing. */
const ALWAYS = ['record_date', 'hs_code'];

/** A record is read by these, in this order: when, what, who, how much and for what price, where to or from. */
const SHOWN_FIRST = [
  'record_date',
  'hs_code',
  'product_description',
  'importer_name',
  'exporter_name',
  'quantity',
  'unit_price_usd',
  'total_value_usd',
  'other_side',
];

/** It names the country on the other side of the trade. */
const OTHER_SIDE = { IMPORT: 'origin_country', EXPORT: 'destination_country' } as const;

/**
 * The columns of a question that have a value in the records of its countries, or in what has been seen of its answer, in the
 * catalogue's order: an account's data window may leave out of the former what the latter shows.
 */
export interface OfferedColumns {
  /** They are of this question. */
  question: string;
  columns: readonly RecordColumn[];
  /**
   * Wire keys of those that are shown unless somebody chooses, in their order: the first 15 (SPEC 5) that the first page seen has
   * values for, what a record is read by before the rest.
   */
  initial: readonly string[];
}

/** Identifies a question: filters, sort and page are no part of it (DESIGN 5). */
export function questionKey(query: SearchQuery): string {
  return JSON.stringify(askedQuestion.parse(query));
}

interface SeenPage {
  query: SearchQuery;
  rows: readonly RecordRow[];
  /** The records of the question's countries fill the columns of these wire keys. */
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

function initialColumns({ tradeType, countryCode }: SearchQuery, shown: readonly RecordColumn[]): string[] {
  const names = SHOWN_FIRST.map((name) => (name === 'other_side' ? OTHER_SIDE[tradeType] : name));
  const place = ({ name }: RecordColumn) => (names.includes(name) ? names.indexOf(name) : names.length);
  // The one country of a question is in its words, and a unit stands beside its figure.
  const units = new Set(shown.map(({ unitKey }) => unitKey));
  const tells = ({ name, key }: RecordColumn) =>
    (name !== 'source_country' || countryCode.length > 1) && !units.has(key);
  const inOrder = shown.filter(tells).toSorted((a, b) => place(a) - place(b));
  return inOrder.slice(0, LIMITS.defaultColumns).map(({ key }) => key);
}

/**
 * Finds the columns that are offered once a page has been seen. Further pages of a question may add columns, and never take one away or
 * change what is shown from the start: paging moves no column.
 */
export function offeredColumns(before: OfferedColumns | null, page: SeenPage): OfferedColumns {
  const { query } = page;
  const question = questionKey(query);
  const found = columnsWithValues(page);
  if (before?.question !== question) {
    const shown = found.filter((column) => isShown(page, column));
    return { question, columns: found, initial: initialColumns(query, shown) };
  }
  const known = new Set([...before.columns, ...found]);
  if (known.size === before.columns.length) return before;
  const columns = columnsFor(query.tradeType, query.countryCode).filter((column) => known.has(column));
  return { ...before, columns };
}
