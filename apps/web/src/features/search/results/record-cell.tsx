import { ActionIcon } from '@mantine/core';
import { IconAddressBook } from '@tabler/icons-react';
import type { RecordRow } from '@tidewaiter/contract';
import { useSaveContact } from '../saving/use-save-contact.js';
import { cellValue, DERIVED } from './cell-value.js';
import classes from './record-table.module.css';
import type { ColumnDetails } from './table-columns.js';
import type { CellFocus } from './use-grid-keys.js';

/** Columns that name a company, which can be kept as a contact. */
const PARTIES = ['importer_name', 'exporter_name', 'notify_party_name'];

interface RecordCellProps {
  row: RecordRow;
  details: ColumnDetails;
  column: number;
  focus: CellFocus;
}

/** One cell. What does not fit ends in an ellipsis; the whole shows on hover, and in place when the cell has the focus. */
export function RecordCell({ row, details, column, focus }: RecordCellProps) {
  const saveContact = useSaveContact();
  const { shown, whole, derived } = cellValue(row, details.column, details.decimals);
  const title = derived ? `${whole} · ${DERIVED}` : whole;
  return (
    <div
      role="gridcell"
      aria-colindex={column + 1}
      className={classes.cell}
      data-type={details.column.type}
      title={title}
      {...focus}
    >
      <span className={classes.value} data-whole={whole === shown ? undefined : title}>
        {shown === null ? (
          <span className={classes.missing}>
            <span aria-hidden="true">–</span>
            <span className={classes.heard}>no value</span>
          </span>
        ) : (
          <>
            {derived && <span className={classes.derived}>≈</span>}
            {shown}
          </>
        )}
      </span>
      {shown !== null && PARTIES.includes(details.column.name) && (
        <ActionIcon
          variant="subtle"
          size={24}
          title="Save as a contact"
          aria-label={`Save ${whole} as a contact`}
          tabIndex={focus.tabIndex}
          onClick={() => saveContact(whole)}
        >
          <IconAddressBook size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}
