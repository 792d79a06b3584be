import { TextInput } from '@mantine/core';
import { MESSAGES } from '@tidewaiter/contract';
import { type FormEvent, useState } from 'react';
import { formatCount, parsePoints } from '../../format/numbers.js';
import { useSubscription } from '../../session/account.js';
import { PersonFields } from '../../session/person-fields.js';
import { personErrors } from '../../session/person-rules.js';
import { ActionButton } from '../../ui/action-button.js';
import { useFieldErrors } from '../../ui/field-errors.js';
import { Refusal } from '../../ui/notice.js';
import { FormDialog } from '../../ui/titled-modal.js';
import { type NewUser, useAddUser } from './user-calls.js';

interface AddUserDialogProps {
  opened: boolean;
  onClose: () => void;
  onDone: (message: string) => void;
}

/** Invites a sub-user: they get a mailed link and set a password of their own. */
export function AddUserDialog({ opened, onClose, onDone }: AddUserDialogProps) {
  return (
    <FormDialog title="Add user" opened={opened} onClose={onClose}>
      <AddUserForm
        onDone={(message) => {
          onClose();
          onDone(message);
        }}
      />
    </FormDialog>
  );
}

const EMPTY: NewUser = { firstname: '', lastname: '', email: '', mobile: '' };

const FIELDS = ['firstname', 'lastname', 'email', 'mobile', 'downloadLimit'] as const;

function AddUserForm({ onDone }: { onDone: (message: string) => void }) {
  const [person, setPerson] = useState<NewUser>(EMPTY);
  const [limit, setLimit] = useState('0');
  const { form, errors, show, clear, refuse, besides } = useFieldErrors(FIELDS, {
    DOWNLOAD_LIMIT_EXHAUSTED: 'downloadLimit',
  });
  const { data: subscription } = useSubscription();
  const add = useAddUser();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (add.isPending) return;
    const downloadLimit = parsePoints(limit);
    const wrong = show({
      ...personErrors(person),
      ...(downloadLimit === null && { downloadLimit: MESSAGES.notPoints }),
    });
    if (wrong || downloadLimit === null) return;
    add.mutate(
      { person, downloadLimit },
      {
        onSuccess: ({ message }) => onDone(message),
        onError: refuse,
      },
    );
  }

  return (
    <form ref={form} onSubmit={submit} noValidate aria-label="Add user">
      <p className="soft">They are sent a link to set a password of their own.</p>
      <PersonFields<keyof NewUser>
        draft={person}
        errors={errors}
        autoComplete="off"
        onChange={(part) => {
          setPerson((before) => ({ ...before, ...part }));
          clear();
        }}
      />
      <TextInput
        label="Download points, now and in each period"
        description={subscription && `You have ${formatCount(subscription.downloadLimit)} to give`}
        name="downloadLimit"
        inputMode="numeric"
        autoComplete="off"
        value={limit}
        error={errors.downloadLimit}
        onChange={(event) => {
          setLimit(event.currentTarget.value);
          clear();
        }}
      />
      <Refusal says={besides(add.error)} />
      <ActionButton type="submit" busy={add.isPending}>
        Add user
      </ActionButton>
    </form>
  );
}
