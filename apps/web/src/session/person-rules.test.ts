import { describe, expect, it } from 'vitest';
import { newPasswordErrors, personErrors } from './person-rules.js';

const person = {
  firstname: 'First',
  lastname: 'Last',
  email: 'person@company.example',
  mobile: '+49 30 1234567',
  company_name: 'Company',
};

describe('the profile rules', () => {
  it('are content with a whole person, and look at the asked fields only', () => {
    expect(personErrors(person)).toEqual({});
    const { company_name: _, ...subUser } = { ...person, mobile: 'call me' };
    expect(personErrors(subUser)).toEqual({ mobile: 'Please enter valid mobile no' });
  });
});

describe('a new password', () => {
  it('is asked for, has 8 to 128 characters, and is typed twice the same', () => {
    const errors = (password: string, confirmPassword = password) => newPasswordErrors({ password, confirmPassword });
    expect(errors('')).toEqual({ password: 'Please enter password' });
    expect(errors('seven77')).toEqual({ password: 'A password has at least 8 characters' });
    expect(errors('x'.repeat(129))).toEqual({ password: 'A password has at most 128 characters' });
    expect(errors('long enough', 'long enougH')).toEqual({
      confirmPassword: 'New password and confirm Password is different',
    });
    expect(errors('long enough')).toEqual({});
  });
});
