import { displayDate } from './dates.js';
import { PortalError } from './errors.js';

/** How every key begins, by which scanners of code know one that leaked, and how much of one is shown afterwards. */
export const API_KEY = { prefix: 'tw_live_', shownLength: 12 } as const;

/** What a key may be let do, each by itself; whatever its person may not do, no key of theirs does. */
export const KEY_SCOPES = ['search', 'analysis', 'export', 'saved-items', 'contacts'] as const;

export type KeyScope = (typeof KEY_SCOPES)[number];

/** What a key may spend in a calendar month, of which allowance; null for as much as its person has. */
export interface KeyLimits {
  searches: number | null;
  points: number | null;
}

/** The refusal of a call that a key, or an access token, has not the scope for. */
export class MissingScope extends PortalError {
  constructor(
    readonly scope: KeyScope,
    message = `This API key lacks the scope “${scope}”. Make one that has it under Profile.`,
  ) {
    super('KEY_SCOPE', [], message);
  }
}

/** The refusal of what would lift a key above a limit. */
export const beyondKeyLimit = (limit: keyof KeyLimits, most: number, beginsAnew: string) =>
  new PortalError(
    'KEY_LIMIT',
    [],
    `This API key may spend ${most.toLocaleString('en-US')} ${limit === 'points' ? 'download points' : 'searches'} in a month, and this would be more. ` +
      `It begins anew on ${displayDate(beginsAnew)}.`,
  );
