/**
 * What an id in a request names, and so whose it must be:
 * - `self`: the caller, or their session
 * - `account`: the caller or their main account
 * - `person`: the caller, or a sub-user of theirs
 * - `subUser`: a sub-user of the caller
 * - `search`, `session`, `subscription`: one of the caller's, or of their main account
 * - `workspace`, `savedSearch`: one of the caller's account
 * - `secret`: something that nobody can guess; who knows it may use it
 */
export type OwnedThing =
  | 'self'
  | 'account'
  | 'person'
  | 'subUser'
  | 'search'
  | 'session'
  | 'subscription'
  | 'workspace'
  | 'savedSearch'
  | 'secret';

/**
 * Whose things a call touches: nobody's; the caller's, whom the session names; or those that fields of the request or the path
 * name. Each call declares it, and a test swaps every id that is declared for a stranger's.
 */
export type OwnerRule = 'NOBODY' | 'CALLER' | { readonly ids: Readonly<Record<string, OwnedThing>> };
