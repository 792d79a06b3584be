import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type AnalysisSums, type Dimension, displayDate, isOfTime, type Measure } from '@tidewaiter/contract';
import { formatMeasure, heat, measureLabel, numberOf, pivotScale } from '../../format/measures.js';
import { formatCount } from '../../format/numbers.js';
import { tellingFirst } from '../../format/telling-first.js';
import { AddToReport } from '../../search/reports/add-to-report.js';
import { type Column, ColumnTable } from '../../ui/column-table.js';
import { TableDownload } from '../../ui/table-download.js';
import { Analysed, type ChoosingViewProps, GroupName, groupLabel, type ViewProps } from './analysed.js';
import { DimensionSelect, MeasureSelect, OfNote, titleOf, UnitSelect, ViewHead } from './controls.js';
import classes from './in-depth.module.css';
import { type Answer, analysisOf, wholePivot } from './in-depth-calls.js';
import { pivotFile } from './table-files.js';
import { isCutSpan } from './whole.js';

/** Any two dimensions by any measure, with subtotals that are right for averages too. */
export function PivotView({ query, address, ...chosen }: ChoosingViewProps) {
  const { choice } = chosen;
  const { rows, columns, measure, unit } = choice;
  const asked = { rows, columns, unit, orderBy: measure };
  const answer = useQuery(analysisOf('pivot', query, asked));
  const queries = useQueryClient();
  const whole = async () => {
    const found = await queries.fetchQuery(analysisOf('pivot', query, { ...asked, ...wholePivot(columns) }));
    return pivotFile(found, query, choice);
  };
  return (
    <>
      <ViewHead how="The largest groups in each direction; all others are added up in the last row and column, so that every total is complete. A name leads to its records.">
        <DimensionSelect label="Rows" query={query} withTime {...chosen} />
        <DimensionSelect label="Columns" query={query} part="columns" withTime withNone {...chosen} />
        <MeasureSelect {...chosen} />
        <UnitSelect found={answer.data} {...chosen} />
      </ViewHead>
      <Analysed
        answer={answer}
        nothing={({ total }) => (total.total.shipments === 0 ? 'This question finds no records to group.' : null)}
      >
        {(pivot) => (
          <>
            {[rows, columns].some((dimension) => dimension !== null && isOfTime(dimension)) && (
              <p className="soft small readable">
                * Incomplete: only its days from {displayDate(query.fromDate)} to {displayDate(query.toDate)}.
              </p>
            )}
            <OfNote measure={measure} unit={pivot.unit} total={pivot.total.total} scale={pivotScale(measure, pivot)} />
            <div className={classes.pivot}>
              <PivotTable
                {...{ pivot, query, address, measure }}
                rows={pivot.asked.rows}
                columns={pivot.asked.columns ?? null}
              />
            </div>
            <TableDownload of="pivot" file={whole}>
              <AddToReport
                figures={{
                  title: titleOf(rows, query) + (columns ? ` by ${titleOf(columns, query)}` : ''),
                  ...{ question: query, chart: 'NONE', asks: { pivot: asked } },
                }}
              />
            </TableDownload>
          </>
        )}
      </Analysed>
    </>
  );
}

/** How strongly the largest cell is coloured, in percent. */
const HEAT = 70;

/** A group, or what all others or everything together come to. */
interface PivotRow {
  kind?: 'others' | 'total';
  name: string;
  cells: readonly (AnalysisSums | null)[];
  total: AnalysisSums;
}

interface PivotTableProps extends ViewProps {
  pivot: Answer<'pivot'>;
  /** They are those of the answer, which may not be of what is chosen now. */
  rows: Dimension;
  columns: Dimension | null;
  measure: Measure;
}

function PivotTable({ pivot, query, address, rows, columns, measure }: PivotTableProps) {
  const marked = (dimension: Dimension | null, name: string) =>
    dimension !== null && isOfTime(dimension) && isCutSpan(name, { from: query.fromDate, to: query.toDate }) ? '*' : '';
  const label = measureLabel(measure, pivot.unit);
  const scale = pivotScale(measure, pivot);
  const most = Math.max(
    ...pivot.rows.flatMap(({ cells }) => cells.slice(0, -1).map((cell) => numberOf(measure, cell) ?? 0)),
    0,
  );
  const textOf = tellingFirst(pivot.rows.map(({ name, hs_description }) => ({ code: name, text: hs_description })));
  const others = { ...pivot.others, kind: 'others' as const, name: `${formatCount(pivot.otherRows)} others` };

  function figures(
    column: Pick<Column<PivotRow>, 'id' | 'name' | 'title'>,
    sumsOf: (row: PivotRow) => AnalysisSums | null,
    { isStrong = false, isHot = false } = {},
  ): Column<PivotRow> {
    return {
      ...{ ...column, isNumber: true },
      cell: (row) => formatMeasure(measure, sumsOf(row), scale).text,
      look: (row) => ({
        title: formatMeasure(measure, sumsOf(row)).title,
        className: isStrong || row.kind === 'total' ? 'strong' : undefined,
        style: isHot && !row.kind && most > 0 ? heat((numberOf(measure, sumsOf(row)) ?? 0) / most, HEAT) : undefined,
      }),
    };
  }

  return (
    <ColumnTable<PivotRow>
      label={`${label} by ${titleOf(rows, query)}${columns ? ` and ${titleOf(columns, query)}` : ''}`}
      rows={pivot.otherRows > 0 ? [...pivot.rows, others] : pivot.rows}
      foot={[{ ...pivot.total, kind: 'total', name: 'TOTAL' }]}
      keyOf={({ kind = 'group', name }) => `${kind} ${name}`}
      kindOf={({ kind }) => kind}
      columns={[
        {
          ...{ name: titleOf(rows, query), isHead: true },
          cell: ({ kind, name }) =>
            kind ? (
              name
            ) : (
              <>
                <GroupName {...{ query, address }} dimension={rows} name={name} description={textOf(name)} />
                {marked(rows, name)}
              </>
            ),
        },
        ...(columns ? pivot.columns : []).map(({ name, hs_description: title }, index) =>
          figures(
            {
              id: `group ${name}`,
              name: `${groupLabel(columns, name) || 'Not stated'}${marked(columns, name)}`,
              title,
            },
            ({ cells }) => cells[index] ?? null,
            {
              isHot: true,
            },
          ),
        ),
        columns !== null &&
          pivot.otherColumns > 0 &&
          figures({ name: `${formatCount(pivot.otherColumns)} others` }, ({ cells }) => cells.at(-1) ?? null),
        figures({ name: columns ? 'All' : label }, ({ total }) => total, { isStrong: true }),
      ]}
    />
  );
}
