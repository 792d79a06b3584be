import { Button } from '@mantine/core';
import type { RecordColumn, RecordRow } from '@tidewaiter/contract';
import { formatCount } from '../../../format/count.js';
import { cellValue, columnDecimals, hasValue } from './cell-value.js';
import classes from './record-cards.module.css';

interface RecordCardsProps {
  rows: RecordRow[];
  columns: readonly RecordColumn[];
  first: number;
  /** Wire key of the column whose order the cards stand in. */
  sortedBy: string;
  onDescribe: (row: RecordRow) => void;
}

/** Fields of a card below its heading. */
const CARD_FIELDS = 6;

/** The records as cards of their first columns, what they are sorted by before all, for a screen too narrow for a table. */
export function RecordCards({ rows, columns, first, sortedBy, onDescribe }: RecordCardsProps) {
  const product = columns.find((column) => column.name === 'product_description');
  const isSorted = (column: RecordColumn) => Number(column.key === sortedBy);
  const fields = columns.filter((column) => column !== product).sort((a, b) => isSorted(b) - isSorted(a));
  return (
    <ol className={classes.cards} start={first} aria-label="Records">
      {rows.map((row, index) => (
        <li key={row.id} className={classes.card}>
          <p className={classes.product}>
            {product && hasValue(row, product.key) ? row[product.key] : `Record ${formatCount(first + index)}`}
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
                      {shown} {unit}
                    </dd>
                  </div>
                );
              })}
          </dl>
          <div className={classes.foot}>
            <span>{formatCount(first + index)}</span>
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
