import { Link } from '@tanstack/react-router';
import {
  addressOf,
  type ColumnKey,
  changesOf,
  displayDate,
  type FigureRecord,
  type FiguresBlock,
  isOfTime,
  OTHERS,
  questionOfNumber,
  questionOfStatistic,
  type RefreshedBlock,
  type ReportFigures,
  type RowKey,
  rowsOf,
  type SavedQuery,
  TOTAL,
} from '@tidewaiter/contract';
import { useCallback, useMemo } from 'react';
import { formatMeasure, measureLabel, measureScale } from '../../format/measures.js';
import { formatCount, formatShipments } from '../../format/numbers.js';
import { barOption, monthOption } from '../../search/chart-options.js';
import { LaneMap } from '../../search/later-lane-map.js';
import { dataOf, lanesOf } from '../../search/reports/report-charts.js';
import { Chart, type ChartTheme, chartTip } from '../../ui/chart.js';
import { defaultPaint } from '../../ui/colours.js';
import { ColumnTable } from '../../ui/column-table.js';
import { PictureNotes, sourceNote } from '../../ui/picture-links.js';
import {
  changeInWords,
  columnsOf,
  columnWords,
  formatStatistic,
  groupWords,
  layoutOf,
  recordColumnsOf,
  rowWords,
  STATISTIC_WORDS,
  statisticsOf,
  sumsAt,
  titleIn,
} from './report-words.js';
import classes from './reports.module.css';

interface FiguresProps {
  block: FiguresBlock;
  /** How its figures are on the newest data, where somebody has asked. */
  now: RefreshedBlock | undefined;
  /** Why they cannot be computed anew. */
  refused: string | undefined;
}

/** Shows figures of a report: what was asked, the drawing and the table, in which each number opens its records. */
export function Figures({ block, now, refused }: FiguresProps) {
  const why = now?.why ?? refused;
  const shown = useMemo(
    () => (now?.figures ? { ...block, figures: now.figures, isWithheld: false } : block),
    [block, now],
  );
  const changes = useMemo(
    () => (now?.figures && now.came && !block.isWithheld ? changesOf(block.figures, now.figures, now.came) : null),
    [block, now],
  );
  const { figures } = shown;
  return (
    <>
      <p className="soft small readable">
        {figures.question} · {measureLabel(layoutOf(block).measure, figures.unit)}
      </p>
      {why && <p className="small">It can no longer be computed, and stays as it was: {why}</p>}
      {changes && (
        <p className="small" data-changes={changes.count}>
          {changes.count === 0
            ? 'None of its numbers has changed.'
            : `${formatCount(changes.count)} of its numbers have changed: in all, ${changes.total ? changeInWords(changes.total, layoutOf(block).measure) : 'the same records'}.`}
          {changes.left.length > 0 &&
            ` No longer among the largest: ${changes.left.map((name) => groupWords(layoutOf(block).rows, name)).join(', ')}.`}
        </p>
      )}
      {shown.isWithheld && (
        <p className="small readable">
          Records that it counted may no longer be seen: they were withdrawn, or your subscription does not show them.
          See what changed computes it anew.
        </p>
      )}
      <PictureNotes value={[['Question', figures.question], sourceNote(String(figures.dataVersion))]}>
        <Drawing block={shown} />
      </PictureNotes>
      {!shown.isWithheld && figures.records && <RecordsTable block={shown} />}
      {!shown.isWithheld && <NumbersTable block={shown} changes={changes} before={now?.figures && block.figures} />}
      {figures.hidden && <p className="soft small">{figures.hidden}</p>}
      <p className="soft small">
        Data version {figures.dataVersion}, computed on {displayDate(figures.madeDate.slice(0, 10))}.
      </p>
    </>
  );
}

function Drawing({ block }: { block: FiguresBlock }) {
  const { rows, measure } = layoutOf(block);
  const data = useMemo(() => dataOf(block.figures, measure, (name) => groupWords(rows, name)), [block, rows, measure]);
  const { chart } = block;
  const option = useCallback(
    (theme: ChartTheme) =>
      isOfTime(rows)
        ? monthOption(chart === 'LINE' ? 'line' : 'bar', { data, tip: chartTip }, theme)
        : barOption({ data, paints: data.map(() => defaultPaint(theme.dark)), tip: chartTip }, theme),
    [rows, data, chart],
  );
  const lanes = useMemo(() => lanesOf(block), [block]);
  if (chart === 'MAP')
    return (
      <LaneMap
        lanes={lanes}
        addressOf={({ partner }) => {
          const opens = partner === '' ? null : questionOfNumber(block, partner, TOTAL);
          return opens && addressOf(opens);
        }}
      />
    );
  if (chart === 'NONE' || data.length === 0) return null;
  return (
    <Chart
      renderer="svg"
      option={option}
      title={block.title}
      label={`${block.title}, chart. Its table says the same.`}
    />
  );
}

