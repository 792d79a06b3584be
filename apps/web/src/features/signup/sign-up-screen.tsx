import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EntryFrame } from '../../ui/entry-frame.js';
import classes from './sign-up.module.css';
import { SignUpForm } from './sign-up-form.js';

/** Where somebody asks for an account (SPEC 2 "/signup"). */
export function SignUpScreen() {
  return (
    <EntryFrame title="Sign up">
      <h1>Sign up</h1>
      <p className={classes.lead}>
        You begin on the Free plan.{' '}
        <Anchor component={Link} to="/pricing" underline="always">
          See the plans
        </Anchor>
      </p>
      <SignUpForm />
      <p className={classes.other}>
        You have an account?{' '}
        <Anchor component={Link} to="/login" underline="always">
          Sign In
        </Anchor>
      </p>
    </EntryFrame>
  );
}
