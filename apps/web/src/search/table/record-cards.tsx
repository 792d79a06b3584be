import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import { useDidUpdate } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { RECORD_COLUMNS, type RecordColumn, type RecordRow, type SearchQuery } from '@tidewaiter/contract';
import { useRef } from 'react';
import { formatCount } from '../../format/numbers.js';
import type { RecordPage } from '../api/calls.js';
import { cellValue, hasValue, markedText } from './cell-text.js';
import { pinOf } from './layout.js';
import { PartyLinks, PartyName } from './party-links.js';
import classes from './record-cards.module.css';
import { NewMark, OwnedMark, opensRecord } from './record-row.js';
import { RECORDS } from './records-place.js';
import { useSelection } from './selection.js';
import { firstDirection, type SortOrder, sortOrder } from './sort-order.js';
import { useTableLayout } from './table-layout.js';

interface RecordCardsProps {
  page: RecordPage;
  columns: readonly RecordColumn[];
  /** The cards stand in the order of the column of this wire key. */
  sortedBy: string;
  onOpen: (record: RecordRow) => void;
  onSaveContact: ((companyName: string) => void) | undefined;
}

/** A card has so many fields below its heading. */
const CARD_FIELDS = 6;

/** Shows the records as cards of their first columns, what they are sorted by and what stays in view before all, for a screen too narrow for a table. */
export function RecordCards({ page, columns, sortedBy, onOpen, onSaveContact }: RecordCardsProps) {
  const { query, rows, matched } = page;
  const { selected, pick } = useSelection();
  const list = useRef<HTMLOListElement>(null);
  const first = query.pageNumber * query.numberOfRecords + 1;
  const product = columns.find((column) => column.name === 'product_description');
  const { layout } = useTableLayout();
  const isKept = ({ key }: RecordColumn) => (key === sortedBy ? 2 : Number(pinOf(layout, key) !== null));
  const fields = columns.filter((column) => column !== product).sort((a, b) => isKept(b) - isKept(a));

  // Another page, order or question starts at its top.
  useDidUpdate(() => {
    if (list.current && list.current.getBoundingClientRect().top < 0) list.current.scrollIntoView();
  }, [query]);

  return (
    <ol ref={list} id={RECORDS} tabIndex={-1} className="stack plainList gap-8" start={first} aria-label="Records">
      {rows.map((row, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the button of all fields
        <li key={row.id} className={classes.card} onClick={(event) => opensRecord(event) && onOpen(row)}>
          <p className={classes.product}>
            {product && hasValue(row, product.key)
              ? markedText(String(row[product.key]), product, matched.get(row.id))
              : `Record ${formatCount(first + index)}`}
          </p>
          <dl className={classes.fields}>
            {fields
              .filter((column) => hasValue(row, column.key))
              .slice(0, CARD_FIELDS)
              .map((column) => {
                const { shown, whole, company } = cellValue(row, column);
                const unit = column.unit ?? (column.unitKey ? row[column.unitKey] : undefined);
                return (
                  <div key={column.key} data-party={column.party || undefined}>
                    <dt>{column.label}</dt>
                    <dd title={whole}>
                      <span>
                        {company ? (
                          <PartyName companyName={company}>
                            {markedText(company, column, matched.get(row.id))}
                          </PartyName>
                        ) : (
                          shown !== null && markedText(shown, column, matched.get(row.id))
                        )}{' '}
                        {unit}
                      </span>
                      {company && (
                        <PartyLinks
                          companyName={company}
                          className={`flex flex-none ${classes.partyLinks}`}
                          onSaveContact={onSaveContact}
                        />
                      )}
                    </dd>
                  </div>
                );
              })}
          </dl>
          <div className="row spread mt-8 soft small figures">
            <label className={classes.tick}>
              <input
                type="checkbox"
                checked={selected[row.id] ?? false}
                aria-label={`Select record ${first + index}`}
                onChange={(event) => pick([row.id], event.currentTarget.checked)}
              />
              {formatCount(first + index)}
              {query.newSince !== undefined && <NewMark />}
              {row.owned && <OwnedMark />}
            </label>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={`All fields of record ${first + index}`}
              aria-haspopup="dialog"
              onClick={() => onOpen(row)}
            >
              All fields
            </Button>
          </div>
        </li>
      ))}
    </ol>
  );
}

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

/** Sorts the cards, as the headers of the table do, where there are none. */
export function SortControl({ query, columns, onSort }: SortControlProps) {
  const { key, direction } = sortOrder(query);
  const { label, Icon, other } = DIRECTIONS[direction];
  // The sort column stays on offer, even on a page that has no value of it.
  const offered = RECORD_COLUMNS[query.tradeType].filter((column) => column.key === key || columns.includes(column));
  return (
    <div className="flex gap-8">
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
