import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { MESSAGES, PortalError } from '@tidewaiter/contract';
import { type FormEvent, useState } from 'react';
import { client } from '../../session/client.js';
import { personErrors } from '../../session/person-rules.js';
import { ActionButton } from '../../ui/action-button.js';
import classes from '../../ui/entry-frame.module.css';
import { useFieldErrors } from '../../ui/field-errors.js';
import { Notice } from '../../ui/notice.js';
import type { ResetStage } from './stage.js';

/** The first stage: where the one-time password goes. The answer is the same for every address. */
export function EmailForm({ onSent }: { onSent: (stage: ResetStage) => void }) {
  const [email, setEmail] = useState('');
  const { form, errors, show, clear } = useFieldErrors<'email'>();
  const send = useMutation({
    mutationFn: () => client.forgotPassword({ userEmail: email.trim() }),
    onSuccess: ({ message, requestId }) => onSent({ name: 'otp', email: email.trim(), requestId, sent: message }),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (send.isPending) return;
    const wrong = personErrors({ email }).email !== undefined;
    if (!show(wrong ? { email: MESSAGES.enterValidEmail } : {})) send.mutate();
  }

  return (
    <form ref={form} onSubmit={submit} noValidate aria-labelledby="reset-heading">
      <h1 id="reset-heading">Forgot password</h1>
      <p className={classes.lead}>A one-time password is sent to your e-mail address.</p>
      <div className="door-fields">
        <TextInput
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          autoFocus
          value={email}
          error={errors.email}
          onChange={(event) => {
            setEmail(event.currentTarget.value);
            clear();
          }}
        />
        {send.isError && <Notice kind="wrong">{send.error.message}</Notice>}
        <ActionButton type="submit" fullWidth busy={send.isPending}>
          Send one-time password
        </ActionButton>
      </div>
    </form>
  );
}

interface OtpFormProps {
  stage: Extract<ResetStage, { name: 'otp' }>;
  onVerified: (stage: ResetStage) => void;
  onRestart: () => void;
}

const INVALID = { otp: MESSAGES.invalidOtp };

/** The second stage: the one-time password that was mailed. */
export function OtpForm({ stage, onVerified, onRestart }: OtpFormProps) {
  const [otp, setOtp] = useState('');
  const { form, errors, show, clear } = useFieldErrors<'otp'>();
  const verify = useMutation({
    mutationFn: () => client.verifyOtp({ requestId: stage.requestId, otp: otp.trim() }),
    onSuccess: ({ token }) => onVerified({ name: 'password', token, byLink: false }),
    onError: (failure) => {
      if (failure instanceof PortalError && failure.code === 'INVALID_OTP') show(INVALID);
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (verify.isPending) return;
    if (otp.trim() === '') show(INVALID);
    else verify.mutate();
  }

  return (
    <form ref={form} onSubmit={submit} noValidate aria-labelledby="reset-heading">
      <h1 id="reset-heading">Forgot password</h1>
      <div className="door-fields">
        <Notice kind="done">{stage.sent}</Notice>
        <TextInput
          label="One-time password"
          description={`Sent to ${stage.email}, if it has an account`}
          name="otp"
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={16}
          autoFocus
          value={otp}
          error={errors.otp}
          onChange={(event) => {
            setOtp(event.currentTarget.value);
            clear();
          }}
        />
        {verify.isError && errors.otp === undefined && otp !== '' && (
          <Notice kind="wrong">{verify.error.message}</Notice>
        )}
        <ActionButton type="submit" fullWidth busy={verify.isPending}>
          Continue
        </ActionButton>
        <button type="button" className="linkButton" onClick={onRestart}>
          Send another one-time password
        </button>
      </div>
    </form>
  );
}
