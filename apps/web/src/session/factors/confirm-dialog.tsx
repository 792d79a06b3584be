import { PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { MESSAGES, PortalError } from '@tidewaiter/contract';
import { type FormEvent, useRef, useState } from 'react';
import { ActionButton } from '../../ui/action-button.js';
import { focusFirstError } from '../../ui/focus-first-error.js';
import { Notice } from '../../ui/notice.js';
import { TitledModal } from '../../ui/titled-modal.js';
import { usePerson } from '../account.js';
import { client } from '../client.js';
import { goToFirm } from '../firm/to-firm.js';
import { type FieldErrors, refusedFields } from '../person-rules.js';
import { ownFactors } from './factor-calls.js';
import classes from './factors.module.css';

type Field = 'password' | 'code';

interface ConfirmDialogProps {
  onConfirmed: () => void;
  onClose: () => void;
}

/** Asks somebody who is signed in once more who they are: what they are about to do changes what opens their account. */
export function ConfirmDialog({ onConfirmed, onClose }: ConfirmDialogProps) {
  const { data } = useQuery(ownFactors);
  const person = usePerson();
  const [value, setValue] = useState({ password: '', code: '' });
  const [errors, setErrors] = useState<FieldErrors<Field>>({});
  const form = useRef<HTMLFormElement>(null);
  const kinds = new Set(data?.factorList.map(({ kind }) => kind));
  const asksCode = kinds.size > 0;
  const confirm = useMutation({
    mutationFn: async (by: 'password' | 'passkey') => {
      if (by === 'passkey') return client.confirmSession(await (await import('./passkeys.js')).showPasskey());
      return client.confirmSession({ password: value.password, ...(asksCode && { code: value.code }) });
    },
    onSuccess: onConfirmed,
    onError: (failure) => show(refusedBy(failure)),
    gcTime: 0,
  });

  function show(found: FieldErrors<Field>): boolean {
    setErrors(found);
    const any = Object.keys(found).length > 0;
    if (any) focusFirstError(form.current);
    return any;
  }

  function edit(part: Partial<typeof value>) {
    setValue((before) => ({ ...before, ...part }));
    setErrors({});
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
  const toFirm = useMutation({
    mutationFn: async () =>
      person && goToFirm({ email: person.email, fresh: true }, window.location.pathname + window.location.search),
    gcTime: 0,
  });
  const isToldOtherwise = confirm.isError && Object.keys(refusedBy(confirm.error)).length === 0;
  return (
    <TitledModal title="Please confirm that it is you" opened size="sm" bodyClass={classes.dialog} onClose={onClose}>
      <p>What you are about to change opens your account, or could lock you out.</p>
      <form ref={form} onSubmit={submit} noValidate aria-label="Confirm that it is you">
        {byFirm ? (
          <>
            <p>Your firm’s sign-in asks who you are, and sends you back here. Then do it once more.</p>
            {toFirm.isError && <Notice kind="wrong">{toFirm.error.message}</Notice>}
            <ActionButton busy={toFirm.isPending} done={toFirm.isSuccess} onClick={() => toFirm.mutate()}>
              Sign in with your firm
            </ActionButton>
          </>
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
        {isToldOtherwise && <Notice kind="wrong">{confirm.error.message}</Notice>}
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

function refusedBy(failure: Error): FieldErrors<Field> {
  if (!(failure instanceof PortalError)) return {};
  if (failure.code === 'INCORRECT_PASSWORD') return { password: failure.message };
  if (failure.code === 'FACTOR_REFUSED' || failure.code === 'FACTOR_NEEDED') return { code: failure.message };
  return refusedFields(failure, ['password', 'code']);
}
