// biome-ignore-all lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
import { EVERY_COUNTRY, isIndianSource, RECORD_COLUMNS, type RecordRow, type TradeType } from '@tidewaiter/contract';
import { groupBy } from '../../format/group-by.js';
import { cellValue, hasValue } from './cell-text.js';
import classes from './import-details.module.css';

interface ImportDetailsProps {
  id: string;
  record: RecordRow;
  columnCount: number;
}

const INDIAN_IMPORT = RECORD_COLUMNS.IMPORT.filter(({ set }) => set === 'indian');

const INDIAN_NAMES = new Set(
  EVERY_COUNTRY.filter(({ shortcode }) => isIndianSource(shortcode)).map(({ name }) => name),
);

/** Tells whether a record is of an Indian bill of entry; an answer of several countries holds others beside them. */
export function hasImportDetails(tradeType: TradeType, { ctry_name }: RecordRow): boolean {
  return tradeType === 'IMPORT' && INDIAN_NAMES.has(String(ctry_name));
}

/** Shows the fields of a record's Indian bill of entry, by the specification's own names (SPEC 3 "Indian import fields"). */
export function ImportDetails({ id, record, columnCount }: ImportDetailsProps) {
  const filled = INDIAN_IMPORT.filter((column) => hasValue(record, column.key));
  return (
    <div
      id={id}
      role="gridcell"
      aria-colindex={1}
      aria-colspan={columnCount}
      tabIndex={0}
      className={classes.details}
      aria-label="Indian import details"
    >
      <div className={classes.groups}>
        {[...groupBy(filled, (column) => column.group)].map(([group, columns]) => (
          <section key={group} className={classes.group}>
            <h3>{group}</h3>
            <dl>
              {columns.map((column) => {
                const { shown, whole, derived, origin } = cellValue(record, column);
                const unit = column.unit ?? (column.unitKey ? record[column.unitKey] : undefined);
                return (
                  <div key={column.key}>
                    <dt>{column.label}</dt>
                    <dd data-type={column.type} title={origin}>
                      {derived && '≈ '}
                      {column.type === 'decimal' ? whole : shown} {unit}
                    </dd>
                  </div>
                );
              })}
            </dl>
          </section>
        ))}
      </div>
    </div>
  );
}
