import { useMutation } from '@tanstack/react-query';
import { PortalError } from '@tidewaiter/contract';
import { type FormEvent, useRef, useState } from 'react';
import { client } from '../../session/client.js';
import { NewPasswordFields } from '../../session/person-fields.js';
import {
  EMPTY_NEW_PASSWORD,
  type FieldErrors,
  type NewPassword,
  newPasswordErrors,
  refusedFields,
} from '../../session/person-rules.js';
import { sessionStore } from '../../session/store.js';
import { ActionButton } from '../../ui/action-button.js';
import classes from '../../ui/entry-frame.module.css';
import { focusFirstError } from '../../ui/focus-first-error.js';
import { Notice } from '../../ui/notice.js';
import { useWay } from '../../ui/way-link.js';
import type { ResetStage } from './stage.js';

interface PasswordFormProps {
  stage: Extract<ResetStage, { name: 'password' }>;
  onRestart: () => void;
}

/** The last stage: the new password, by a token that works once. It ends every session, so the way on is to sign in. */
export function PasswordForm({ stage, onRestart }: PasswordFormProps) {
  const [value, setValue] = useState<NewPassword>(EMPTY_NEW_PASSWORD);
  const [errors, setErrors] = useState<FieldErrors<keyof NewPassword>>({});
  const form = useRef<HTMLFormElement>(null);
  const { go } = useWay();
  const set = useMutation({
    mutationFn: () => client.setPassword({ token: stage.token, ...value }),
    onSuccess: async ({ message }) => {
      sessionStore.clear(message);
      await go('/login');
    },
    onError: (failure) => show(errorsOf(failure)),
    gcTime: 0,
  });
  const failure = set.isError && Object.keys(errorsOf(set.error)).length === 0 ? set.error : null;
  const expired = failure instanceof PortalError && failure.code === 'LINK_EXPIRED';

  function show(found: FieldErrors<keyof NewPassword>): boolean {
    setErrors(found);
    const any = Object.keys(found).length > 0;
    if (any) focusFirstError(form.current);
    return any;
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!set.isPending && !show(newPasswordErrors(value))) set.mutate();
  }

  return (
    <form ref={form} onSubmit={submit} noValidate aria-labelledby="reset-heading">
      <h1 id="reset-heading">{stage.byLink ? 'Set your password' : 'Set a new password'}</h1>
      <p className={classes.lead}>Then sign in with it. Every other session ends.</p>
      <div className={classes.fields}>
        {stage.notice && <Notice kind="done">{stage.notice}</Notice>}
        <NewPasswordFields
          value={value}
          errors={errors}
          autoFocus
          onChange={(part) => {
            setValue((before) => ({ ...before, ...part }));
            setErrors({});
          }}
        />
        {failure && <Notice kind="wrong">{failure.message}</Notice>}
        <ActionButton type="submit" fullWidth busy={set.isPending}>
          Set password
        </ActionButton>
        {expired && (
          <button type="button" className="linkButton" onClick={onRestart}>
            Send a one-time password instead
          </button>
        )}
      </div>
    </form>
  );
}

function errorsOf(failure: Error): FieldErrors<keyof NewPassword> {
  if (!(failure instanceof PortalError)) return {};
  if (failure.code === 'PASSWORD_REFUSED') return { password: failure.message };
  return refusedFields(failure, ['password', 'confirmPassword']);
}
