import { redirect } from '@tanstack/react-router';
import { MESSAGES } from '@tidewaiter/contract';
import { client, endsSession, isRefused } from '../session/client.js';
import { hasSession, sessionStore } from '../session/store.js';
import { wayBack } from '../session/way-back.js';

/**
 * Opens a protected screen, or sends to sign in and remembers where from: path, search and all. Whose session the server
 * has just ended stays until they have read so: the alert lies over the screen, and leads to sign in.
 */
export async function requireSession({ location }: { location: { href: string } }): Promise<void> {
  if (sessionStore.state().ended) return;
  const search = { from: location.href };
  if (!(await ensureSession())) throw redirect({ to: '/login', search, replace: true });
  if (sessionStore.state().user?.mustChangePassword) throw redirect({ to: '/choose-password', search, replace: true });
  if (sessionStore.state().user?.mustAddFactor) throw redirect({ to: '/second-factor', search, replace: true });
}

/** A screen for anybody: whoever has a session sees it within the navigation. */
export async function openSession(): Promise<void> {
  await ensureSession();
}

/** The address to go to after signing in, as it was read. `wayBack` looks at it where it is followed. */
interface WayIn {
  search: { from?: unknown };
}

/** Only who was given their password by the operator chooses one on the way in. */
export async function requireGivenPassword({ search }: WayIn): Promise<void> {
  if (sessionStore.state().ended) return;
  if (!(await ensureSession())) throw redirect({ to: '/login', search, replace: true });
  if (!sessionStore.state().user?.mustChangePassword) throw redirect({ href: wayBack(search.from), replace: true });
}

/** Only who is asked for a second factor adds one on the way in. */
export async function requireFactorDemand({ search }: WayIn): Promise<void> {
  if (sessionStore.state().ended) return;
  if (!(await ensureSession())) throw redirect({ to: '/login', search, replace: true });
  if (!sessionStore.state().user?.mustAddFactor) throw redirect({ href: wayBack(search.from), replace: true });
}

/** Who is signed in has no business on the sign-in screen. */
export async function skipWhenSignedIn({ search }: WayIn): Promise<void> {
  if (await ensureSession()) throw redirect({ href: wayBack(search.from), replace: true });
}

/** Screens of main accounts (SPEC 6): a sub-user is led to the dashboard. The server refuses the calls in any case. */
export function requireMainAccount(): void {
  if (sessionStore.state().user?.uplineId !== 0) throw redirect({ to: '/dashboard', replace: true });
}

/** The operator's screen: others are led to the dashboard, and refused by the server in any case. */
export function requireOperator(): void {
  if (!sessionStore.state().user?.operator) throw redirect({ to: '/dashboard', replace: true });
}

let running: Promise<boolean> | null = null;

async function restore(): Promise<boolean> {
  try {
    sessionStore.begin(await client.restoreSession({}));
    return true;
  } catch (error) {
    // A cookie that opens nothing is not asked twice; a busy portal may be.
    if (endsSession(error)) sessionStore.clear(isRefused(error, 'SIGN_IN_FIRST') ? MESSAGES.signInNotKept : null);
    return false;
  }
}

/** Says whether this tab may show protected screens; a new tab first tries the session that another one left. */
function ensureSession(): Promise<boolean> {
  if (hasSession()) return Promise.resolve(true);
  if (!sessionStore.mayRestore()) {
    // Another tab has ended the session that this one had.
    if (sessionStore.state().user) sessionStore.clear(MESSAGES.sessionEndedElsewhere);
    return Promise.resolve(false);
  }
  running ??= restore().finally(() => {
    running = null;
  });
  return running;
}
