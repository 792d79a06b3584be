/** What became of a report's numbers: those that are kept beside those of the newest data. */
import type { AnalysisSums } from './in-depth.js';
import type { ReportFigures } from './reports.js';

type Sums = AnalysisSums | null;
type Row = ReportFigures['rows'][number];

/** One number's records, as they were and as they are. */
export interface NumberChange {
  before: Sums;
  after: Sums;
  /** Records that it counts since: new ones, and corrected ones that were counted elsewhere. */
  came: number;
  /** Records that it counts no more: taken back, or corrected and counted elsewhere. Null where it is not known what there was. */
  gone: number | null;
}

/** A row that stands for others, or for all, has this in the place of a name. */
export const OTHERS: unique symbol = Symbol('others');
export const TOTAL: unique symbol = Symbol('total');
export type RowKey = string | typeof OTHERS | typeof TOTAL;

/** All rows of a table of figures, each by its key: the groups, then the others where there are any, then the total. */
export function rowsOf(figures: ReportFigures): [RowKey, Row][] {
  return [
    ...figures.rows.map((row): [RowKey, Row] => [row.name, row]),
    ...(figures.otherRows > 0 ? [[OTHERS, figures.others] as [RowKey, Row]] : []),
    [TOTAL, figures.total],
  ];
}

/** The number of a row in a column, which is named; in the last one, of all columns, where it is null. */
function cellOf(figures: ReportFigures, row: Row | undefined, column: string | null): Sums {
  if (!row || column === null) return row?.total ?? null;
  const at = figures.columns.findIndex(({ name }) => name === column);
  return at < 0 ? null : (row.cells[at] ?? null);
}

const shipments = (sums: Sums) => sums?.shipments ?? 0;

const isSame = (one: Sums, other: Sums) =>
  shipments(one) === shipments(other) && one?.value_usd === other?.value_usd && one?.quantity === other?.quantity;

/**
 * What became of each number of a table of figures.
 *
 * @param came the same figures of those records alone that came since, with all of their rows
 * @returns of a row and column, undefined where nothing changed; and how many numbers did
 */
export function changesOf(before: ReportFigures, after: ReportFigures, came: ReportFigures) {
  const kept = new Map(rowsOf(before));
  const fresh = new Map(rowsOf({ ...came, otherRows: 0 }));
  const cameIn = (key: RowKey, column: string | null): number => {
    if (key !== OTHERS) return shipments(cellOf(came, fresh.get(key), column));
    const shown = after.rows.reduce((sum, { name }) => sum + cameIn(name, column), 0);
    return cameIn(TOTAL, column) - shown;
  };
  const change = (key: RowKey, row: Row, column: string | null): NumberChange | undefined => {
    const [was, is] = [cellOf(before, kept.get(key), column), cellOf(after, row, column)];
    const isKnown = kept.has(key) || before.otherRows === 0;
    const number = cameIn(key, column);
    if (isSame(was, is) && number === 0) return undefined;
    // Others are other groups where the largest are not the same.
    if (!isKnown || key === OTHERS) return { before: isKnown ? was : null, after: is, came: number, gone: null };
    const gone = shipments(was) + number - shipments(is);
    return { before: was, after: is, came: number + Math.max(0, -gone), gone: Math.max(0, gone) };
  };
  const columns = [...after.columns.map(({ name }) => name), null];
  const changed = new Map<RowKey, Map<string | null, NumberChange>>();
  for (const [key, row] of rowsOf(after)) {
    const cells = columns.flatMap((column): [string | null, NumberChange][] => {
      const one = change(key, row, column);
      return one ? [[column, one]] : [];
    });
    if (cells.length > 0) changed.set(key, new Map(cells));
  }
  return {
    of: (key: RowKey, column: string | null) => changed.get(key)?.get(column),
    count: [...changed.values()].reduce((sum, { size }) => sum + size, 0),
    /** Of the whole table: the records that came, and those that are gone. */
    total: changed.get(TOTAL)?.get(null),
    /** Groups that stood in the table and do not any more. */
    left: before.rows.map(({ name }) => name).filter((name) => !after.rows.some((row) => row.name === name)),
  };
}
