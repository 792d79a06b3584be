import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnalysisSums, Measure } from '@tidewaiter/contract';
import { formatCount } from '../../format/numbers.js';
import { tellingFirst } from '../../format/telling-first.js';
import { DataTable } from '../../ui/data-table.js';
import { TableDownload } from '../../ui/table-download.js';
import { Analysed, type ChoosingViewProps, GroupName, type ViewProps } from './analysed.js';
import { DimensionSelect, MeasureSelect, OfNote, titleOf, UnitSelect, ViewHead } from './controls.js';
import classes from './in-depth.module.css';
import { type Answer, analysisOf, wholePivot } from './in-depth-calls.js';
import { formatMeasure, measureLabel, numberOf } from './measures.js';
import { pivotFile } from './table-files.js';
import type { ViewChoice } from './view-address.js';

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
      <ViewHead how="The largest groups in each direction; all others stand in the last row and column, so that every total is whole. A name leads to its records.">
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
            <OfNote measure={measure} unit={pivot.unit} total={pivot.total.total} />
            <div className={classes.pivot}>
              <PivotTable pivot={pivot} query={query} address={address} choice={choice} />
            </div>
            <TableDownload of="pivot" file={whole} />
          </>
        )}
      </Analysed>
    </>
  );
}

/** How strongly the largest cell is coloured, in percent. */
const HEAT = 70;

interface PivotTableProps extends ViewProps {
  pivot: Answer<'pivot'>;
  choice: ViewChoice;
}

function PivotTable({ pivot, query, address, choice: { rows, columns, measure } }: PivotTableProps) {
  const label = measureLabel(measure, pivot.unit);
  const most = Math.max(
    ...pivot.rows.flatMap(({ cells }) => cells.slice(0, -1).map((cell) => numberOf(measure, cell) ?? 0)),
    0,
  );
  const told = tellingFirst(pivot.rows.map(({ name, hs_description }) => ({ code: name, text: hs_description })));
  const others = pivot.otherColumns > 0;
  const shown = (cells: readonly (AnalysisSums | null)[]) => (others ? cells : cells.slice(0, -1));
  return (
    <DataTable label={`${label} by ${titleOf(rows, query)}${columns ? ` and ${titleOf(columns, query)}` : ''}`}>
      <thead>
        <tr>
          <th scope="col">{titleOf(rows, query)}</th>
          {columns &&
            pivot.columns.map((column) => (
              <th key={column.name} scope="col" data-number title={column.hs_description}>
                {column.name || 'Not stated'}
              </th>
            ))}
          {columns && others && (
            <th scope="col" data-number>
              {formatCount(pivot.otherColumns)} others
            </th>
          )}
          <th scope="col" data-number>
            {columns ? 'All' : label}
          </th>
        </tr>
      </thead>
      <tbody>
        {pivot.rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">
              <GroupName {...{ query, address }} dimension={rows} name={row.name} description={told(row.name)} />
            </th>
            {columns &&
              shown(row.cells).map((cell, index) => (
                <Cell
                  key={pivot.columns[index]?.name ?? 'others'}
                  sums={cell}
                  measure={measure}
                  heat={index < pivot.columns.length && most > 0 ? (numberOf(measure, cell) ?? 0) / most : 0}
                />
              ))}
            <Cell sums={row.total} measure={measure} strong />
          </tr>
        ))}
        {pivot.otherRows > 0 && (
          <tr data-kind="others">
            <th scope="row">{formatCount(pivot.otherRows)} others</th>
            {columns &&
              shown(pivot.others.cells).map((cell, index) => (
                <Cell key={pivot.columns[index]?.name ?? 'others'} sums={cell} measure={measure} />
              ))}
            <Cell sums={pivot.others.total} measure={measure} strong />
          </tr>
        )}
      </tbody>
      <tfoot>
        <tr data-kind="total">
          <th scope="row">TOTAL</th>
          {columns &&
            shown(pivot.total.cells).map((cell, index) => (
              <Cell key={pivot.columns[index]?.name ?? 'others'} sums={cell} measure={measure} strong />
            ))}
          <Cell sums={pivot.total.total} measure={measure} strong />
        </tr>
      </tfoot>
    </DataTable>
  );
}

interface CellProps {
  sums: AnalysisSums | null;
  measure: Measure;
  /** How large it is among all cells, from 0 to 1. */
  heat?: number;
  strong?: boolean;
}

function Cell({ sums, measure, heat = 0, strong = false }: CellProps) {
  const { text, title } = formatMeasure(measure, sums);
  const percent = Math.round(Math.max(0, heat) * HEAT);
  return (
    <td
      data-number
      title={title}
      className={strong ? classes.strong : undefined}
      style={percent > 0 ? { background: `color-mix(in srgb, var(--bar) ${percent}%, transparent)` } : undefined}
    >
      {text}
    </td>
  );
}
