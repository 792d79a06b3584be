import { MESSAGES } from '@tidewaiter/contract';

export interface Credentials {
  email: string;
  password: string;
  keepLoggedIn: boolean;
}

export type CredentialErrors = Partial<Record<'email' | 'password', string>>;

/** Something, an at sign, a domain with a dot: enough to catch a slip. The server's schema has the last word. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** What SPEC 5 asks of the sign-in form, as messages by field; empty when it may be sent. */
export function credentialErrors({ email, password }: Credentials): CredentialErrors {
  const errors: CredentialErrors = {};
  if (!EMAIL.test(email.trim())) errors.email = MESSAGES.invalidEmail;
  if (password === '') errors.password = MESSAGES.enterPassword;
  return errors;
}
