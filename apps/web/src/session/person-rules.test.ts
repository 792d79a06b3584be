import { describe, expect, it } from 'vitest';
import { newPasswordErrors } from './person-rules.js';

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
