import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { MESSAGES, PortalError } from '@tidewaiter/contract';
import { type FormEvent, useRef, useState } from 'react';
import { client } from '../../api/client.js';
import { ActButton } from '../../ui/act-button.js';
import { focusFirstError } from '../../ui/focus-first-error.js';
import { Notice } from '../../ui/notice.js';
import classes from './reset.module.css';
import type { Step } from './step.js';

interface OtpFormProps {
  step: Extract<Step, { name: 'otp' }>;
  onVerified: (step: Step) => void;
  onRestart: () => void;
}

/** Second step: the one-time password that was mailed. */
export function OtpForm({ step, onVerified, onRestart }: OtpFormProps) {
  const [otp, setOtp] = useState('');
  const [error, setError] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const verify = useMutation({
    mutationFn: () => client.verifyOtp({ requestId: step.requestId, otp: otp.trim() }),
    onSuccess: ({ token }) => onVerified({ name: 'password', token, byLink: false }),
    onError: (failure) => {
      if (failure instanceof PortalError && failure.code === 'INVALID_OTP') refuse();
    },
  });

  function refuse() {
    setError(MESSAGES.invalidOtp);
    focusFirstError(form.current);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (verify.isPending) return;
    if (otp.trim() === '') refuse();
    else verify.mutate();
  }

  return (
    <form ref={form} onSubmit={submit} noValidate aria-labelledby="reset-heading">
      <h1 id="reset-heading">Forgot password</h1>
      <div className={classes.fields}>
        <Notice kind="done">{step.sent}</Notice>
        <TextInput
          label="One-time password"
          description={`Sent to ${step.email}, if it has an account`}
          name="otp"
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={16}
          autoFocus
          value={otp}
          error={error}
          onChange={(event) => {
            setOtp(event.currentTarget.value);
            setError(null);
          }}
        />
        {verify.isError && error === null && otp !== '' && <Notice kind="wrong">{verify.error.message}</Notice>}
        <ActButton type="submit" fullWidth busy={verify.isPending}>
          Continue
        </ActButton>
        <button type="button" className="linkButton" onClick={onRestart}>
          Send another one-time password
        </button>
      </div>
    </form>
  );
}
