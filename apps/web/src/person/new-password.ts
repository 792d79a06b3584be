import { MESSAGES, newPassword } from '@tidewaiter/contract';
import type { FieldErrors } from './person-rules.js';

/** A new password and its repetition, as typed. */
export interface NewPassword {
  password: string;
  confirmPassword: string;
}

export const EMPTY_NEW_PASSWORD: NewPassword = { password: '', confirmPassword: '' };

/** What the contract asks of a new password, as messages by field. Whether it is too common is the server's to say. */
export function newPasswordErrors({ password, confirmPassword }: NewPassword): FieldErrors<keyof NewPassword> {
  if (password === '') return { password: MESSAGES.enterPassword };
  const issue = newPassword.safeParse(password).error?.issues[0];
  if (issue) return { password: issue.message };
  return password === confirmPassword ? {} : { confirmPassword: MESSAGES.passwordsDiffer };
}
