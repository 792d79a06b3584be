import { lazy, Suspense, useState } from 'react';
import { whenAnswered } from '../../session/client.js';
import type { AddedFigures } from './add-dialog.js';

const AddDialog = lazy(whenAnswered(async () => ({ default: (await import('./add-dialog.js')).AddDialog })));

/** Puts figures into a report of the account: which one is asked, and what is computed is what is looked at. */
export function AddToReport({ figures }: { figures: AddedFigures }) {
  const [state, setState] = useState({ needed: false, opened: false });
  return (
    <>
      <button
        type="button"
        className="linkButton"
        aria-haspopup="dialog"
        aria-label={`Add to report: ${figures.title}`}
        onClick={() => setState({ needed: true, opened: true })}
      >
        Add to report
      </button>
      {state.needed && (
        <Suspense>
          <AddDialog
            figures={figures}
            opened={state.opened}
            onClose={() => setState({ needed: true, opened: false })}
          />
        </Suspense>
      )}
    </>
  );
}