/** Single records, each with the way to it; beneath stands how many the question finds. */
function RecordsTable({ block }: { block: FiguresBlock }) {
  const { records = [] } = block.figures;
  return (
    <ColumnTable
      label={`${block.title}: records`}
      rows={records}
      keyOf={({ cells }) => cells.id}
      columns={recordColumnsOf(block).map(({ name, isNumber, text, opens }) => ({
        ...{ id: name, name, isNumber },
        look: () => (opens ? { className: 'one-line' } : {}),
        cell: (record: FigureRecord) => (
          <Opening opens={opens?.(record) ?? null} text={text(record)} title="Open the records" />
        ),
      }))}
    />
  );
}

interface NumbersTableProps {
  block: FiguresBlock;
  changes: ReturnType<typeof changesOf> | null;
  /** As the report has them, where those of now are shown. */
  before: ReportFigures | null | undefined;
}

function NumbersTable({ block, changes, before }: NumbersTableProps) {
  const { figures } = block;
  const was = new Map(before ? rowsOf(before) : []);
  const { rows: dimension, measure } = layoutOf(block);
  const columns = columnsOf(block);
  const all = rowsOf(figures);
  const scale = measureScale(
    measure,
    figures.rows.flatMap((row) => columns.map((column) => sumsAt(block, row, column))),
  );
  const label = measureLabel(measure, figures.unit, scale);
  return (
    <ColumnTable
      label={`${block.title}: ${label}`}
      rows={all.filter(([key]) => key !== TOTAL)}
      foot={all.filter(([key]) => key === TOTAL)}
      keyOf={([key]) => (typeof key === 'symbol' ? String(key.description) : `group ${key}`)}
      kindOf={([key]) => (key === TOTAL ? 'total' : key === OTHERS ? 'others' : undefined)}
      columns={[
        {
          // Of several columns none says what its numbers are.
          ...{
            name: columns.length === 1 ? titleIn(block, dimension) : `${titleIn(block, dimension)} (${label})`,
            isHead: true,
          },
          cell: ([key, { hs_description }]) => (
            <>
              {rowWords(block, key)}
              {hs_description !== undefined && <span className="soft"> {hs_description}</span>}
            </>
          ),
        },
        ...columns.map((column) => ({
          id: typeof column === 'symbol' ? String(column.description) : `group ${column}`,
          name: columns.length === 1 ? label : columnWords(block, column),
          isNumber: true,
          cell: ([key, row]: (typeof all)[number]) => {
            const change = changes?.of(key, typeof column === 'symbol' ? null : column);
            return (
              <>
                <OpenNumber
                  block={block}
                  row={key}
                  column={column}
                  text={formatMeasure(measure, sumsAt(block, row, column), scale)}
                  count={sumsAt(block, row, column)?.shipments ?? 0}
                />
                {change && column !== OTHERS && <ins className={classes.change}>{changeInWords(change, measure)}</ins>}
              </>
            );
          },
        })),
        ...statisticsOf(block).map((statistic, at) => ({
          ...{ name: STATISTIC_WORDS[statistic], isNumber: true },
          cell: ([key, { statistics, total }]: (typeof all)[number]) => {
            const text = formatStatistic(statistic, statistics?.[at]);
            const formerly = formatStatistic(statistic, was.get(key)?.statistics?.[at]);
            const opens = questionOfStatistic(block, key, total);
            return (
              <>
                <Opening {...{ opens, text }} title={opens ? 'Open the records' : NONE_FINDS} />
                {was.has(key) && formerly !== text && <ins className={classes.change}>was {formerly}</ins>}
              </>
            );
          },
        })),
      ]}
    />
  );
}

const NONE_FINDS = 'No search finds just these records';

interface OpenNumberProps {
  block: FiguresBlock;
  row: RowKey;
  column: ColumnKey;
  text: { text: string; title: string };
  /** Records that it counts. */
  count: number;
}

/** A number that leads to the records that it counts, where a search finds just these. */
function OpenNumber({ block, row, column, text: { text, title }, count }: OpenNumberProps) {
  const opens = count > 0 ? questionOfNumber(block, row, column) : null;
  const more = opens ? `. Open ${formatShipments(count)}` : count > 0 ? `. ${NONE_FINDS}` : '';
  return <Opening opens={opens} text={text} title={`${title}${more}`} />;
}

function Opening({ opens, text, title }: { opens: SavedQuery | null; text: string; title: string }) {
  if (!opens) return <span title={title}>{text}</span>;
  return (
    <Link to="/list1" search={addressOf(opens)} preload={false} className={classes.number} title={title}>
      {text}
    </Link>
  );
}
