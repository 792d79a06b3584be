import { MESSAGES } from '@tidewaiter/contract';
import { EMPTY_PERSON, type PersonDraft, type PersonField, personErrors } from '../../session/person-rules.js';
import type { FieldErrors } from '../../ui/field-errors.js';

/** The sign-up form as it stands. */
export interface SignUpDraft {
  person: PersonDraft;
  termsAccepted: boolean;
  captcha: string;
}

export type SignUpErrors = FieldErrors<PersonField | 'termsAccepted' | 'captcha'>;

export const EMPTY_SIGN_UP: SignUpDraft = { person: EMPTY_PERSON, termsAccepted: false, captcha: '' };

/**
 * The rules of SPEC 5 that a sign-up breaks, as messages by field. The server alone knows whether the captcha is right.
 *
 * @param inWords whether the captcha is one that the person answers
 */
export function signUpErrors({ person, termsAccepted, captcha }: SignUpDraft, inWords: boolean): SignUpErrors {
  return {
    ...personErrors(person),
    ...(!termsAccepted && { termsAccepted: MESSAGES.acceptTerms }),
    ...(inWords && captcha.trim() === '' && { captcha: MESSAGES.captchaNotMatched }),
  };
}
