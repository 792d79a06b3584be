import type { RecordRow } from '@tidewaiter/contract';
import { TitledModal } from '../../ui/titled-modal.js';
import type { RecordPage } from '../api/calls.js';
import classes from './description.module.css';
import { RecordFields } from './record-fields.js';
import { RecordSteps } from './record-steps.js';

interface DescriptionProps {
  page: RecordPage;
  row: RecordRow | null;
  /** Goes on to another record of the page. */
  onShow: (row: RecordRow) => void;
  onClose: () => void;
}

/** Shows every non-empty field of a record with its label (SPEC 2 "Action column"). */
export function Description({ page, row, onShow, onClose }: DescriptionProps) {
  return (
    <TitledModal title="Description" opened={row !== null} onClose={onClose} size={920} ruled bodyClass={classes.body}>
      {row && (
        <>
          <div className={classes.steps}>
            <RecordSteps page={page} row={row} onShow={onShow} />
          </div>
          <RecordFields page={page} row={row} />
        </>
      )}
    </TitledModal>
  );
}
