import { expect, it } from 'vitest';
import { isToolKey } from './use-content-protection.js';

const key = (name: string, ctrlKey = false, shiftKey = false) => isToolKey({ key: name, ctrlKey, shiftKey });

it('holds off the keys of developer tools, and no others', () => {
  expect(key('F12')).toBe(true);
  for (const letter of ['I', 'j', 'C']) expect(key(letter, true, true)).toBe(true);
  expect(key('u', true)).toBe(true);
  for (const other of ['a', 'c', 'f', 'p', 'F10', 'ContextMenu', 'Tab']) expect(key(other, true)).toBe(false);
  expect(key('i')).toBe(false);
  expect(key('U', true, true)).toBe(false);
});
