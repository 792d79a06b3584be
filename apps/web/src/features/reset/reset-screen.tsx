import { Anchor } from '@mantine/core';
import { useEffect, useState } from 'react';
import { EntryFrame } from '../../ui/entry-frame.js';
import classes from '../../ui/entry-frame.module.css';
import { WayLink } from '../../ui/way-link.js';
import { ConfirmEmail, UndoEmail } from './email-change.js';
import { EmailForm, OtpForm } from './one-time-password.js';
import { PasswordForm } from './password-form.js';
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
