/** What a person can show beside their password: codes of an app, or a passkey, which is enough by itself. */
export const FACTOR_KINDS = ['APP', 'PASSKEY'] as const;
export type FactorKind = (typeof FACTOR_KINDS)[number];

/** Who asks that everybody of an account have a second factor. */
export type FactorDemand = 'OWNER' | 'OPERATOR';

/** Second factors, and how long somebody who has just shown who they are need not do so again. */
export const FACTORS = {
  perPerson: 10,
  recoveryCodes: 10,
  /** A change of what opens an account asks again after so long, in milliseconds. */
  confirmedMs: 10 * 60 * 1000,
  /** A challenge is good for one answer, for so long. */
  challengeMs: 5 * 60 * 1000,
} as const;
