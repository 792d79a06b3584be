/** What is to be followed, as the address of the screen says it: plain texts, not yet understood. */
export interface FollowingAddress {
  /** The id of a saved search. */
  saved?: string | undefined;
  /** What the address of a search asks. */
  ask?: string | undefined;
  /** A query line. */
  line?: string | undefined;
  /** A company in a part that it plays. */
  company?: string | undefined;
  role?: string | undefined;
  trade?: string | undefined;
}

export const FOLLOWING_KEYS = ['saved', 'ask', 'line', 'company', 'role', 'trade'] as const;
