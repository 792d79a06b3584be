import {
  type MatchedText,
  RECORD_COLUMNS,
  type RecordRow,
  type TradeType,
  type WrittenText,
} from '@tidewaiter/contract';
import { groupBy } from '../../format/group-by.js';
import { TitledModal } from '../../ui/titled-modal.js';
import { cellValue, hasValue, markedText } from './cell-text.js';
import classes from './description.module.css';

interface DescriptionProps {
  row: RecordRow | null;
  /** Why it was found. */
  matched: readonly MatchedText[] | undefined;
  /** The source's own words where the record says something else. */
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
    <TitledModal title="Description" opened={row !== null} onClose={onClose} size="lg" ruled bodyClass={classes.body}>
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
    </TitledModal>
  );
}

function AsWritten({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return <span className={classes.note}>{text === '' ? COMPUTED : `As written: ${text}`}</span>;
}
