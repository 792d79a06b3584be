import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import classes from './record-table.module.css';
import type { ColumnDetails } from './table-columns.js';
import type { CellFocus } from './use-grid-keys.js';

interface HeaderCellProps {
  details: ColumnDetails | undefined;
  index: number;
  sorted: false | 'asc' | 'desc';
  onSort: () => void;
  focus: CellFocus;
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

/** A column's header: its label, its unit, and the button that sorts by it. */
export function HeaderCell({ details, index, sorted, onSort, focus }: HeaderCellProps) {
  if (!details) return null;
  const { column, unit } = details;
  const label = unit ? `${column.label} (${unit})` : column.label;
  const Arrow = sorted === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <div
      role="columnheader"
      aria-colindex={index + 1}
      aria-sort={sorted ? ARIA_SORT[sorted] : 'none'}
      className={classes.headCell}
      data-type={column.type}
    >
      <UnstyledButton className={classes.sort} title={label} onClick={onSort} {...focus}>
        <span className={classes.headLabel}>
          {column.label}
          {unit && <span className={classes.unit}> {unit}</span>}
        </span>
        <Arrow size={14} stroke={2} aria-hidden className={classes.arrow} data-sorted={sorted || undefined} />
      </UnstyledButton>
    </div>
  );
}
