import { PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { MESSAGES } from '@tidewaiter/contract';
import { type FormEvent, useState } from 'react';
import { ActionButton } from '../../ui/action-button.js';
import { useFieldErrors } from '../../ui/field-errors.js';
import { Notice, Refusal } from '../../ui/notice.js';
import { TitledModal } from '../../ui/titled-modal.js';
import { usePerson } from '../account.js';
import { client } from '../client.js';
import { goToFirm } from '../firm/to-firm.js';
import { ownFactors } from './factor-calls.js';

const FIELDS = ['password', 'code'] as const;

const REFUSALS = { INCORRECT_PASSWORD: 'password', FACTOR_REFUSED: 'code', FACTOR_NEEDED: 'code' } as const;

interface ConfirmDialogProps {
  onConfirmed: () => void;
  onClose: () => void;
}

/** Asks somebody who is signed in once more who they are: what they are about to do changes what opens their account. */
export function ConfirmDialog({ onConfirmed, onClose }: ConfirmDialogProps) {
  const { data } = useQuery(ownFactors);
  const [value, setValue] = useState({ password: '', code: '' });
  const { form, errors, show, clear, refuse, besides } = useFieldErrors(FIELDS, REFUSALS);
  const kinds = new Set(data?.factorList.map(({ kind }) => kind));
  const asksCode = kinds.size > 0;
  const confirm = useMutation({
    mutationFn: async (by: 'password' | 'passkey') => {
      if (by === 'passkey') return client.confirmSession(await (await import('./passkeys.js')).showPasskey());
      return client.confirmSession({ password: value.password, ...(asksCode && { code: value.code }) });
    },
    onSuccess: onConfirmed,
    onError: refuse,
    gcTime: 0,
  });

  function edit(part: Partial<typeof value>) {
    setValue((before) => ({ ...before, ...part }));
    clear();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (confirm.isPending || byFirm) return;
    const missing = {
      ...(value.password === '' && { password: MESSAGES.enterPassword }),
      ...(asksCode && value.code.trim() === '' && { code: MESSAGES.enterFactorCode }),
    };
    if (!show(missing)) confirm.mutate('password');
  }

  /** Who came in with their firm may have no password: it confirms them, as it let them in. */
  const byFirm = data?.byFirm === true;
  return (
    <TitledModal
      title="Please confirm that it is you"
      opened
      size="sm"
      bodyClass="grid gap-16 dialog-body"
      onClose={onClose}
    >
      <p>What you are about to change opens your account, or could lock you out.</p>
      <form ref={form} onSubmit={submit} noValidate aria-label="Confirm that it is you">
        {byFirm ? (
          <ByFirm />
        ) : (
          <PasswordInput
            label="Password"
            name="password"
            autoComplete="current-password"
            data-autofocus
            value={value.password}
            error={errors.password}
            onChange={(event) => edit({ password: event.currentTarget.value })}
            visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the typed characters', tabIndex: 0 }}
          />
        )}
        {asksCode && !byFirm && (
          <TextInput
            label="Code"
            description={kinds.has('APP') ? 'From your app, or a recovery code' : 'A recovery code'}
            name="code"
            autoComplete="one-time-code"
            value={value.code}
            error={errors.code}
            onChange={(event) => edit({ code: event.currentTarget.value })}
          />
        )}
        <Refusal says={besides(confirm.error)} />
        {!byFirm && (
          <ActionButton type="submit" busy={confirm.isPending && confirm.variables === 'password'}>
            Confirm
          </ActionButton>
        )}
        {kinds.has('PASSKEY') && (
          <ActionButton
            variant="default"
            busy={confirm.isPending && confirm.variables === 'passkey'}
            onClick={() => confirm.mutate('passkey')}
          >
            Use a passkey
          </ActionButton>
        )}
      </form>
    </TitledModal>
  );
}

/** Reads who the person is itself: the call is refused to who must add a second factor, and these have a password. */
function ByFirm() {
  const person = usePerson();
  const toFirm = useMutation({
    mutationFn: async () =>
      person && goToFirm({ email: person.email, fresh: true }, window.location.pathname + window.location.search),
    gcTime: 0,
  });
  return (
    <>
      <p>Your firm’s sign-in asks who you are, and sends you back here. Then do it once more.</p>
      {toFirm.isError && <Notice kind="wrong">{toFirm.error.message}</Notice>}
      <ActionButton busy={toFirm.isPending} done={toFirm.isSuccess} onClick={() => toFirm.mutate()}>
        Sign in with your firm
      </ActionButton>
    </>
  );
}
