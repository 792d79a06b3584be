import type { SubUser } from '../../api/people.js';

/** How a sub-user stands, in a word. */
export function userState({ is_active, invited }: Pick<SubUser, 'is_active' | 'invited'>): string {
  if (is_active === 'N') return 'Disabled';
  return invited ? 'Invited' : 'Active';
}
