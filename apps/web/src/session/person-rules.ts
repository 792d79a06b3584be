import { MESSAGES, newPassword, personFields } from '@tidewaiter/contract';
import { type FieldErrors, ruleErrors } from '../ui/field-errors.js';

export type PersonField = keyof typeof personFields;

/** A person types these data of themselves. */
export type PersonDraft = Record<PersonField, string>;

export const EMPTY_PERSON: PersonDraft = { firstname: '', lastname: '', email: '', mobile: '', company_name: '' };

export const PERSON_FIELDS = Object.keys(EMPTY_PERSON) as PersonField[];

/** Finds the profile rules of SPEC 5 that typed fields break, as messages by field. The rules are the contract's own. */
export function personErrors<Field extends PersonField>(draft: Record<Field, string>): FieldErrors<Field> {
  const asked = Object.entries(personFields).filter(([field]) => field in draft);
  return ruleErrors<Field>(Object.fromEntries(asked) as Partial<typeof personFields>, draft);
}

/** A person types a new password twice. */
export interface NewPassword {
  password: string;
  confirmPassword: string;
}

export const EMPTY_NEW_PASSWORD: NewPassword = { password: '', confirmPassword: '' };

/** Finds the contract's rules that a new password breaks, as messages by field. The server alone knows whether it is too common. */
export function newPasswordErrors({ password, confirmPassword }: NewPassword): FieldErrors<keyof NewPassword> {
  if (password === '') return { password: MESSAGES.enterPassword };
  const issue = newPassword.safeParse(password).error?.issues[0];
  if (issue) return { password: issue.message };
  return password === confirmPassword ? {} : { confirmPassword: MESSAGES.passwordsDiffer };
}
