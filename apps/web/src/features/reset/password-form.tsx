import { useMutation } from '@tanstack/react-query';
import { PortalError } from '@tidewaiter/contract';
import { type FormEvent, useState } from 'react';
import { client } from '../../session/client.js';
import { NewPasswordFields } from '../../session/person-fields.js';
import { EMPTY_NEW_PASSWORD, type NewPassword, newPasswordErrors } from '../../session/person-rules.js';
import { sessionStore } from '../../session/store.js';
import { ActionButton } from '../../ui/action-button.js';
import classes from '../../ui/entry-frame.module.css';
import { useFieldErrors } from '../../ui/field-errors.js';
import { Notice, Refusal } from '../../ui/notice.js';
import { useWay } from '../../ui/way-link.js';
import type { ResetStage } from './stage.js';

interface PasswordFormProps {
  stage: Extract<ResetStage, { name: 'password' }>;
  onRestart: () => void;
}

const FIELDS = ['password', 'confirmPassword'] as const;

/**
 * The last stage: the new password, by a token that works once. It ends every session. A mailed link leads on by a sign-in with what was just typed; where
 * that takes more, such as a second factor, and from a one-time password (SPEC 5), the way on is the sign-in screen.
 */
export function PasswordForm({ stage, onRestart }: PasswordFormProps) {
  const [value, setValue] = useState<NewPassword>(EMPTY_NEW_PASSWORD);
  const { form, errors, show, clear, refuse, besides } = useFieldErrors(FIELDS, { PASSWORD_REFUSED: 'password' });
  const { go } = useWay();
  const set = useMutation({
    mutationFn: () => client.setPassword({ token: stage.token, ...value }),
    onSuccess: async ({ message, email }) => {
      const signedIn = stage.byLink
        ? await client.login({ email, password: value.password, keepLoggedIn: false }).catch(() => null)
        : null;
      if (signedIn) sessionStore.begin(signedIn);
      else sessionStore.clear(message);
      await go(signedIn ? '/dashboard' : '/login', { replace: true });
    },
    onError: refuse,
    gcTime: 0,
  });
  const expired = set.error instanceof PortalError && set.error.code === 'LINK_EXPIRED';

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!set.isPending && !show(newPasswordErrors(value))) set.mutate();
  }

  return (
    <form ref={form} onSubmit={submit} noValidate aria-labelledby="reset-heading">
      <h1 id="reset-heading">{stage.byLink ? 'Set your password' : 'Set a new password'}</h1>
      <p className={classes.lead}>
        {stage.byLink ? 'It signs you in.' : 'Then sign in with it.'} Every other session ends.
      </p>
      <div className="door-fields">
        {stage.notice && <Notice kind="done">{stage.notice}</Notice>}
        <NewPasswordFields
          value={value}
          errors={errors}
          autoFocus
          onChange={(part) => {
            setValue((before) => ({ ...before, ...part }));
            clear();
          }}
        />
        <Refusal says={besides(set.error)} />
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
