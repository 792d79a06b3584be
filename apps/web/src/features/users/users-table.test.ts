import { expect, it } from 'vitest';
import { userState } from './users-table.js';

it('a sub-user is active, invited, or disabled whatever else', () => {
  expect(userState({ is_active: 'Y', invited: false })).toBe('Active');
  expect(userState({ is_active: 'Y', invited: true })).toBe('Invited');
  expect(userState({ is_active: 'N', invited: true })).toBe('Disabled');
});
