import { ownerOf, type User } from '@tidewaiter/accounts';
import type { Asker } from '@tidewaiter/records';
import { Work } from './work.js';

/** Whose a statement is: places in the engine are handed out by account and person. */
export const askerOf = (user: Pick<User, 'id' | 'uplineId'>): Asker => {
  const waited = Work.current?.waited;
  return { person: String(user.id), account: String(ownerOf(user)), ...(waited && { waited }) };
};
