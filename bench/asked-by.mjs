import { PORTAL } from '@tidewaiter/records';

/** A call of nobody's. */
export const AS_PORTAL = { asker: PORTAL };

/**
 * The records as one person asks them.
 *
 * @param signal ends all that is asked
 */
export const askedBy = (records, asker, signal) => ({
  ...records,
  ask: (query, entitlement) => records.ask(query, entitlement, { asker, signal }),
});
