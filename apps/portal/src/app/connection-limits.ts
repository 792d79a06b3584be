/** What the portal lets connections take; all times in milliseconds. */
export interface ConnectionLimits {
  /** Open connections, of everybody together. */
  total: number;
  /** Open connections of one client address, and its calls under way; behind a proxy the calls only. */
  perAddress: number;
  /** For a call's headers to arrive, from the moment that the connection opens or the call begins. */
  headers: number;
  /** For a whole call to arrive, its body with it. */
  request: number;
  /** How often calls that arrive too slowly are looked for. */
  checkEvery: number;
  /** Until a connection without a call is closed. */
  idle: number;
  /** The same where a proxy is trusted: longer than proxies keep theirs, or they send calls into a connection that just closed. */
  idleBehindProxy: number;
  /** Until an answer of which the client takes nothing more is given up. */
  stalled: number;
  /** Calls on one connection, after which the client opens another. */
  calls: number;
}

/**
 * The limits unless the operator says otherwise. `total` leaves the engines the rest of 2,500 open files; `perAddress` is an office
 * of fifty people whose browsers all use the six connections that they open at most.
 */
export const CONNECTION_LIMITS: ConnectionLimits = {
  total: 1000,
  perAddress: 300,
  headers: 10_000,
  request: 30_000,
  checkEvery: 1000,
  idle: 20_000,
  idleBehindProxy: 75_000,
  stalled: 60_000,
  calls: 10_000,
};
