import type { KeyScope } from '@tidewaiter/contract';
import type { users } from '../database/schema.js';

export type User = typeof users.$inferSelect;

/** Who does something: a person, and by which of their API keys where a program does it for them. */
export interface Actor {
  user: User;
  apiKey?: UsedKey | undefined;
}

/** An API key, or a connection, that somebody acts by. */
export interface UsedKey {
  id: string;
  name: string;
  scopes: readonly KeyScope[];
  /** It stands for access tokens, whose scopes these are. */
  isConnection?: true;
}

/** The main account of a person: themselves, or the owner of a sub-user. */
export function ownerOf(user: Pick<User, 'id' | 'uplineId'>): number {
  return user.uplineId ?? user.id;
}

/** A person's name, as it is shown. */
export const nameOf = ({ firstname, lastname }: Pick<User, 'firstname' | 'lastname'>) =>
  `${firstname} ${lastname}`.trim();

/** A user under the names of the wire (SPEC 3 "User"). */
export function presentUser(user: User) {
  return {
    userid: user.id,
    uplineId: user.uplineId ?? 0,
    firstname: user.firstname,
    lastname: user.lastname,
    email: user.email,
    mobile: user.mobile,
    company_name: user.companyName,
    companyName: user.companyName,
    numberSystem: user.numberSystem,
  };
}
