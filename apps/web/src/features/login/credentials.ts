import { MESSAGES } from '@tidewaiter/contract';
import { z } from 'zod';

export interface Credentials {
  email: string;
  password: string;
  keepLoggedIn: boolean;
}

export type CredentialErrors = Partial<Record<'email' | 'password', string>>;

/** What SPEC 5 asks of the sign-in form, as messages by field; empty when it may be sent. */
export function credentialErrors({ email, password }: Credentials): CredentialErrors {
  const errors: CredentialErrors = {};
  if (!z.email().safeParse(email.trim()).success) errors.email = MESSAGES.invalidEmail;
  if (password === '') errors.password = MESSAGES.enterPassword;
  return errors;
}
