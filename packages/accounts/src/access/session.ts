/** What a session is: whose, how long it stands, and what its browser is told of it. */
import { createHmac } from 'node:crypto';
import { FACTORS, PortalError, SESSION, type SignedIn } from '@tidewaiter/contract';
import type { sessions } from '../database/schema.js';
import { type Actor, presentUser, type User } from '../users/user.js';

export type Session = typeof sessions.$inferSelect;

/** A caller whose session stands. */
export interface Caller extends Actor {
  sessionId: string;
  loginId: string;
  /** When the person signed in before this session; null where they never had. */
  previousVisitAt: Date | null;
  /** When they last showed who they are. */
  confirmedAt: Date;
  hasFactor: boolean;
  /** A second factor is asked for, and they have none. */
  mustAddFactor: boolean;
  /** They came in by their firm's provider. */
  byProvider: boolean;
  /** Where the person signs out of their firm's provider, which they came in by; null where there is no such place. */
  providerEnd: string | null;
}

/** What a sign-in hands out: the browser's copy of the person, and the secret of the restore cookie. */
export interface OpenedSession {
  signedIn: SignedIn;
  restoreSecret: string;
  kept: boolean;
}

/** How somebody comes in. */
export interface Entering {
  keepLoggedIn: boolean;
  address: string;
  /** In words; null and undefined where the browser does not say. */
  device?: string | null | undefined;
  /** The secret of the restore cookie that the browser still had. */
  restoreSecret?: string | undefined;
}

/** What a firm's provider says of how somebody came in. */
export interface ByProvider {
  /** When they showed the provider who they are; undefined where it does not say. */
  confirmedAt: Date | undefined;
  /** Where they sign out of it. */
  end: string | null;
}

/** A session as its person sees it. */
export type ListedSession = Pick<Session, 'id' | 'createdAt' | 'lastSeenAt' | 'address' | 'device' | 'kept'>;

/** A session with its person, and with when their main account was disabled. */
export interface Found {
  session: Session;
  user: User;
  ownerDisabledAt: Date | null;
  hasFactor: boolean;
  /** Somebody asks everybody of the account for a second factor. */
  demanded: boolean;
}

/** Who is asked for a second factor and has none. Who came in by their firm's provider has shown it what the firm asks. */
export const mustAdd = (
  { hasFactor, demanded }: Pick<Found, 'hasFactor' | 'demanded'>,
  { byProvider }: Pick<Session, 'byProvider'>,
) => demanded && !hasFactor && !byProvider;

/**
 * The token that every call carries follows from the cookie's secret, so that each new tab gets the same token, while the
 * database keeps a hash of either and can produce neither.
 */
export const tokenOf = (restoreSecret: string) =>
  createHmac('sha256', restoreSecret).update('tidewaiter session token').digest('base64url');

export function present(
  user: User,
  session: Pick<Session, 'id' | 'loginId' | 'byProvider'>,
  token: string,
  mustAddFactor: boolean,
): SignedIn {
  return {
    ...presentUser(user),
    mustChangePassword: user.mustChangePassword,
    mustAddFactor,
    // Whoever runs a firm's provider can come in as each of its people, and is not to run the portal by that.
    operator: user.operator && !session.byProvider,
    byFirm: session.byProvider,
    loginId: session.loginId,
    sessionId: session.id,
    token,
  };
}

/**
 * What is kept of how a session was opened. What a provider lets in may have been asked nothing for hours: only when it says that it has just
 * asked need the person not show again who they are.
 */
export const openedBy = (provider: ByProvider | undefined) => ({
  byProvider: provider !== undefined,
  providerEnd: provider?.end ?? null,
  confirmedAt: provider ? (provider.confirmedAt ?? new Date(0)) : null,
});

/** When a session that nobody ended ends by itself. */
function endOf(session: Session, now: Date): Date {
  const [idleMs, absoluteMs] = session.kept
    ? [SESSION.keptIdleMs, SESSION.keptAbsoluteMs]
    : [SESSION.idleMs, SESSION.absoluteMs];
  const idle = session.lastSeenAt.getTime() + idleMs;
  const absolute = session.createdAt.getTime() + absoluteMs;
  // Seen later than it is now: the clock was turned back. By so much that nobody knows how long the session has lasted, it is over.
  const backwards = session.lastSeenAt.getTime() - idleMs > now.getTime() ? now.getTime() : Number.POSITIVE_INFINITY;
  return new Date(Math.min(idle, absolute, backwards));
}

/** When it ended, or undefined while it stands. A disabled account has no standing session, nor have its sub-users. */
export function endedAt({ session, user, ownerDisabledAt }: Found, now: Date): Date | undefined {
  if (session.endedAt) return session.endedAt;
  const disabledAt = user.disabledAt ?? ownerDisabledAt;
  if (disabledAt) return disabledAt;
  const end = endOf(session, now);
  return end <= now ? end : undefined;
}

/**
 * Whoever changes what opens an account has shown who they are within the last minutes: a browser that was left open is enough for
 * nothing of it.
 *
 * @throws PortalError CONFIRM_FIRST
 */
export function mustBeConfirmed({ confirmedAt }: Pick<Caller, 'confirmedAt'>, now: Date): void {
  // The clock may have been turned back since.
  if (Math.abs(now.getTime() - confirmedAt.getTime()) > FACTORS.confirmedMs) throw new PortalError('CONFIRM_FIRST');
}
