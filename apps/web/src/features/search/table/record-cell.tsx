import type { MatchedText, RecordRow } from '@tidewaiter/contract';
import { memo } from 'react';
import { cellValue } from './cell-value.js';
import { markedText } from './marked-text.js';
import { PartyLinks } from './party-links.js';
import classes from './record-table.module.css';
import type { ColumnDetails } from './table-columns.js';

interface RecordCellProps {
  record: RecordRow;
  details: ColumnDetails;
  /** Position of the column, from 0. */
  index: number;
  width: number;
  gap: number;
  /** Whether the keyboard's place is here. */
  stop: boolean;
  matched: readonly MatchedText[] | undefined;
  onSaveContact: ((companyName: string) => void) | undefined;
}

/**
 * One cell. What does not fit ends in an ellipsis; the whole shows on hover, and in place when the cell has the focus. A page
 * has thousands: as few elements as will do.
 */
export const RecordCell = memo(function RecordCell(props: RecordCellProps) {
  const { record, details, index, width, gap, stop, matched, onSaveContact } = props;
  const { column, decimals } = details;
  const { shown, whole, derived, origin } = cellValue(record, column, decimals);
  const title = origin === undefined ? whole : `${whole} · ${origin}`;
  const content =
    shown === null ? (
      <span role="img" aria-label="no value" className={classes.missing}>
        –
      </span>
    ) : (
      markedText(shown, column, matched)
    );
  const isParty = column.party && shown !== null;
  const value = derived ? <>≈ {content}</> : content;
  return (
    <div
      role="gridcell"
      aria-colindex={index + 1}
      className={classes.cell}
      data-type={column.type}
      data-party={isParty || undefined}
      title={title}
      tabIndex={stop ? 0 : -1}
      style={gap === 0 ? { width } : { width, marginInlineStart: gap }}
    >
      {stop || isParty ? (
        <span className={classes.value} data-whole={whole === shown ? undefined : title}>
          {value}
        </span>
      ) : (
        value
      )}
      {isParty && (
        <PartyLinks
          companyName={shown}
          tabIndex={stop ? 0 : -1}
          className={classes.partyLinks}
          onSaveContact={onSaveContact}
        />
      )}
    </div>
  );
});
