import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { LIMITS, MESSAGES, PortalError, workspaceName } from '@tidewaiter/contract';
import { type FormEvent, useState } from 'react';
import { formatCount } from '../../format/numbers.js';
import { type Workspace, workspacesOf } from '../../search/saving/saved-searches.js';
import { useSession } from '../../session/store.js';
import { ActionButton } from '../../ui/action-button.js';
import { OopsDialog } from '../../ui/alert-dialog.js';
import { useFieldErrors } from '../../ui/field-errors.js';
import { Notice } from '../../ui/notice.js';
import { FormDialog } from '../../ui/titled-modal.js';
import { useCreateWorkspace, useRenameWorkspace } from './workspace-calls.js';

interface WorkspaceDialogProps {
  /** The workspace that is renamed, or a new one; null keeps the dialog closed. */
  naming: Workspace | 'new' | null;
  /** How many more can be made; undefined while that is not known. */
  left: number | undefined;
  onClose: () => void;
  onMade: (id: string) => void;
  onDone: (message: string) => void;
}

/** The Add Workspace modal of SPEC 2, and the same for another name. What the server refuses is said over it (SPEC 8), and what was typed stays. */
export function WorkspaceDialog({ naming, left, onClose, onMade, onDone }: WorkspaceDialogProps) {
  const [refused, setRefused] = useState<string | null>(null);
  const done = (message: string) => {
    onClose();
    onDone(message);
  };
  return (
    <>
      <FormDialog
        title={naming === 'new' ? 'Add Workspace' : 'Rename workspace'}
        opened={naming !== null}
        closeOnEscape={refused === null}
        onClose={onClose}
      >
        {naming === 'new' && (
          <AddForm
            left={left}
            onRefused={setRefused}
            onDone={(id) => {
              done(MESSAGES.workspaceAdded);
              onMade(id);
            }}
          />
        )}
        {naming !== null && naming !== 'new' && (
          <RenameForm key={naming.id} workspace={naming} onRefused={setRefused} onDone={done} />
        )}
      </FormDialog>
      <OopsDialog message={refused} onClose={() => setRefused(null)} />
    </>
  );
}

interface NamingProps {
  onRefused: (message: string) => void;
}

interface AddFormProps extends NamingProps {
  left: number | undefined;
  onDone: (id: string) => void;
}

function AddForm({ left, onRefused, onDone }: AddFormProps) {
  const create = useCreateWorkspace();
  return (
    <NameForm
      label="Add Workspace"
      act="Add"
      description={left !== undefined && left > 0 ? `${formatCount(left)} more can be made` : undefined}
      refused={left !== undefined && left <= 0 ? MESSAGES.workspaceLimitExhausted : undefined}
      busy={create.isPending}
      onRefused={onRefused}
      onName={async (name) => onDone(await create.mutateAsync(name))}
    />
  );
}

interface RenameFormProps extends NamingProps {
  workspace: Workspace;
  onDone: (message: string) => void;
}

/** What somebody else made of it meanwhile is shown beside what was typed, and saving goes over it then. */
function RenameForm({ workspace, onRefused, onDone }: RenameFormProps) {
  const rename = useRenameWorkspace();
  const queryClient = useQueryClient();
  const userId = useSession().user?.userid ?? 0;
  const [seen, setSeen] = useState(workspace);
  const isOvertaken = seen.revision !== workspace.revision;

  async function save(name: string) {
    try {
      onDone((await rename.mutateAsync({ workspaceId: seen.id, name, revision: seen.revision })).message);
    } catch (error) {
      if (!(error instanceof PortalError) || error.code !== 'CHANGED_MEANWHILE') throw error;
      const now = (await queryClient.fetchQuery({ ...workspacesOf(userId), staleTime: 0 })).find(
        ({ id }) => id === seen.id,
      );
      if (!now) throw new PortalError('REMOVED_MEANWHILE');
      setSeen(now);
    }
  }

  return (
    <NameForm
      label="Rename workspace"
      act={isOvertaken ? 'Rename all the same' : 'Rename'}
      name={workspace.name}
      notice={isOvertaken ? `Somebody else has changed this in the meantime. It is called “${seen.name}” now.` : null}
      busy={rename.isPending}
      onRefused={onRefused}
      onName={save}
    />
  );
}

interface NameFormProps extends NamingProps {
  label: string;
  act: string;
  name?: string;
  description?: string | undefined;
  /** Why it cannot be done at all. */
  refused?: string | undefined;
  notice?: string | null;
  busy: boolean;
  onName: (name: string) => Promise<void>;
}

function NameForm({
  label,
  act,
  name = '',
  description,
  refused,
  notice = null,
  busy,
  onRefused,
  onName,
}: NameFormProps) {
  const [typed, setTyped] = useState(name);
  const { form, errors, show, clear } = useFieldErrors<'name'>();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const problem = refused ?? workspaceName.safeParse(typed).error?.issues[0]?.message;
    if (problem) return void show({ name: problem });
    onName(typed).catch((failure: Error) => onRefused(failure.message));
  }

  return (
    <form ref={form} onSubmit={submit} noValidate aria-label={label}>
      {notice && <Notice kind="mind">{notice}</Notice>}
      <TextInput
        label="Workspace name"
        description={description}
        name="workspaceName"
        autoComplete="off"
        maxLength={LIMITS.nameMaxLength}
        required
        withAsterisk={false}
        data-autofocus
        onFocus={({ currentTarget }) => currentTarget.select()}
        value={typed}
        error={errors.name ?? refused}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          clear();
        }}
      />
      <ActionButton type="submit" busy={busy}>
        {act}
      </ActionButton>
    </form>
  );
}
