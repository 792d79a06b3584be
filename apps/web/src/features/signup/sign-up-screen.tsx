import { ActionIcon, Anchor, Checkbox, Loader, TextInput } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { PortalError } from '@tidewaiter/contract';
import { type FormEvent, useRef, useState } from 'react';
import { PersonFields } from '../../session/person-fields.js';
import { PERSON_FIELDS } from '../../session/person-rules.js';
import { ActionButton } from '../../ui/action-button.js';
import { OopsDialog } from '../../ui/alert-dialog.js';
import { Held } from '../../ui/awaiting.js';
import { EntryFrame } from '../../ui/entry-frame.js';
import classes from '../../ui/entry-frame.module.css';
import { refusedFields } from '../../ui/field-errors.js';
import { focusFirstError } from '../../ui/focus-first-error.js';
import { LoadFailure, Notice } from '../../ui/notice.js';
import { WayLink } from '../../ui/way-link.js';
import { useCaptcha, useProof, useSignUp } from './sign-up-calls.js';
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

interface CaptchaFieldProps {
  captcha: ReturnType<typeof useCaptcha>;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/**
 * The captcha: work that the browser does by itself, which asks nothing of the person; where the page did not come securely, a question
 * in words, which needs neither eyes nor a pointer.
 */
function CaptchaField({ captcha, value, error, onChange }: CaptchaFieldProps) {
  const proof = useProof(captcha.data);
  const { data } = captcha;

  function another() {
    if (captcha.isFetching) return;
    onChange('');
    void captcha.refetch();
  }

  function content() {
    if (captcha.isError) return <LoadFailure error={captcha.error} onRetry={captcha.refetch} />;
    if (data?.question === undefined) return work();
    return (
      <div className="flex items-end gap-8">
        <TextInput
          className="flex-1"
          label="Your answer, in digits"
          description={data.question}
          name="captcha"
          autoComplete="off"
          inputMode="numeric"
          maxLength={16}
          required
          withAsterisk={false}
          value={value}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          title="Another captcha"
          aria-label="Another captcha"
          aria-busy={captcha.isFetching}
          onClick={another}
        >
          <IconRefresh size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </div>
    );
  }

  function work() {
    if (proof.isError) return <LoadFailure error={proof.error} onRetry={another} />;
    if (!data) return <Held height={24} />;
    return (
      <>
        {error !== undefined && <Notice kind="wrong">{error}</Notice>}
        <p role="status" className="row gap-8 min-h-24 m-0">
          {proof.isSuccess
            ? 'Your browser has solved the captcha.'
            : 'Your browser is solving the captcha. You need not do anything.'}
          {proof.isPending && <Loader size={14} aria-hidden />}
        </p>
      </>
    );
  }

  return (
    <fieldset className="surface grid gap-8 m-0 p-12-16">
      <legend className="soft small medium">Captcha</legend>
      {content()}
    </fieldset>
  );
}
