import {
  type AnalysisSums,
  type ColumnKey,
  countryByCode,
  type Dimension,
  dimensionTitle,
  displayDate,
  type FiguresBlock,
  isIndianSearch,
  type Measure,
  type NumberChange,
  OTHERS,
  type RowKey,
  TOTAL,
} from '@tidewaiter/contract';
import { formatMeasure } from '../../format/measures.js';
import { monthLabel } from '../../format/months.js';
import { formatCount } from '../../format/numbers.js';

/** What a block's figures are grouped by, and measured in. */
export function layoutOf({ asks }: FiguresBlock): { rows: Dimension; columns: Dimension | null; measure: Measure } {
  if ('pivot' in asks) {
    const { rows, columns, orderBy } = asks.pivot;
    return { rows, columns, measure: orderBy };
  }
  return { rows: asks.comparison.by, columns: null, measure: asks.comparison.orderBy };
}

export const queryOf = ({ asks }: FiguresBlock) => ('pivot' in asks ? asks.pivot.query : asks.comparison.query);

/** What a dimension is called in a block. */
export function titleIn(block: FiguresBlock, dimension: Dimension): string {
  const { tradeType, countryCode } = queryOf(block);
  return dimensionTitle(dimension, tradeType, isIndianSearch(countryCode));
}

/** A group as people read it. */
export function groupWords(dimension: Dimension | null, name: string): string {
  if (name === '') return 'Not stated';
  if (dimension === 'months') return monthLabel(name);
  return dimension === 'sourceCountries' ? (countryByCode(name)?.name ?? name) : name;
}

export function rowWords({ figures, ...block }: FiguresBlock, key: RowKey): string {
  if (key === TOTAL) return 'Total';
  if (key === OTHERS) return `${formatCount(figures.otherRows)} others`;
  return groupWords(layoutOf({ figures, ...block }).rows, key as string);
}

export function columnWords({ figures, ...block }: FiguresBlock, key: ColumnKey): string {
  if (key === TOTAL) return 'All';
  if (key === OTHERS) return `${formatCount(figures.otherColumns)} others`;
  const [from = '', to] = String(key).split('/');
  if (to !== undefined) return `${displayDate(from)} – ${displayDate(to)}`;
  return groupWords(layoutOf({ figures, ...block }).columns, from);
}

/** The columns of a block's table. */
export function columnsOf({ asks, figures }: FiguresBlock): ColumnKey[] {
  return [
    ...('pivot' in asks && asks.pivot.columns === null ? [] : figures.columns.map(({ name }): ColumnKey => name)),
    ...(figures.otherColumns > 0 ? ([OTHERS] as const) : []),
    ...('pivot' in asks ? ([TOTAL] as const) : []),
  ];
}

type Cells = { total: AnalysisSums | null; cells: readonly (AnalysisSums | null)[] };

/** What stands in a row and column. */
export function sumsAt({ figures }: FiguresBlock, row: Cells, column: ColumnKey): AnalysisSums | null {
  if (column === TOTAL) return row.total;
  if (column === OTHERS) return row.cells.at(-1) ?? null;
  return row.cells[figures.columns.findIndex(({ name }) => name === column)] ?? null;
}

const records = (count: number) => `${formatCount(count)} ${count === 1 ? 'record' : 'records'}`;

/** What became of a number, in words: `was 1.2 m; 41 records came, 3 went`. */
export function changeInWords({ before, came, gone }: NumberChange, measure: Measure): string {
  const was = before === null ? [] : [`was ${formatMeasure(measure, before).text}`];
  const moved = [
    ...(came > 0 ? [`${records(came)} came`] : []),
    ...(gone !== null && gone > 0 ? [`${records(gone)} went`] : []),
    ...(came === 0 && gone === 0 ? ['corrected'] : []),
  ];
  return [...was, moved.join(', ')].filter((words) => words !== '').join('; ');
}
