import { Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { LIMITS, PortalError, type SavedSearch, savedSearchTexts } from '@tidewaiter/contract';
import { type FormEvent, useState } from 'react';
import { savedSearchOf } from '../../search/api/saved-search.js';
import { useSession } from '../../session/store.js';
import { ActionButton } from '../../ui/action-button.js';
import { type FieldErrors, useFieldErrors } from '../../ui/field-errors.js';
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

type Field = keyof typeof savedSearchTexts;
const FIELDS: readonly Field[] = ['name', 'description'];

function problemsOf(draft: Record<Field, string>): FieldErrors<Field> {
  return Object.fromEntries(
    FIELDS.flatMap((field) => {
      const issue = savedSearchTexts[field].safeParse(draft[field]).error?.issues[0];
      return issue ? [[field, issue.message]] : [];
    }),
  );
}

/** What somebody else made of it meanwhile is shown beside what was typed, and saving goes over it then. */
function EditForm({ saved, onDone }: { saved: SavedSearch; onDone: (message: string) => void }) {
  const [draft, setDraft] = useState({ name: saved.name, description: saved.description });
  const { form, errors, show, clear } = useFieldErrors<Field>();
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
    if (!show(problemsOf(draft))) save().catch((failure: Error) => show({ name: failure.message }));
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
      <TextInput
        label="Title"
        name="title"
        autoComplete="off"
        maxLength={LIMITS.nameMaxLength}
        required
        withAsterisk={false}
        data-autofocus
        value={draft.name}
        error={errors.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Textarea
        label="Description"
        name="description"
        rows={4}
        maxLength={LIMITS.descriptionMaxLength}
        required
        withAsterisk={false}
        value={draft.description}
        error={errors.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <ActionButton type="submit" busy={edit.isPending}>
        {isOvertaken ? 'Save all the same' : 'Save'}
      </ActionButton>
    </form>
  );
}
