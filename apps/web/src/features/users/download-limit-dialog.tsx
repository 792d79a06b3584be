import { TextInput } from '@mantine/core';
import { MESSAGES } from '@tidewaiter/contract';
import { type FormEvent, useState } from 'react';
import { formatCount, parsePoints } from '../../format/numbers.js';
import { type SubUser, useSubscription } from '../../session/account.js';
import { ActionButton } from '../../ui/action-button.js';
import { useFieldErrors } from '../../ui/field-errors.js';
import { FormDialog } from '../../ui/titled-modal.js';
import { useDownloadLimit } from './user-calls.js';

interface DownloadLimitDialogProps {
  /** Whose limit is set; null keeps the dialog closed. */
  user: SubUser | null;
  onClose: () => void;
  onDone: (message: string) => void;
}

/** Moves download points between the main account and a sub-user, now and in each later period. */
export function DownloadLimitDialog({ user, onClose, onDone }: DownloadLimitDialogProps) {
  return (
    <FormDialog title="Download limit" opened={user !== null} onClose={onClose}>
      {user && (
        <LimitForm
          key={user.userid}
          user={user}
          onDone={(message) => {
            onClose();
            onDone(`${user.email}: ${message}`);
          }}
        />
      )}
    </FormDialog>
  );
}

function LimitForm({ user, onDone }: { user: SubUser; onDone: (message: string) => void }) {
  const [limit, setLimit] = useState(String(user.downloadLimit));
  const { form, errors, show, clear } = useFieldErrors<'limit'>();
  const { data: subscription } = useSubscription();
  const change = useDownloadLimit();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (change.isPending) return;
    const downloadLimit = parsePoints(limit);
    if (downloadLimit === null) return void show({ limit: MESSAGES.notPoints });
    change.mutate(
      { userId: user.userid, downloadLimit },
      { onSuccess: ({ message }) => onDone(message), onError: ({ message }) => show({ limit: message }) },
    );
  }

  const most = subscription && subscription.downloadLimit + user.downloadLimit;
  return (
    <form ref={form} onSubmit={submit} noValidate aria-label="Download limit">
      <p className="soft">
        {user.firstname} {user.lastname} has {formatCount(user.downloadLimit)} left. What you take away comes back to
        you.
      </p>
      <TextInput
        label="Download points, now and in each period"
        description={most !== undefined && most !== null && `At most ${formatCount(most)}`}
        name="downloadLimit"
        inputMode="numeric"
        autoComplete="off"
        data-autofocus
        value={limit}
        error={errors.limit}
        onChange={(event) => {
          setLimit(event.currentTarget.value);
          clear();
        }}
      />
      <ActionButton type="submit" busy={change.isPending}>
        Set limit
      </ActionButton>
    </form>
  );
}
