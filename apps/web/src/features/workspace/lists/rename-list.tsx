import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LIMITS, MESSAGES, type OwnList } from '@tidewaiter/contract';
import { type FormEvent, useState } from 'react';
import { ActionButton } from '../../../ui/action-button.js';
import { useFieldErrors } from '../../../ui/field-errors.js';
import { Notice } from '../../../ui/notice.js';
import { FormDialog } from '../../../ui/titled-modal.js';
import { ownListUses, useRenameList } from './own-list-calls.js';

interface RenameListProps {
  list: OwnList;
  opened: boolean;
  onClose: () => void;
  onDone: (message: string) => void;
}

/** Another name for a list. Saved searches name it by the old one: which ones is said before. */
export function RenameListDialog({ list, opened, onClose, onDone }: RenameListProps) {
  return (
    <FormDialog title="Rename the list" opened={opened} onClose={onClose}>
      <RenameForm
        list={list}
        onDone={(message) => {
          onClose();
          onDone(message);
        }}
      />
    </FormDialog>
  );
}

function RenameForm({ list: { listId, name }, onDone }: Pick<RenameListProps, 'list' | 'onDone'>) {
  const [typed, setTyped] = useState(name);
  const { data: uses } = useQuery(ownListUses(listId));
  const rename = useRenameList();
  const { form, errors, show, clear } = useFieldErrors<'name'>();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (rename.isPending) return;
    if (typed.trim() === '') return void show({ name: MESSAGES.enterListName });
    rename.mutate(
      { listId, name: typed },
      { onSuccess: ({ message }) => onDone(message), onError: ({ message }) => show({ name: message }) },
    );
  }

  return (
    <form ref={form} onSubmit={submit} noValidate aria-label="Rename the list">
      {uses && uses.savedSearches.length > 0 && (
        <Notice kind="mind">
          These saved searches name it, and will say that it is gone under its old name. Change their line, and save it
          again.
          <ul>
            {uses.savedSearches.map((saved) => (
              <li key={`${saved.workspaceName} ${saved.name}`}>
                <bdi>{saved.name}</bdi> in <bdi>{saved.workspaceName}</bdi>
              </li>
            ))}
            {uses.isMore && <li>And others</li>}
          </ul>
        </Notice>
      )}
      <TextInput
        label="Name of the list"
        name="listName"
        autoComplete="off"
        maxLength={LIMITS.nameMaxLength}
        required
        withAsterisk={false}
        dir="auto"
        data-autofocus
        onFocus={({ currentTarget }) => currentTarget.select()}
        value={typed}
        error={errors.name}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          clear();
        }}
      />
      <ActionButton type="submit" busy={rename.isPending}>
        Rename
      </ActionButton>
    </form>
  );
}
