import { Alert, Anchor, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { ActButton } from '../../ui/act-button.js';
import { type Credentials, credentialErrors } from './credentials.js';
import classes from './login.module.css';
import { signInFailure, useSignIn } from './use-sign-in.js';

export function LoginForm() {
  const [credentials, setCredentials] = useState<Credentials>({ email: '', password: '', keepLoggedIn: false });
  const [tried, setTried] = useState(false);
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const signIn = useSignIn();
  const errors = tried ? credentialErrors(credentials) : {};

  function change(part: Partial<Credentials>) {
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
    <form className={classes.fields} onSubmit={submit} noValidate aria-label="Sign in">
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
      <div className={classes.keepLine}>
        <Checkbox
          label="Keep me logged in"
          checked={credentials.keepLoggedIn}
          onChange={(event) => change({ keepLoggedIn: event.currentTarget.checked })}
        />
        <Anchor component={Link} to="/reset">
          Forgot Password
        </Anchor>
      </div>
      {signIn.isError && (
        <Alert variant="light" color="red" className={classes.failure}>
          {signInFailure(signIn.error)}
        </Alert>
      )}
      <ActButton type="submit" fullWidth busy={signIn.isPending}>
        Sign In
      </ActButton>
      <p className={classes.other}>
        No account yet?{' '}
        <Anchor component={Link} to="/signup" underline="always">
          Sign Up
        </Anchor>
      </p>
    </form>
  );
}
