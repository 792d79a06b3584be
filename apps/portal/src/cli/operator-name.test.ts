/** Whom the audit log names as the operator of a command. */
import { userInfo } from 'node:os';
import { expect, it } from 'vitest';
import { operatorName } from './operator-name.js';

it('is the user of the system, and the person behind a user that several may become', () => {
  expect(operatorName({})).toBe(userInfo().username);
  expect(operatorName({ SUDO_USER: 'ada' }, 'tidewaiter')).toBe('ada as tidewaiter');
  expect(operatorName({ SUDO_USER: 'root' }, 'root')).toBe('root');
  expect(operatorName({ SUDO_USER: '' }, 'root')).toBe('root');
});
