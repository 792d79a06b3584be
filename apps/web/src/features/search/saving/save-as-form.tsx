import { Button, Select, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LIMITS, MESSAGES } from '@tidewaiter/contract';
import { type FormEvent, useRef, useState } from 'react';
import { type Workspace, workspacesOf } from '../../../api/workspaces.js';
import { formatCount } from '../../../format/count.js';
import { useSession } from '../../../session/use-session.js';
import { useSubscription } from '../../../session/use-subscription.js';
import { focusFirstError } from '../../../ui/focus-first-error.js';
import { LoadFailure } from '../../../ui/load-failure.js';
import { Notice } from '../../../ui/notice.js';
import { EMPTY_SAVE, NEW_WORKSPACE, type SaveDraft, type SaveErrors, saveErrors } from './save-draft.js';

/** From here on a list is easier to search than to read. */
const LONG_LIST = 10;

const CREATE = { value: NEW_WORKSPACE, label: 'Create New Workspace' };
const optionOf = ({ id, name }: Workspace) => ({ value: id, label: name });

interface SaveAsFormProps {
  /** The workspace that is chosen at first. */
  workspaceId: string | null;
  saving: boolean;
  /** `onWorkspace` is to be told of a workspace that was made on the way. */
  onSave: (draft: SaveDraft, onWorkspace: (id: string) => void) => void;
}

/** Where a search is saved, and what it is called (SPEC 2 "Save search modal"). */
export function SaveAsForm({ workspaceId, saving, onSave }: SaveAsFormProps) {
  const [draft, setDraft] = useState<SaveDraft>({ ...EMPTY_SAVE, workspace: workspaceId });
  const [errors, setErrors] = useState<SaveErrors>({});
  const [made, setMade] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const userId = useSession().user?.userid ?? 0;
  const { data: workspaces, error, refetch } = useQuery(workspacesOf(userId));
  const { data: subscription } = useSubscription();

  const creating = draft.workspace === NEW_WORKSPACE;
  const left = subscription?.totalWorkspace;
  const exhausted = creating && left !== undefined && left <= 0;

  function change(part: Partial<SaveDraft>) {
    setDraft((before) => ({ ...before, ...part }));
    setErrors({});
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = { ...saveErrors(draft), ...(exhausted && { workspace: MESSAGES.workspaceLimitExhausted }) };
    setErrors(found);
    if (Object.keys(found).length > 0) return focusFirstError(form.current);
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
      <TextInput
        label="Title"
        name="title"
        autoComplete="off"
        maxLength={LIMITS.nameMaxLength}
        required
        withAsterisk={false}
        value={draft.name}
        error={errors.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Textarea
        label="Description"
        name="description"
        rows={3}
        maxLength={LIMITS.descriptionMaxLength}
        required
        withAsterisk={false}
        value={draft.description}
        error={errors.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      {/* Not disabled meanwhile: what the server says of it must find the focus where it was. */}
      <Button type="submit">{saving ? 'Saving' : 'Save'}</Button>
    </form>
  );
}
