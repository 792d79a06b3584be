import { Suspense, useState } from 'react';
import { later } from '../../session/client.js';
import type { AddedFigures } from './add-dialog.js';

const AddDialog = later(() => import('./add-dialog.js'), 'AddDialog');

/** Puts figures into a report of the account: which one is asked, and what is computed is what is looked at. */
export function AddToReport({ figures }: { figures: AddedFigures }) {
  // Undefined until it is opened: nothing of it is loaded before.
  const [opened, setOpened] = useState<boolean>();
  return (
    <>
      <button
        type="button"
        className="linkButton"
        aria-haspopup="dialog"
        aria-label={`Add to report: ${figures.title}`}
        onClick={() => setOpened(true)}
      >
        Add to report
      </button>
      {opened !== undefined && (
        <Suspense>
          <AddDialog figures={figures} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
