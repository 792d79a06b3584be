import { PasswordInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { MESSAGES } from '@tidewaiter/contract';
import { type FormEvent, useState } from 'react';
import { ActionButton } from '../ui/action-button.js';
import { OopsDialog } from '../ui/alert-dialog.js';
import { useFieldErrors } from '../ui/field-errors.js';
import { Notice } from '../ui/notice.js';
import { client } from './client.js';

import { NewPasswordFields } from './person-fields.js';
import { EMPTY_NEW_PASSWORD, type NewPassword, newPasswordErrors } from './person-rules.js';
import { sessionStore } from './store.js';

interface Change extends NewPassword {
  currentPassword: string;
}

const FIELDS = ['currentPassword', 'password', 'confirmPassword'] as const;

const REFUSALS = { INCORRECT_PASSWORD: 'currentPassword', PASSWORD_REFUSED: 'password' } as const;

const EMPTY: Change = { currentPassword: '', ...EMPTY_NEW_PASSWORD };

interface PasswordChangeProps {
  userId: number;
  /** The label of the current password. */
  currentLabel?: string;
  submitLabel?: string;
  onChanged: () => void;
}

/** A new password, for the current one. The server compares; it then ends the person's sessions and renews this one. */
export function PasswordChange(props: PasswordChangeProps) {
  const { userId, currentLabel = 'Current password', submitLabel = 'Change password', onChanged } = props;
  const [value, setValue] = useState<Change>(EMPTY);
  const { form, errors, show, clear, refuse, besides } = useFieldErrors(FIELDS, REFUSALS);
  const change = useMutation({
    mutationFn: () => {
      const { currentPassword, password } = value;
      return client.updateUser({ currentPassword, password }, { params: { userId } });
    },
    onSuccess: ({ session }) => {
      if (session) sessionStore.renew(session);
      setValue(EMPTY);
      onChanged();
    },
    onError: refuse,
    gcTime: 0,
  });

  function edit(part: Partial<Change>) {
    setValue((before) => ({ ...before, ...part }));
    clear();
    if (change.isSuccess) change.reset();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (change.isPending) return;
    const missing = value.currentPassword === '' ? { currentPassword: MESSAGES.enterPassword } : {};
    if (!show({ ...missing, ...newPasswordErrors(value) })) change.mutate();
  }

  return (
    <form ref={form} className="fields" onSubmit={submit} noValidate aria-label={submitLabel}>
      <PasswordInput
        label={currentLabel}
        name="currentPassword"
        autoComplete="current-password"
        value={value.currentPassword}
        error={errors.currentPassword}
        onChange={(event) => edit({ currentPassword: event.currentTarget.value })}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the current password', tabIndex: 0 }}
      />
      <NewPasswordFields value={value} errors={errors} onChange={edit} />
      {change.isSuccess && <Notice kind="done">{change.data.message}</Notice>}
      <ActionButton type="submit" busy={change.isPending}>
        {submitLabel}
      </ActionButton>
      <OopsDialog message={besides(change.error)} onClose={change.reset} />
    </form>
  );
}
