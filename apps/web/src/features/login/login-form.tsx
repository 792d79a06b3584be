import { Alert, Anchor, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { MESSAGES, PortalError } from '@tidewaiter/contract';
import { type FormEvent, useRef, useState } from 'react';
import { client } from '../../session/client.js';
import { sessionStore } from '../../session/store.js';
import { wayBack } from '../../session/way-back.js';
import { ActionButton } from '../../ui/action-button.js';
import classes from './login.module.css';
import { linkTo, type WayOn } from './way-on.js';

export function LoginForm(way: WayOn) {
  const [credentials, setCredentials] = useState<Credentials>({ email: '', password: '', keepLoggedIn: false });
  const [tried, setTried] = useState(false);
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const signIn = useSignIn(way);
  const errors = tried ? credentialErrors(credentials) : {};

  function change(part: Partial<Credentials>) {
    // Who begins to fill it in is about to need what comes after.
    way.prepare(wayBack(way.from));
    setCredentials((before) => ({ ...before, ...part }));
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (signIn.isPending) return;
    setTried(true);
    const found = credentialErrors(credentials);
    if (found.email) email.current?.focus();
    else if (found.password) password.current?.focus();
    else signIn.mutate(credentials);
  }

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
      {signIn.isError && (
        <Alert variant="light" color="red" className={classes.failure}>
          {signInFailure(signIn.error)}
        </Alert>
      )}
      <ActionButton type="submit" fullWidth busy={signIn.isPending}>
        Sign In
      </ActionButton>
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
function useSignIn({ from, go }: WayOn) {
  return useMutation({
    mutationFn: async ({ email, password, keepLoggedIn }: Credentials) => {
      const answer = await client.login({ email: email.trim(), password, keepLoggedIn });
      // SPEC 8: an answer without a user is a login that failed.
      if (typeof answer?.userid !== 'number') throw new PortalError('INVALID_LOGIN');
      return answer;
    },
    onSuccess: async (answer) => {
      sessionStore.begin(answer);
      await go(wayBack(from), { replace: true });
    },
    gcTime: 0,
  });
}

function signInFailure(error: Error): string {
  return error.message || MESSAGES.invalidLogin;
}

export interface Credentials {
  email: string;
  password: string;
  keepLoggedIn: boolean;
}

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
