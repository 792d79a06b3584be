import { Anchor, Checkbox } from '@mantine/core';
import { PortalError } from '@tidewaiter/contract';
import { type FormEvent, useRef, useState } from 'react';
import { PersonFields } from '../../session/person-fields.js';
import { PERSON_FIELDS } from '../../session/person-rules.js';
import { ActionButton } from '../../ui/action-button.js';
import { OopsDialog } from '../../ui/alert-dialog.js';
import { EntryFrame } from '../../ui/entry-frame.js';
import classes from '../../ui/entry-frame.module.css';
import { refusedFields } from '../../ui/field-errors.js';
import { focusFirstError } from '../../ui/focus-first-error.js';
import { WayLink } from '../../ui/way-link.js';
import { CaptchaField } from './captcha-field.js';
import { useCaptcha, useSignUp } from './sign-up-calls.js';
import { EMPTY_SIGN_UP, type SignUpDraft, type SignUpErrors, signUpErrors } from './sign-up-draft.js';

/** Where somebody asks for an account (SPEC 2 "/signup"). */
export function SignUpScreen() {
  return (
    <EntryFrame title="Sign up">
      <h1>Sign up</h1>
      <p className={classes.lead}>
        You begin on the Free plan.{' '}
        <Anchor component={WayLink} to="/pricing" underline="always">
          See the plans
        </Anchor>
      </p>
      <SignUpForm />
      <p className={classes.other}>
        You have an account?{' '}
        <Anchor component={WayLink} to="/login" underline="always">
          Sign In
        </Anchor>
      </p>
    </EntryFrame>
  );
}

const FIELDS = [...PERSON_FIELDS, 'termsAccepted', 'captcha'] as const;

export function SignUpForm() {
  const [draft, setDraft] = useState<SignUpDraft>(EMPTY_SIGN_UP);
  const [tried, setTried] = useState(false);
  /** The server's refusals by field, until the form changes. */
  const [refused, setRefused] = useState<SignUpErrors>({});
  const [oops, setOops] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const captcha = useCaptcha();
  const signUp = useSignUp();
  const inWords = captcha.data?.question !== undefined;
  const errors: SignUpErrors = { ...(tried && signUpErrors(draft, inWords)), ...refused };

  function change(part: Partial<SignUpDraft>) {
    setDraft((before) => ({ ...before, ...part }));
    setRefused({});
  }

  function failed(error: Error) {
    const known = error instanceof PortalError ? error : new PortalError('INTERNAL');
    const fields = refusedFields(known, FIELDS, { CAPTCHA_NOT_MATCHED: 'captcha' });
    setRefused(fields);
    if (Object.keys(fields).length === 0) setOops(known.message);
    else focusFirstError(form.current);
    // A captcha is good for one try.
    setDraft((before) => ({ ...before, captcha: '' }));
    void captcha.refetch();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (signUp.isPending || !captcha.data) return;
    setTried(true);
    setRefused({});
    if (Object.keys(signUpErrors(draft, inWords)).length > 0) focusFirstError(form.current);
    else signUp.mutate({ draft, captcha: captcha.data }, { onError: failed });
  }

  return (
    <form ref={form} className="door-fields" onSubmit={submit} noValidate aria-label="Sign up">
      <PersonFields
        draft={draft.person}
        errors={errors}
        onChange={(part) => change({ person: { ...draft.person, ...part } })}
      />
      <CaptchaField
        captcha={captcha}
        value={draft.captcha}
        error={errors.captcha}
        onChange={(value) => change({ captcha: value })}
      />
      <Checkbox
        label={
          <>
            I accept the{' '}
            <Anchor href="/terms-and-conditions" target="_blank" underline="always">
              terms and conditions
            </Anchor>
          </>
        }
        checked={draft.termsAccepted}
        error={errors.termsAccepted}
        aria-invalid={errors.termsAccepted !== undefined}
        onChange={(event) => change({ termsAccepted: event.currentTarget.checked })}
      />
      <ActionButton type="submit" fullWidth busy={signUp.isPending} disabled={!captcha.data}>
        Sign Up
      </ActionButton>
      <OopsDialog message={oops} onClose={() => setOops(null)} />
    </form>
  );
}
