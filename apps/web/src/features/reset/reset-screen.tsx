import { Anchor } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { PortalError } from '@tidewaiter/contract';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { client } from '../../session/client.js';
import { NewPasswordFields } from '../../session/person-fields.js';
import { EMPTY_NEW_PASSWORD, type NewPassword, newPasswordErrors } from '../../session/person-rules.js';
import { sessionStore } from '../../session/store.js';
import { ActionButton } from '../../ui/action-button.js';
import { EntryFrame } from '../../ui/entry-frame.js';
import classes from '../../ui/entry-frame.module.css';
import { useFieldErrors } from '../../ui/field-errors.js';
import { Notice, Refusal } from '../../ui/notice.js';
import { useWay, WayLink } from '../../ui/way-link.js';
import { EmailForm, OtpForm } from './one-time-password.js';
import { type ResetStage, stageOfLink } from './stage.js';

/** Forgot password (SPEC 2 "/reset"), and where mailed links lead: to a first password, to a confirmed address, back to a former one. */
export function ResetScreen() {
  const [stage, setStage] = useState<ResetStage>(() => stageOfLink(window.location.hash) ?? { name: 'email' });

  // A secret does not stay in the address, where it would be copied and remembered. Another link may be opened over this one.
  useEffect(() => {
    const enter = () => {
      const linked = stageOfLink(window.location.hash);
      if (!linked) return;
      setStage(linked);
      window.history.replaceState(window.history.state, '', '/reset');
    };
    enter();
    window.addEventListener('hashchange', enter);
    return () => window.removeEventListener('hashchange', enter);
  }, []);

  const restart = () => setStage({ name: 'email' });

  function content() {
    switch (stage.name) {
      case 'email':
        return <EmailForm onSent={setStage} />;
      case 'otp':
        return <OtpForm stage={stage} onVerified={setStage} onRestart={restart} />;
      case 'password':
        return <PasswordForm key={stage.token} stage={stage} onRestart={restart} />;
      case 'confirm-email':
        return <ConfirmEmail key={stage.token} token={stage.token} />;
      case 'undo-email':
        return <UndoEmail key={stage.token} token={stage.token} onUndone={setStage} />;
    }
  }

  return (
    <EntryFrame title="Reset password">
      {content()}
      <p className={classes.other}>
        <Anchor component={WayLink} to="/login" underline="always">
          Back to Sign In
        </Anchor>
      </p>
    </EntryFrame>
  );
}

/** Makes a new address count. A press, not the opening of the link: programs open links too, to look at them. */
function ConfirmEmail({ token }: { token: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const confirm = useMutation({
    mutationFn: () => client.confirmEmail({ token }),
    // The button that was pressed goes.
    onSuccess: () => heading.current?.focus(),
  });
  return (
    <section aria-labelledby="reset-heading">
      <h1 id="reset-heading" ref={heading} tabIndex={-1}>
        Confirm your e-mail address
      </h1>
      <p className={classes.lead}>From then on you sign in with it.</p>
      <div className="door-fields">
        {confirm.isError && <Notice kind="wrong">{confirm.error.message}</Notice>}
        {confirm.isSuccess ? (
          <Notice kind="done">{confirm.data.message}</Notice>
        ) : (
          <ActionButton busy={confirm.isPending} onClick={() => confirm.mutate()}>
            Confirm
          </ActionButton>
        )}
      </div>
    </section>
  );
}

interface UndoEmailProps {
  token: string;
  onUndone: (stage: ResetStage) => void;
}

/** Gives the account back to its former address, and leads to a new password. A press, as where an address is confirmed. */
function UndoEmail({ token, onUndone }: UndoEmailProps) {
  const undo = useMutation({
    mutationFn: () => client.undoEmail({ token }),
    onSuccess: (answer) => onUndone({ name: 'password', token: answer.token, byLink: false, notice: answer.message }),
    gcTime: 0,
  });
  return (
    <section aria-labelledby="reset-heading">
      <h1 id="reset-heading">Undo the change of your e-mail address</h1>
      <p className={classes.lead}>
        Your account keeps the address that this link was sent to, or goes back to it. Every session ends, the password
        no longer works, and you set a new one.
      </p>
      <div className="door-fields">
        {undo.isError && <Notice kind="wrong">{undo.error.message}</Notice>}
        <ActionButton busy={undo.isPending} onClick={() => undo.mutate()}>
          Undo the change
        </ActionButton>
      </div>
    </section>
  );
}

interface PasswordFormProps {
  stage: Extract<ResetStage, { name: 'password' }>;
  onRestart: () => void;
}

const FIELDS = ['password', 'confirmPassword'] as const;

/**
 * The last stage: the new password, by a token that works once. It ends every session. A mailed link leads on by a sign-in with what was just typed; where
 * that takes more, such as a second factor, and from a one-time password (SPEC 5), the way on is the sign-in screen.
 */
function PasswordForm({ stage, onRestart }: PasswordFormProps) {
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
