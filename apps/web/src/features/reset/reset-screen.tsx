import { Anchor } from '@mantine/core';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { EntryFrame } from '../../ui/entry-frame.js';
import classes from '../../ui/entry-frame.module.css';
import { ConfirmEmail, UndoEmail } from './email-change.js';
import { EmailForm, OtpForm } from './one-time-password.js';
import { PasswordForm } from './password-form.js';
import { type ResetStage, stageOfLink } from './stage.js';

/** Forgot password (SPEC 2 "/reset"), and where mailed links lead: to a first password, to a confirmed address, back to a former one. */
export function ResetScreen() {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const [stage, setStage] = useState<ResetStage>(() => stageOfLink(hash) ?? { name: 'email' });

  // A secret does not stay in the address, where it would be copied and remembered.
  useEffect(() => {
    const linked = stageOfLink(hash);
    if (!linked) return;
    setStage(linked);
    void navigate({ to: '/reset', replace: true });
  }, [hash, navigate]);

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
        <Anchor component={Link} to="/login" underline="always">
          Back to Sign In
        </Anchor>
      </p>
    </EntryFrame>
  );
}
