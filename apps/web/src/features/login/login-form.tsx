import { Alert, Anchor, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { MESSAGES, PortalError } from '@tidewaiter/contract';
import { type FormEvent, Suspense, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { client, later } from '../../session/client.js';
import { sessionStore } from '../../session/store.js';
import { wayBack } from '../../session/way-back.js';
import { ActionButton } from '../../ui/action-button.js';
import { linkTo, type WayOn } from '../../ui/way-on.js';
import classes from './login.module.css';

const FirmOffer = later(() => import('./firm-offer.js'), 'FirmOffer');

export function LoginForm(way: WayOn) {
  const [credentials, setCredentials] = useState<Credentials>(NOTHING_YET);
  /** The password was right, and there is a second factor. */
  const [asksCode, setAsksCode] = useState(false);
  const [tried, setTried] = useState(false);
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const signIn = useSignIn(way, () => setAsksCode(true), credentials.keepLoggedIn);
  const errors = tried ? credentialErrors(credentials) : {};

  function change(part: Partial<Credentials>) {
    // Who begins to fill it in is about to need what comes after.
    way.prepare(wayBack(way.from));
    setCredentials((before) => ({ ...before, ...part }));
  }

  function send(typed: Credentials) {
    if (signIn.isPending) return;
    setTried(true);
    const found = credentialErrors(typed);
    if (asksCode && !typed.code) return;
    if (found.email) email.current?.focus();
    else if (found.password) password.current?.focus();
    else signIn.mutate(typed);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    send(credentials);
  }

  useDrawnForm((typed, { wasSent, atPassword }) => {
    change(typed);
    if (atPassword) password.current?.focus();
    if (wasSent) send({ ...NOTHING_YET, ...typed });
  });

  return (
    <form className="door-fields" onSubmit={submit} noValidate aria-label="Sign in">
      <TextInput
        ref={email}
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        autoFocus
        value={credentials.email}
        onChange={(event) => change({ email: event.currentTarget.value })}
        error={errors.email}
      />
      <PasswordInput
        ref={password}
        label="Password"
        name="password"
        autoComplete="current-password"
        value={credentials.password}
        onChange={(event) => change({ password: event.currentTarget.value })}
        error={errors.password}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the typed characters', tabIndex: 0 }}
      />
      {asksCode && (
        <TextInput
          label="Code"
          description="From your app, or a recovery code"
          name="code"
          autoComplete="one-time-code"
          autoFocus
          value={credentials.code}
          onChange={(event) => change({ code: event.currentTarget.value })}
        />
      )}
      <div className="door-keep-line wrap spread">
        <label className="door-keep row">
          <input
            type="checkbox"
            checked={credentials.keepLoggedIn}
            onChange={(event) => change({ keepLoggedIn: event.currentTarget.checked })}
          />
          Keep me logged in
        </label>
        <Anchor {...linkTo('/reset', way)}>Forgot Password</Anchor>
      </div>
      {signIn.isError && !isAskedForCode(signIn.error) && (
        <Alert variant="light" color="red" className={classes.failure}>
          {signInFailure(signIn.error)}
        </Alert>
      )}
      <ActionButton type="submit" fullWidth busy={signIn.isPending && signIn.variables !== 'passkey'}>
        Sign In
      </ActionButton>
      {EMAIL.test(credentials.email.trim()) && (
        <Suspense>
          <FirmOffer email={credentials.email.trim()} keepLoggedIn={credentials.keepLoggedIn} from={way.from} />
        </Suspense>
      )}
      {'PublicKeyCredential' in window && (
        <ActionButton
          variant="default"
          fullWidth
          busy={signIn.isPending && signIn.variables === 'passkey'}
          onClick={() => signIn.mutate('passkey')}
        >
          Use a passkey
        </ActionButton>
      )}
      <p className="soft">
        No account yet?{' '}
        <Anchor {...linkTo('/signup', way)} underline="always">
          Sign Up
        </Anchor>
      </p>
    </form>
  );
}

/** Signs in, keeps the session and goes on to where the person was heading. The password is sent and forgotten. */
function useSignIn({ from, go }: WayOn, askCode: () => void, keepLoggedIn: boolean) {
  return useMutation({
    mutationFn: async (by: Credentials | 'passkey') => {
      if (by === 'passkey') {
        const { showPasskey } = await import('../../session/factors/passkeys.js');
        return client.loginByPasskey({ ...(await showPasskey()), keepLoggedIn });
      }
      const { email, code, ...rest } = by;
      const answer = await client.login({ email: email.trim(), ...rest, ...(code && { code }) });
      // SPEC 8: an answer without a user is a login that failed.
      if (typeof answer?.userid !== 'number') throw new PortalError('INVALID_LOGIN');
      return answer;
    },
    onSuccess: async (answer) => {
      sessionStore.begin(answer);
      await go(wayBack(from), { replace: true });
    },
    onError: (error) => isAskedForCode(error) && askCode(),
    gcTime: 0,
  });
}

const isAskedForCode = (error: Error) => error instanceof PortalError && error.code === 'FACTOR_NEEDED';

function signInFailure(error: Error): string {
  return error.message || MESSAGES.invalidLogin;
}

export interface Credentials {
  email: string;
  password: string;
  keepLoggedIn: boolean;
  /** Empty where none is asked for. */
  code: string;
}

const NOTHING_YET: Credentials = { email: '', password: '', keepLoggedIn: false, code: '' };

export type CredentialErrors = Partial<Record<'email' | 'password', string>>;

/** Something, an at sign, a domain with a dot: enough to catch a slip. The server's schema has the last word. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The rules of SPEC 5 that the sign-in form breaks, as messages by field; empty when it may be sent. */
function credentialErrors({ email, password }: Credentials): CredentialErrors {
  const errors: CredentialErrors = {};
  if (!EMAIL.test(email.trim())) errors.email = MESSAGES.invalidEmail;
  if (password === '') errors.password = MESSAGES.enterPassword;
  return errors;
}

/** What somebody typed before the application came. */
interface Typed {
  email: string;
  password: string;
  keepLoggedIn: boolean;
}

/** The sign-in form that the page itself shows until the application has come (`app/door.html`). */
let drawn = document.querySelector<HTMLFormElement>('#drawn-sign-in');

/**
 * Takes over what was typed into the drawn form, once: it has left the page by then, yet keeps its values.
 *
 * @param takeOver gets the values, whether they were sent, and whether the password had the focus
 */
function useDrawnForm(takeOver: (typed: Typed, how: { wasSent: boolean; atPassword: boolean }) => void): void {
  const [focused] = useState(() => document.activeElement?.id);
  const onDrawn = useEffectEvent(takeOver);
  useLayoutEffect(() => {
    const form = drawn;
    drawn = null;
    if (!form) return;
    const inputs = [...form.querySelectorAll('input')];
    const [email = '', password = ''] = inputs.map(({ value }) => value);
    const keepLoggedIn = inputs.some(({ checked }) => checked);
    const wasSent = form.hasAttribute('aria-busy');
    const atPassword = focused === 'drawn-password';
    if (email || password || keepLoggedIn || wasSent || atPassword)
      onDrawn({ email, password, keepLoggedIn }, { wasSent, atPassword });
  }, [focused]);
}
