import { presentUser, type User } from '@tidewaiter/accounts';

/** A person as their account sees them, with the download points that they have left. */
export function presentPerson(user: User, downloadsLeft: number) {
  return { ...presentUser(user), downloadLimit: downloadsLeft };
}
