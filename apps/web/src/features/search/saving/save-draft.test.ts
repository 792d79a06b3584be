import { expect, it } from 'vitest';
import { EMPTY_SAVE, NEW_WORKSPACE, saveErrors } from './save-draft.js';

const whole = { workspace: 'an id', workspaceName: '', name: 'Cotton', description: 'What India buys' };

it('an untouched Save search modal asks for all of it, in the words of the specification', () => {
  expect(saveErrors(EMPTY_SAVE)).toEqual({
    workspace: 'Please select workspace name',
    name: 'Please enter title',
    description: 'Please enter description',
  });
});

it('a new workspace needs a name, one that is there does not', () => {
  expect(saveErrors(whole)).toEqual({});
  expect(saveErrors({ ...whole, workspace: NEW_WORKSPACE })).toEqual({ workspaceName: 'Please enter workspace name' });
  expect(saveErrors({ ...whole, workspace: NEW_WORKSPACE, workspaceName: 'Fabrics' })).toEqual({});
});

it('blank text and control characters are no text, and a description may have lines', () => {
  expect(saveErrors({ ...whole, name: ' \t', description: 'a\u0007' })).toEqual({
    name: 'Please enter title',
    description: 'Please enter description',
  });
  expect(saveErrors({ ...whole, description: 'two\nlines' })).toEqual({});
  expect(saveErrors({ ...whole, name: 'x'.repeat(101) })).toEqual({ name: 'This text is too long' });
});
