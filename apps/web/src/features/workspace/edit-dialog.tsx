import { useQueryClient } from '@tanstack/react-query';
import { PortalError, type SavedSearch, savedSearchTexts } from '@tidewaiter/contract';
import { type FormEvent, useState } from 'react';
import { savedSearchOf } from '../../search/api/saved-search.js';
import { SavedTexts } from '../../search/saving/saved-texts.js';
import { useSession } from '../../session/store.js';
import { ActionButton } from '../../ui/action-button.js';
import { ruleErrors, useFieldErrors } from '../../ui/field-errors.js';
import { Notice } from '../../ui/notice.js';
import { FormDialog } from '../../ui/titled-modal.js';
import { useEditSavedSearch } from './workspace-calls.js';

interface EditDialogProps {
  /** The saved search that is changed; null keeps the dialog closed. */
  saved: SavedSearch | null;
  onClose: () => void;
  onDone: (message: string) => void;
}

/** Another title and description of a saved search. */
export function EditDialog({ saved, onClose, onDone }: EditDialogProps) {
  return (
    <FormDialog title="Edit saved search" opened={saved !== null} onClose={onClose}>
      {saved && (
        <EditForm
          key={saved.id}
          saved={saved}
          onDone={(message) => {
            onClose();
            onDone(message);
          }}
        />
      )}
    </FormDialog>
  );
}

/** What somebody else made of it meanwhile is shown beside what was typed, and saving goes over it then. */
function EditForm({ saved, onDone }: { saved: SavedSearch; onDone: (message: string) => void }) {
  const [draft, setDraft] = useState({ name: saved.name, description: saved.description });
  const { form, errors, show, clear } = useFieldErrors<keyof typeof draft>();
  const [seen, setSeen] = useState(saved);
  const edit = useEditSavedSearch();
  const queryClient = useQueryClient();
  const userId = useSession().user?.userid ?? 0;
  const isOvertaken = seen.revision !== saved.revision;

  async function save(): Promise<void> {
    try {
      onDone((await edit.mutateAsync({ ...draft, userWorkspaceId: seen.id, revision: seen.revision })).message);
    } catch (error) {
      if (!(error instanceof PortalError) || error.code !== 'CHANGED_MEANWHILE') throw error;
      setSeen(await queryClient.fetchQuery({ ...savedSearchOf(userId, seen.id), staleTime: 0 }));
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (edit.isPending) return;
    if (!show(ruleErrors(savedSearchTexts, draft))) save().catch((failure: Error) => show({ name: failure.message }));
  }

  function change(part: Partial<typeof draft>) {
    setDraft((before) => ({ ...before, ...part }));
    clear();
  }

  return (
    <form ref={form} onSubmit={submit} noValidate aria-label="Edit saved search">
      {isOvertaken && (
        <Notice kind="mind">
          {`Somebody else has changed this in the meantime. It is “${seen.name}” now: ${seen.description}`}
        </Notice>
      )}
      <SavedTexts {...{ draft, errors }} isFirst onChange={change} />
      <ActionButton type="submit" busy={edit.isPending}>
        {isOvertaken ? 'Save all the same' : 'Save'}
      </ActionButton>
    </form>
  );
}
