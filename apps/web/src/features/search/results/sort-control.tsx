import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { RECORD_COLUMNS, type RecordColumn, type SearchQuery } from '@tidewaiter/contract';
import { firstDirection, type SortOrder, sortOrder } from '../table/sort-order.js';
import classes from './sort-control.module.css';

interface SortControlProps {
  query: SearchQuery;
  /** Columns that are shown. */
  columns: readonly RecordColumn[];
  onSort: (column: string, direction: SortOrder['direction']) => void;
}

const DIRECTIONS = {
  asc: { label: 'ascending', Icon: IconArrowUp, other: 'desc' },
  desc: { label: 'descending', Icon: IconArrowDown, other: 'asc' },
} as const;

/** The order of the cards: what the headers of the table do, where there are none. */
export function SortControl({ query, columns, onSort }: SortControlProps) {
  const { key, direction } = sortOrder(query);
  const { label, Icon, other } = DIRECTIONS[direction];
  // What is sorted by stays on offer, even on a page that has no value of it.
  const offered = RECORD_COLUMNS[query.tradeType].filter((column) => column.key === key || columns.includes(column));
  return (
    <div className={classes.sort}>
      <NativeSelect
        className={classes.by}
        label="Sort by"
        data={offered.map((column) => ({
          value: column.key,
          label: column.unit ? `${column.label} (${column.unit})` : column.label,
        }))}
        value={key}
        onChange={(event) => {
          const chosen = offered.find((column) => column.key === event.currentTarget.value);
          if (chosen) onSort(chosen.key, firstDirection(chosen));
        }}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label="Sort direction"
        title={`Now ${label}. Switch to ${DIRECTIONS[other].label}`}
        onClick={() => onSort(key, other)}
      >
        <Icon size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
    </div>
  );
}
