import { Button } from '@mantine/core';
import { useDidUpdate } from '@mantine/hooks';
import type { RecordColumn, RecordRow } from '@tidewaiter/contract';
import { useRef } from 'react';
import type { RecordPage } from '../../../api/search.js';
import { formatCount } from '../../../format/count.js';
import { cellValue, columnDecimals, hasValue } from '../table/cell-value.js';
import { markedText } from '../table/marked-text.js';
import { PartyLinks } from '../table/party-links.js';
import { useSelection } from '../table/selection.js';
import classes from './record-cards.module.css';

interface RecordCardsProps {
  page: RecordPage;
  columns: readonly RecordColumn[];
  /** Wire key of the column whose order the cards stand in. */
  sortedBy: string;
  onDescribe: (record: RecordRow) => void;
  onSaveContact: ((companyName: string) => void) | undefined;
}

/** Fields of a card below its heading. */
const CARD_FIELDS = 6;

/** The records as cards of their first columns, what they are sorted by before all, for a screen too narrow for a table. */
export function RecordCards({ page, columns, sortedBy, onDescribe, onSaveContact }: RecordCardsProps) {
  const { query, rows, matched } = page;
  const { selected, change } = useSelection();
  const list = useRef<HTMLOListElement>(null);
  const first = query.pageNumber * query.numberOfRecords + 1;
  const product = columns.find((column) => column.name === 'product_description');
  const isSorted = (column: RecordColumn) => Number(column.key === sortedBy);
  const fields = columns.filter((column) => column !== product).sort((a, b) => isSorted(b) - isSorted(a));

  // Another page, order or question starts at its top.
  useDidUpdate(() => {
    if (list.current && list.current.getBoundingClientRect().top < 0) list.current.scrollIntoView();
  }, [query]);

  function select(id: string, on: boolean) {
    const { [id]: _, ...others } = selected;
    change(on ? { ...others, [id]: true } : others);
  }

  return (
    <ol ref={list} className={classes.cards} start={first} aria-label="Records">
      {rows.map((row, index) => (
        <li key={row.id} className={classes.card}>
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
                const { shown, whole } = cellValue(row, column, columnDecimals(column, [row]));
                const unit = column.unit ?? (column.unitKey ? row[column.unitKey] : undefined);
                return (
                  <div key={column.key}>
                    <dt>{column.label}</dt>
                    <dd title={whole}>
                      <span>
                        {shown !== null && markedText(shown, column, matched.get(row.id))} {unit}
                      </span>
                      {column.party && shown !== null && (
                        <PartyLinks companyName={shown} className={classes.partyLinks} onSaveContact={onSaveContact} />
                      )}
                    </dd>
                  </div>
                );
              })}
          </dl>
          <div className={classes.foot}>
            <label className={classes.tick}>
              <input
                type="checkbox"
                checked={selected[row.id] ?? false}
                aria-label={`Select record ${first + index}`}
                onChange={(event) => select(row.id, event.currentTarget.checked)}
              />
              {formatCount(first + index)}
            </label>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={`All fields of record ${first + index}`}
              aria-haspopup="dialog"
              onClick={() => onDescribe(row)}
            >
              All fields
            </Button>
          </div>
        </li>
      ))}
    </ol>
  );
}
