import { columnsFor, type MatchedText, recordColumn, type SearchQuery } from '@tidewaiter/contract';
import { describedColumn } from '../nomenclature/described-column.js';
import { TEXT_SETTINGS } from './bindings.js';
import { compileSearch, type Selection } from './compile.js';
import { daysOf } from './days.js';
import type { NarrowedQuery } from './entitlement.js';
import { daysOfPage } from './found-days.js';
import type { AnswerKind } from './kept-answers.js';
import { type Order, pageSql, type ReadRecord, recordCells, recordReader, selectedCells } from './record-rows.js';
import type { Snapshot } from './snapshot.js';
import { whyMatched } from './why-matched.js';

/** A record as a page shows it. */
export interface FoundRow extends ReadRecord {
  /** What of its cells the question's values matched; nothing for what it must not contain. */
  matched: MatchedText[];
}

/** Which page of which records: the countries that were asked for decide the columns, also those of which nothing may be seen. */
interface PageAsked extends Pick<SearchQuery, 'orderByColumn' | 'orderByMode' | 'pageNumber' | 'numberOfRecords'> {
  query: NarrowedQuery;
  askedCountries: readonly string[];
}

/** One page of records. Sorted by date descending unless asked otherwise; ties by id, so paging never repeats a row. */
export function pageOf(query: NarrowedQuery, asked: SearchQuery, snapshot: Snapshot): Promise<readonly FoundRow[]> {
  const { countryCode, orderByColumn, orderByMode, pageNumber, numberOfRecords } = asked;
  const askedCountries = countryCode;
  return snapshot.kept(PAGE, { query, askedCountries, orderByColumn, orderByMode, pageNumber, numberOfRecords });
}

/** Whether the sort key leads to little. */
const isNarrow = ({ searchBy, queryBuilder }: NarrowedQuery) => searchBy === 'HS_CODE' && queryBuilder.length === 0;

interface Cut {
  limit: number;
  offset: number;
}

const PAGE: AnswerKind<PageAsked, readonly FoundRow[]> = {
  name: 'page',
  async find({ query, askedCountries, orderByColumn, orderByMode, pageNumber, numberOfRecords }, snapshot) {
    const columns = columnsFor(query.tradeType, askedCountries);
    const [dateColumn] = columns;
    const sorted = recordColumn(query.tradeType, orderByColumn ?? '') ?? dateColumn;
    if (!sorted) throw new Error('the catalogue has no columns');
    const order: Order = { column: describedColumn(sorted, snapshot.version), mode: orderByMode };
    const cut = { limit: numberOfRecords, offset: pageNumber * numberOfRecords };
    // What the sort key leads to is read as quickly as it is counted: no need to wait for the days.
    const found =
      sorted !== dateColumn || isNarrow(query)
        ? { selection: compileSearch(query, snapshot.version), cut }
        : await onItsDays(query, orderByMode, cut, snapshot);
    if (found === null) return [];
    const rows = await snapshot.query({
      name: 'search.page',
      sql: pageSql(found.selection, selectedCells(columns), order),
      parameters: { ...found.selection.parameters, ...found.cut },
      settings: TEXT_SETTINGS,
      row: recordCells,
    });
    const read = recordReader(columns, await snapshot.edition());
    const records = rows.map(read);
    const matched = await whyMatched(
      query,
      records.map(({ cells }) => cells),
      snapshot,
    );
    return records.map((record, index) => ({ ...record, matched: matched[index] ?? [] }));
  },
};

/** The days on which a page of the list by date lies, and the page among their records; null when it lies beyond the last. */
async function onItsDays(
  query: NarrowedQuery,
  mode: SearchQuery['orderByMode'],
  cut: Cut,
  snapshot: Snapshot,
): Promise<{ selection: Selection; cut: Cut } | null> {
  const days = daysOfPage(await daysOf(query, snapshot), mode, cut);
  if (!days) return null;
  const { conditions, parameters } = compileSearch(query, snapshot.version);
  return {
    selection: {
      conditions: conditions.map((sql) => `${sql} AND record_date BETWEEN {page_from:Date} AND {page_to:Date}`),
      parameters: { ...parameters, page_from: days.from, page_to: days.to },
    },
    cut: { limit: cut.limit, offset: days.offset },
  };
}
