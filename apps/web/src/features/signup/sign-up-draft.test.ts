import { describe, expect, it } from 'vitest';
import { EMPTY_SIGN_UP, signUpErrors } from './sign-up-draft.js';

describe('a sign-up', () => {
  it('asks for the five profile fields, the terms and the captcha', () => {
    expect(signUpErrors(EMPTY_SIGN_UP, true)).toMatchObject({
      firstname: 'Please enter first name',
      termsAccepted: 'Please accept terms and condition',
      captcha: 'Captcha not matched',
    });
    expect(Object.keys(signUpErrors(EMPTY_SIGN_UP, true))).toHaveLength(7);
  });

  it('asks for no captcha where the browser solves it', () => {
    expect(signUpErrors(EMPTY_SIGN_UP, false)).not.toHaveProperty('captcha');
  });

  it('that is whole has no errors', () => {
    const person = {
      firstname: 'First',
      lastname: 'Last',
      email: 'person@company.example',
      mobile: '030 1234567',
      company_name: 'Company',
    };
    expect(signUpErrors({ person, termsAccepted: true, captcha: '12345' }, true)).toEqual({});
  });
});
