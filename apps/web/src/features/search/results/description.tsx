import { Modal } from '@mantine/core';
import {
  type MatchedText,
  RECORD_COLUMNS,
  type RecordRow,
  type TradeType,
  type WrittenText,
} from '@tidewaiter/contract';
import { groupBy } from '../group-by.js';
import { cellValue, hasValue } from '../table/cell-value.js';
import { markedText } from '../table/marked-text.js';
import classes from './description.module.css';

interface DescriptionProps {
  row: RecordRow | null;
  /** Why it was found. */
  matched: readonly MatchedText[] | undefined;
  /** What the source wrote where the record says something else. */
  asWritten: readonly WrittenText[] | undefined;
  tradeType: TradeType;
  onClose: () => void;
}

const COMPUTED = 'Computed from the other fields: the source gives no value';

/** Every non-empty field of a record with its label (SPEC 2 "Action column"), grouped as the catalogue groups them. */
export function Description({ row, matched, asWritten, tradeType, onClose }: DescriptionProps) {
  const written = new Map(asWritten?.map(({ key, text }) => [key, text]));
  // A cell that was emptied still shows what the source wrote there.
  const says = ({ key }: { key: string }) => (row && hasValue(row, key)) || Boolean(written.get(key));
  const filled = RECORD_COLUMNS[tradeType].filter((column) => !column.alias && says(column));
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
                            <span className={classes.note}>
                              {derived && '≈ '}
                              {origin}
                            </span>
                          )}
                          <AsWritten text={written.get(column.key)} />
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

function AsWritten({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return <span className={classes.note}>{text === '' ? COMPUTED : `As written: ${text}`}</span>;
}
