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
  /** How often it is looked whether a client takes its answer: one that took less than `leastTaken` meanwhile is given up. */
  stalled: number;
  /** Bytes of an answer that a client takes in the time of `stalled` at least, while more of it waits. */
  leastTaken: number;
  /** Calls of one connection that wait for the answer before theirs; a connection with more is closed. */
  pipelined: number;
  /** Bytes of large answers that are made and not taken: of one client address, of one account, of everybody. */
  untaken: { perAddress: number; perAccount: number; total: number };
  /** For calls and downloads under way to end when the portal stops. */
  drain: number;
  /** Calls on one connection, after which the client opens another. */
  calls: number;
}

const MB = 1024 * 1024;

/**
 * The limits unless the operator says otherwise. `total` leaves the engines the rest of 2,500 open files; `perAddress` is an office
 * of fifty people whose browsers all use the six connections that they open at most. What must be taken is a kilobyte a second, which
 * the slowest telephone does.
 */
export const CONNECTION_LIMITS: ConnectionLimits = {
  total: 1000,
  perAddress: 300,
  headers: 10_000,
  request: 30_000,
  checkEvery: 1000,
  idle: 20_000,
  idleBehindProxy: 75_000,
  stalled: 30_000,
  leastTaken: 32 * 1024,
  pipelined: 16,
  untaken: { perAddress: 64 * MB, perAccount: 64 * MB, total: 256 * MB },
  drain: 20_000,
  calls: 10_000,
};
