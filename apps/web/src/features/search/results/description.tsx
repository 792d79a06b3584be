import { Modal } from '@mantine/core';
import { type MatchedText, RECORD_COLUMNS, type RecordRow, type TradeType } from '@tidewaiter/contract';
import { groupBy } from '../group-by.js';
import { cellValue, hasValue } from '../table/cell-value.js';
import { markedText } from '../table/marked-text.js';
import classes from './description.module.css';

interface DescriptionProps {
  row: RecordRow | null;
  /** Why it was found. */
  matched: readonly MatchedText[] | undefined;
  tradeType: TradeType;
  onClose: () => void;
}

/** Every non-empty field of a record with its label (SPEC 2 "Action column"), grouped as the catalogue groups them. */
export function Description({ row, matched, tradeType, onClose }: DescriptionProps) {
  const filled = row ? RECORD_COLUMNS[tradeType].filter((column) => !column.alias && hasValue(row, column.key)) : [];
  return (
    <Modal.Root opened={row !== null} onClose={onClose} size="lg">
      <Modal.Overlay />
      <Modal.Content>
        <div className={classes.head}>
          <Modal.Title className={classes.title}>Description</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </div>
        <Modal.Body>
          {row &&
            [...groupBy(filled, (column) => column.group)].map(([group, columns]) => (
              <section key={group} className={classes.group}>
                <h3>{group}</h3>
                <dl>
                  {columns.map((column) => {
                    const { shown, whole, derived, origin } = cellValue(row, column, 0);
                    const unit = column.unit ?? (column.unitKey ? row[column.unitKey] : undefined);
                    return (
                      <div key={column.key} className={classes.field}>
                        <dt>{column.label}</dt>
                        <dd data-type={column.type}>
                          {markedText(column.type === 'decimal' ? whole : (shown ?? ''), column, matched)} {unit}
                          {origin !== undefined && (
                            <span className={classes.origin}>
                              {derived && '≈ '}
                              {origin}
                            </span>
                          )}
                        </dd>
                      </div>
                    );
                  })}
                </dl>
              </section>
            ))}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
