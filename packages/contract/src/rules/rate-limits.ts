/** How often something may be done, and who is counted: a network address or a signed-in person. */
export interface RateLimit {
  by: 'ADDRESS' | 'PERSON';
  points: number;
  seconds: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * Limits on calls, generous to people and to an office behind one address. None refuses an account over all addresses: with
 * that, anybody could lock out somebody else.
 */
export const RATE_LIMITS = {
  /** Sign-ins that succeed are not counted: a whole office may come in at nine. */
  LOGIN: { by: 'ADDRESS', points: 100, seconds: 15 * MINUTE },
  OTP: { by: 'ADDRESS', points: 30, seconds: 15 * MINUTE },
  CAPTCHA: { by: 'ADDRESS', points: 60, seconds: 15 * MINUTE },
  /** Captchas in words, which a program reads: a person needs one or two. */
  CAPTCHA_IN_WORDS: { by: 'ADDRESS', points: 20, seconds: 15 * MINUTE },
  SIGN_UP: { by: 'ADDRESS', points: 20, seconds: HOUR },
  PUBLIC: { by: 'ADDRESS', points: 1200, seconds: MINUTE },
  ACCOUNT: { by: 'PERSON', points: 300, seconds: MINUTE },
  /** Tries at the current password, by somebody who is signed in. */
  CURRENT_PASSWORD: { by: 'PERSON', points: 10, seconds: 15 * MINUTE },
  /** Codes of a second factor that are tried by who has the password: more of them tell of somebody who guesses. */
  FACTOR_CODES: { by: 'PERSON', points: 10, seconds: HOUR },
  /** Second factors that are added. */
  FACTORS: { by: 'PERSON', points: 60, seconds: HOUR },
  /** What the operator does over HTTP. */
  OPERATOR: { by: 'PERSON', points: 600, seconds: MINUTE },
  /** Parts of files that an operator sends: the largest file within a minute. */
  UPLOADS: { by: 'PERSON', points: 6000, seconds: MINUTE },
  /** Sub-users that are invited: those of the largest plan, one after the other. */
  INVITATION: { by: 'PERSON', points: 120, seconds: HOUR },
  /** API keys that are made, revoked or not. */
  API_KEYS: { by: 'PERSON', points: 60, seconds: HOUR },
  /** What makes the portal call an address of somebody's choice. */
  WEBHOOKS: { by: 'PERSON', points: 120, seconds: HOUR },
  /** Links that somebody has mailed to an address of their choice; its owner may not have asked for any. */
  MAILED_LINK: { by: 'PERSON', points: 20, seconds: HOUR },
  /** Pages too: a page is a call of the search. */
  SEARCH: { by: 'PERSON', points: 240, seconds: MINUTE },
  /** A search asks for a dozen lists. */
  LISTS: { by: 'PERSON', points: 2400, seconds: MINUTE },
  /** Files of contacts, each of which is read or written whole. */
  IMPORTS: { by: 'PERSON', points: 60, seconds: HOUR },
  SUGGESTIONS: { by: 'PERSON', points: 600, seconds: MINUTE },
} as const satisfies Record<string, RateLimit>;

export type RateBucket = keyof typeof RATE_LIMITS;

/**
 * Wrong passwords for one e-mail address, from wherever they come: after so many, each further try waits before it is looked at,
 * twice as long as the one before and no longer than the last figure. None is refused.
 */
export const WRONG_PASSWORDS = { free: 5, seconds: 15 * MINUTE, firstWaitMs: 500, longestWaitMs: 4_000 };

/** Wrong passwords from a browser that signed in before, which wait for nobody; after so many it is a browser like any other. */
export const KNOWN_BROWSER = { points: 10, seconds: 15 * MINUTE };

/** Messages to one address that anybody may have sent there, beside one-time passwords, whoever asks. */
export const MAILS_TO_ADDRESS = { points: 5, seconds: HOUR };

/** Messages to the operator about one kind of thing that anybody may do. What there is more of is listed by the command. */
export const MAILS_TO_OPERATOR = { points: 20, seconds: HOUR };
