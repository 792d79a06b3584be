import { Anchor, Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PortalError } from '@tidewaiter/contract';
import { type FormEvent, useRef, useState } from 'react';
import { PersonFields } from '../../person/person-fields.js';
import { PERSON_FIELDS, refusedFields } from '../../person/person-rules.js';
import { ActButton } from '../../ui/act-button.js';
import { focusFirstError } from '../../ui/focus-first-error.js';
import { OopsDialog } from '../../ui/oops-dialog.js';
import { CaptchaField } from './captcha-field.js';
import classes from './sign-up.module.css';
import { EMPTY_SIGN_UP, type SignUpDraft, type SignUpErrors, signUpErrors } from './sign-up-draft.js';
import { useCaptcha, useSignUp } from './use-sign-up.js';

const FIELDS = [...PERSON_FIELDS, 'termsAccepted', 'captcha'] as const;

export function SignUpForm() {
  const [draft, setDraft] = useState<SignUpDraft>(EMPTY_SIGN_UP);
  const [tried, setTried] = useState(false);
  /** What the server refused, until the form changes. */
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
    const fields = refusedFields(known, FIELDS);
    if (known.code === 'CAPTCHA_NOT_MATCHED') fields.captcha = known.message;
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
    <form ref={form} className={classes.fields} onSubmit={submit} noValidate aria-label="Sign up">
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
            <Anchor component={Link} to="/terms-and-conditions" target="_blank" underline="always">
              terms and conditions
            </Anchor>
          </>
        }
        checked={draft.termsAccepted}
        error={errors.termsAccepted}
        aria-invalid={errors.termsAccepted !== undefined}
        onChange={(event) => change({ termsAccepted: event.currentTarget.checked })}
      />
      <ActButton type="submit" fullWidth busy={signUp.isPending} disabled={!captcha.data}>
        Sign Up
      </ActButton>
      <OopsDialog message={oops} onClose={() => setOops(null)} />
    </form>
  );
}
