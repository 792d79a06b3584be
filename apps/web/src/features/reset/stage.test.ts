import { describe, expect, it } from 'vitest';
import { stageOfLink } from './stage.js';

describe('the step that a mailed link opens', () => {
  it('is the password, the confirmation of an address, or the way back to one', () => {
    expect(stageOfLink('token=abc-_1')).toEqual({ name: 'password', token: 'abc-_1', byLink: true });
    expect(stageOfLink('#email=abc')).toEqual({ name: 'confirm-email', token: 'abc' });
    expect(stageOfLink('#undo=abc')).toEqual({ name: 'undo-email', token: 'abc' });
  });

  it('is none where the link carries nothing', () => {
    for (const hash of ['', '#', 'token=', 'undo=', 'other=1']) expect(stageOfLink(hash)).toBeNull();
  });
});
