import { ownerOf, type User } from '@tidewaiter/accounts';

/** Whose a statement is: places in the engine are handed out by account and person. */
export const askerOf = (user: Pick<User, 'id' | 'uplineId'>) => ({
  person: String(user.id),
  account: String(ownerOf(user)),
});
