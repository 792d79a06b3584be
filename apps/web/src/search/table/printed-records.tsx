import type { RecordColumn } from '@tidewaiter/contract';
import data from '../../ui/data-table.module.css';
import { usePrinting } from '../../ui/use-printing.js';
import type { RecordPage } from '../api/calls.js';
import { cellValue } from './cell-text.js';
import { leftToRight } from './layout.js';
import classes from './printed-records.module.css';
import { tableColumns } from './table-columns.js';
import { useTableLayout } from './table-layout.js';

const isNumber = ({ type }: RecordColumn) => type === 'decimal' || type === 'integer';

/** The records of a page on paper, whole: the table of the screen draws what is in view, and scrolls. */
export function PrintedRecords({ page }: { page: RecordPage }) {
  const isPrinting = usePrinting();
  const { columns, layout } = useTableLayout();
  if (!isPrinting) return null;
  const { details } = tableColumns(columns, page.rows, 0);
  const shown = leftToRight(layout).flatMap((key) => details.get(key) ?? []);
  const before = page.query.pageNumber * page.query.numberOfRecords;
  return (
    <table className={`${data.table} ${classes.table}`} aria-label="Records of this page">
      <thead>
        <tr>
          <th data-number>Sl</th>
          {shown.map(({ column, unit }) => (
            <th key={column.key} data-number={isNumber(column) || undefined}>
              {unit ? `${column.label}, ${unit}` : column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {page.rows.map((row, index) => (
          <tr key={row.id}>
            <td data-number>{before + index + 1}</td>
            {shown.map(({ column, cellUnit }) => {
              const { shown: text, derived } = cellValue(row, column);
              return (
                <td key={column.key} data-number={isNumber(column) || undefined}>
                  {derived && '≈ '}
                  {text ?? '–'}
                  {cellUnit && text !== null && ` ${row[cellUnit] ?? ''}`}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
