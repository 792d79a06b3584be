import type { users } from './database/schema.js';

export type User = typeof users.$inferSelect;

/** The main account of a person: themselves, or the owner of a sub-user. */
export function ownerOf(user: Pick<User, 'id' | 'uplineId'>): number {
  return user.uplineId ?? user.id;
}
