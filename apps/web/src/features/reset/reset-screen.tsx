import { Anchor } from '@mantine/core';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { EntryFrame } from '../../ui/entry-frame.js';
import { ConfirmEmail } from './confirm-email.js';
import { EmailForm } from './email-form.js';
import { OtpForm } from './otp-form.js';
import { PasswordForm } from './password-form.js';
import classes from './reset.module.css';
import { type Step, stepOfLink } from './step.js';
import { UndoEmail } from './undo-email.js';

/** Forgot password (SPEC 2 "/reset"), and where mailed links lead: to a first password, to a confirmed address, back to a former one. */
export function ResetScreen() {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>(() => stepOfLink(hash) ?? { name: 'email' });

  // A secret does not stay in the address, where it would be copied and remembered.
  useEffect(() => {
    const linked = stepOfLink(hash);
    if (!linked) return;
    setStep(linked);
    void navigate({ to: '/reset', replace: true });
  }, [hash, navigate]);

  const restart = () => setStep({ name: 'email' });

  function content() {
    switch (step.name) {
      case 'email':
        return <EmailForm onSent={setStep} />;
      case 'otp':
        return <OtpForm step={step} onVerified={setStep} onRestart={restart} />;
      case 'password':
        return <PasswordForm key={step.token} step={step} onRestart={restart} />;
      case 'confirm-email':
        return <ConfirmEmail key={step.token} token={step.token} />;
      case 'undo-email':
        return <UndoEmail key={step.token} token={step.token} onUndone={setStep} />;
    }
  }

  return (
    <EntryFrame title="Reset password">
      {content()}
      <p className={classes.other}>
        <Anchor component={Link} to="/login" underline="always">
          Back to Sign In
        </Anchor>
      </p>
    </EntryFrame>
  );
}
