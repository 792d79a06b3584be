import { ActionIcon } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import type { RecordRow } from '@tidewaiter/contract';
import { formatCount } from '../../../format/count.js';
import { RecordCell } from './record-cell.js';
import classes from './record-table.module.css';
import type { ColumnDetails } from './table-columns.js';
import type { CellFocus } from './use-grid-keys.js';

interface RecordTableRowProps {
  row: RecordRow;
  details: Map<string, ColumnDetails>;
  /** Position in the whole result, from 1: what `Sl` shows. */
  position: number;
  /** Position on the page, from 0. */
  index: number;
  top: number;
  cell: (row: number, column: number) => CellFocus;
  onDescribe: (row: RecordRow) => void;
}

export function RecordTableRow({ row, details, position, index, top, cell, onDescribe }: RecordTableRowProps) {
  return (
    <div
      role="row"
      aria-rowindex={position + 1}
      className={`${classes.row} ${classes.bodyRow}`}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div
        role="gridcell"
        aria-colindex={1}
        className={classes.cell}
        data-sticky="first"
        data-type="integer"
        {...cell(index + 1, 0)}
      >
        <span className={classes.value}>{formatCount(position)}</span>
      </div>
      <div role="gridcell" aria-colindex={2} className={classes.cell} data-sticky="second">
        <ActionIcon
          variant="subtle"
          size={32}
          title="Description"
          aria-label={`Description of record ${position}`}
          aria-haspopup="dialog"
          onClick={() => onDescribe(row)}
          {...cell(index + 1, 1)}
        >
          <IconListDetails size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </div>
      {[...details.values()].map((column, number) => (
        <RecordCell
          key={column.column.key}
          row={row}
          details={column}
          column={number + 2}
          focus={cell(index + 1, number + 2)}
        />
      ))}
    </div>
  );
}
