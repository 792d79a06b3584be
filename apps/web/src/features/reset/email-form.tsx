import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { MESSAGES } from '@tidewaiter/contract';
import { type FormEvent, useRef, useState } from 'react';
import { client } from '../../api/client.js';
import { personErrors } from '../../person/person-rules.js';
import { ActButton } from '../../ui/act-button.js';
import { focusFirstError } from '../../ui/focus-first-error.js';
import { Notice } from '../../ui/notice.js';
import classes from './reset.module.css';
import type { Step } from './step.js';

/** First step: where the one-time password goes. The answer is the same for every address. */
export function EmailForm({ onSent }: { onSent: (step: Step) => void }) {
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const send = useMutation({
    mutationFn: () => client.forgotPassword({ userEmail: email.trim() }),
    onSuccess: ({ message, requestId }) => onSent({ name: 'otp', email: email.trim(), requestId, sent: message }),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (send.isPending) return;
    const wrong = personErrors({ email }).email !== undefined;
    setError(wrong ? MESSAGES.enterValidEmail : null);
    if (wrong) focusFirstError(form.current);
    else send.mutate();
  }

  return (
    <form ref={form} onSubmit={submit} noValidate aria-labelledby="reset-heading">
      <h1 id="reset-heading">Forgot password</h1>
      <p className={classes.lead}>A one-time password is sent to your e-mail address.</p>
      <div className={classes.fields}>
        <TextInput
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          autoFocus
          value={email}
          error={error}
          onChange={(event) => {
            setEmail(event.currentTarget.value);
            setError(null);
          }}
        />
        {send.isError && <Notice kind="wrong">{send.error.message}</Notice>}
        <ActButton type="submit" fullWidth busy={send.isPending}>
          Send one-time password
        </ActButton>
      </div>
    </form>
  );
}
