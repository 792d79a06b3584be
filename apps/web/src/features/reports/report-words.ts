import {
  type AnalysisSums,
  type ColumnKey,
  type ComparedPrice,
  countryByCode,
  type Dimension,
  dimensionTitle,
  displayDate,
  type FigureRecord,
  type FiguresBlock,
  isIndianSearch,
  layoutAsked,
  type Measure,
  type NumberChange,
  OTHERS,
  queryAsked,
  questionOfCompared,
  questionOfRecord,
  type RowKey,
  recordColumn,
  type SavedQuery,
  STATISTICS,
  type Statistic,
  TOTAL,
} from '@tidewaiter/contract';
import { formatMeasure } from '../../format/measures.js';
import { monthLabel } from '../../format/months.js';
import { formatCount, formatDecimal, formatPrice, formatShipments } from '../../format/numbers.js';
import { oneOfUnit } from '../../format/quantities.js';
import { cellValue } from '../../search/table/cell-text.js';

/** What a block's figures are grouped by, and measured in. */
export const layoutOf = ({ asks }: FiguresBlock) => layoutAsked(asks);

export const queryOf = ({ asks }: FiguresBlock) => queryAsked(asks);

export const STATISTIC_WORDS: Record<Statistic, string> = {
  ...{ QUARTILE1: 'Lower quartile', MEDIAN: 'Median', QUARTILE3: 'Upper quartile' },
  ...{ INDEX: 'Index', LARGEST: 'Largest, %', LARGEST_THREE: 'Largest three, %', GROUPS: 'How many' },
};

/** What is reckoned beside the sums of each row. */
export function statisticsOf({ asks }: FiguresBlock): readonly Statistic[] {
  if ('prices' in asks) return STATISTICS.prices;
  return 'concentration' in asks ? STATISTICS.concentration : [];
}

export function formatStatistic(statistic: Statistic, value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  if (statistic === 'INDEX' || statistic === 'GROUPS') return formatCount(Math.round(value));
  return statistic.startsWith('LARGEST') ? value.toFixed(1) : formatPrice(value);
}

/** A column of single records. */
interface RecordWords {
  name: string;
  isNumber?: boolean;
  text: (record: FigureRecord) => string;
  /** The question that finds what it tells of. */
  opens?: (record: FigureRecord) => SavedQuery | null;
}

/** How far a price lies from those that it is compared with: no word on what that means. */
function distanceInWords({ price, median, quartile1 }: ComparedPrice): string {
  if (median <= 0 || price <= 0) return price < quartile1 ? 'Below the range' : 'Above the range';
  const times = formatDecimal((price > median ? price / median : median / price).toFixed(6), 1);
  return price > median
    ? `Above the range: ${times} times the median`
    : `Below the range: the median is ${times} times it`;
}

/** The columns of a block's single records: those that are shown, and of an unusual price what it is compared with. */
export function recordColumnsOf(block: FiguresBlock): RecordWords[] {
  const { fields = [], unit, records = [] } = block.figures;
  const { tradeType } = queryOf(block);
  const shown = fields.flatMap((key) => recordColumn(tradeType, key) ?? []);
  const columns = shown.map((column, at): RecordWords => {
    const { label, unitKey, type } = column;
    return {
      name: column.unit ? `${label}, ${column.unit}` : label,
      ...((type === 'decimal' || type === 'integer') && { isNumber: true }),
      text({ cells }) {
        const { shown, derived } = cellValue(cells, column);
        if (shown === null) return '–';
        return `${derived ? '≈ ' : ''}${shown}${unitKey && cells[unitKey] ? ` ${cells[unitKey]}` : ''}`;
      },
      ...(at === 0 && { opens: (record: FigureRecord) => questionOfRecord(block, record) }),
    };
  });
  if (!records.some(({ compared }) => compared)) return columns;
  const of = (text: (compared: ComparedPrice) => string) => (record: FigureRecord) =>
    record.compared ? text(record.compared) : '';
  return [
    ...columns,
    { name: `USD per ${oneOfUnit(unit) || 'unit'}`, isNumber: true, text: of(({ price }) => formatPrice(price)) },
    {
      ...{ name: 'Half of all cost', isNumber: true },
      text: of(({ quartile1, quartile3 }) => `${formatPrice(quartile1)} – ${formatPrice(quartile3)}`),
    },
    { name: 'Why it stands here', text: of(distanceInWords) },
    {
      ...{ name: 'Beside', isNumber: true, opens: (record) => questionOfCompared(block, record) },
      text: of(({ priced, records }) =>
        priced === records
          ? formatShipments(records)
          : `${formatShipments(records)}, ${formatCount(priced)} with a price in the unit`,
      ),
    },
  ];
}

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
  const isOfPeriods = 'comparison' in asks;
  const hasGroups = isOfPeriods || layoutAsked(asks).columns !== null;
  return [
    ...(hasGroups ? figures.columns.map(({ name }): ColumnKey => name) : []),
    ...(figures.otherColumns > 0 ? ([OTHERS] as const) : []),
    ...(isOfPeriods ? [] : ([TOTAL] as const)),
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
