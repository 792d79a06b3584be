import { Button, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LIMITS, MESSAGES } from '@tidewaiter/contract';
import { type FormEvent, useRef, useState } from 'react';
import { formatCount } from '../../format/numbers.js';
import { useSubscription } from '../../session/account.js';
import { useSession } from '../../session/store.js';
import { OopsDialog } from '../../ui/alert-dialog.js';
import { useFieldErrors } from '../../ui/field-errors.js';
import { LoadFailure, Notice } from '../../ui/notice.js';
import { FormDialog } from '../../ui/titled-modal.js';
import { NEW_WORKSPACE } from './new-workspace.js';
import { proposedTexts, type SaveDraft, saveErrors } from './save-draft.js';
import { type QuestionToSave, type SaveAs, useSaveAs, type Workspace, workspacesOf } from './saved-searches.js';
import { SavedTexts } from './saved-texts.js';

interface SaveAsDialogProps {
  /** It is saved; null keeps the dialog closed. */
  question: QuestionToSave | null;
  /** The saved search that is open is in it. */
  workspaceId: string | null;
  onClose: () => void;
  onDone: (message: string) => void;
}

/** Shows the Save search modal of SPEC 2. What the server refuses is said over it, and what was typed stays. */
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

  const refused = save.error?.message ?? null;
  return (
    <>
      <FormDialog title="Save search" opened={question !== null} closeOnEscape={refused === null} onClose={onClose}>
        {question && (
          <SaveAsForm
            workspaceId={workspaceId}
            proposed={proposedTexts(question.query)}
            saving={save.isPending}
            onSave={(draft, onWorkspace) => saveAs({ draft, question, onWorkspace })}
          />
        )}
      </FormDialog>
      <OopsDialog message={refused} onClose={save.reset} />
    </>
  );
}

/** From here on a list is easier to search than to read. */
const LONG_LIST = 10;

const CREATE = { value: NEW_WORKSPACE, label: 'Create New Workspace' };
const optionOf = ({ id, name }: Workspace) => ({ value: id, label: name });

interface SaveAsFormProps {
  /** This workspace is chosen at first. */
  workspaceId: string | null;
  /** The search may be called so until the person says it better. */
  proposed: Pick<SaveDraft, 'name' | 'description'>;
  saving: boolean;
  /** `onWorkspace` is to be told of a workspace that was made on the way. */
  onSave: (draft: SaveDraft, onWorkspace: (id: string) => void) => void;
}

/** Asks where a search is saved, and what it is called (SPEC 2 "Save search modal"). */
function SaveAsForm({ workspaceId, proposed, saving, onSave }: SaveAsFormProps) {
  const [draft, setDraft] = useState<SaveDraft>({ workspace: workspaceId, workspaceName: '', ...proposed });
  const { form, errors, show, clear } = useFieldErrors<keyof SaveDraft>();
  const [made, setMade] = useState(false);
  const userId = useSession().user?.userid ?? 0;
  const { data: workspaces, error, refetch } = useQuery(workspacesOf(userId));
  const { data: subscription } = useSubscription();

  const creating = draft.workspace === NEW_WORKSPACE;
  const left = subscription?.totalWorkspace;
  const exhausted = creating && left !== undefined && left <= 0;

  function change(part: Partial<SaveDraft>) {
    setDraft((before) => ({ ...before, ...part }));
    clear();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = { ...saveErrors(draft), ...(exhausted && { workspace: MESSAGES.workspaceLimitExhausted }) };
    if (show(found)) return;
    onSave(draft, (id) => {
      setMade(creating);
      setDraft((before) => ({ ...before, workspace: id }));
    });
  }

  if (error && !workspaces) return <LoadFailure error={error} onRetry={refetch} />;
  return (
    <form ref={form} onSubmit={submit} noValidate aria-label="Save search">
      {made && (
        <Notice kind="done">
          {MESSAGES.workspaceAdded}. {MESSAGES.searchNotSaved}
        </Notice>
      )}
      <Select
        label="Workspace"
        placeholder="Select"
        data={workspaces ? [...workspaces.map(optionOf), CREATE] : []}
        nothingFoundMessage={workspaces ? 'No workspace by that name' : 'Loading'}
        searchable={(workspaces?.length ?? 0) > LONG_LIST}
        openOnFocus={false}
        allowDeselect={false}
        data-autofocus
        aria-required
        value={draft.workspace}
        error={errors.workspace ?? (exhausted ? MESSAGES.workspaceLimitExhausted : undefined)}
        onChange={(workspace) => change({ workspace })}
      />
      {creating && !exhausted && (
        <TextInput
          label="Workspace name"
          description={left !== undefined && `${formatCount(left)} more can be made`}
          name="workspaceName"
          autoComplete="off"
          maxLength={LIMITS.nameMaxLength}
          required
          withAsterisk={false}
          value={draft.workspaceName}
          error={errors.workspaceName}
          onChange={(event) => change({ workspaceName: event.currentTarget.value })}
        />
      )}
      <SavedTexts {...{ draft, errors, proposed }} onChange={change} />
      {/* Not disabled meanwhile: what the server says of it must find the focus where it was. */}
      <Button type="submit">{saving ? 'Saving' : 'Save'}</Button>
    </form>
  );
}
