import { describe, expect, it } from 'vitest';
import { stepOfLink } from './step.js';

describe('the step that a mailed link opens', () => {
  it('is the password, or the confirmation of an address', () => {
    expect(stepOfLink('token=abc-_1')).toEqual({ name: 'password', token: 'abc-_1', byLink: true });
    expect(stepOfLink('#email=abc')).toEqual({ name: 'confirm-email', token: 'abc' });
  });

  it('is none where the link carries nothing', () => {
    for (const hash of ['', '#', 'token=', 'other=1']) expect(stepOfLink(hash)).toBeNull();
  });
});
