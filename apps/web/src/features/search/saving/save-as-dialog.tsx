import { useRef } from 'react';
import { endsSession } from '../../../session/ends-session.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { OopsDialog } from '../../../ui/oops-dialog.js';
import { SaveAsForm } from './save-as-form.js';
import { type QuestionToSave, type SaveAs, useSaveAs } from './use-save.js';

interface SaveAsDialogProps {
  /** What is saved; null keeps the dialog closed. */
  question: QuestionToSave | null;
  /** The workspace of the saved search that is open. */
  workspaceId: string | null;
  onClose: () => void;
  onDone: (message: string) => void;
}

/** The Save search modal of SPEC 2. What the server refuses is said over it, and what was typed stays. */
export function SaveAsDialog({ question, workspaceId, onClose, onDone }: SaveAsDialogProps) {
  const save = useSaveAs();
  // The second of two quick clicks comes before the first one's answer to it is drawn.
  const underWay = useRef(false);

  function saveAs(what: SaveAs) {
    if (underWay.current) return;
    underWay.current = true;
    save.mutate(what, {
      onSuccess: ({ message }) => {
        onClose();
        onDone(message);
      },
      onSettled: () => {
        underWay.current = false;
      },
    });
  }

  const refused = save.error && !endsSession(save.error) ? save.error.message : null;
  return (
    <>
      <FormDialog title="Save search" opened={question !== null} closeOnEscape={refused === null} onClose={onClose}>
        {question && (
          <SaveAsForm
            workspaceId={workspaceId}
            saving={save.isPending}
            onSave={(draft, onWorkspace) => saveAs({ draft, question, onWorkspace })}
          />
        )}
      </FormDialog>
      <OopsDialog message={refused} onClose={save.reset} />
    </>
  );
}
