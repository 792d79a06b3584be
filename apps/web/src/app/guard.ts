import { redirect } from '@tanstack/react-router';
import { ensureSession } from '../session/restore.js';
import { sessionStore } from '../session/store.js';

/**
 * Opens a protected screen, or sends to sign in and remembers where from: path, search and all. Whose session the server
 * has just ended stays until they have read so: the alert lies over the screen, and leads to sign in.
 */
export async function requireSession({ location }: { location: { href: string } }): Promise<void> {
  if (sessionStore.state().ended) return;
  if (!(await ensureSession())) throw redirect({ to: '/login', search: { from: location.href }, replace: true });
}

/** Who is signed in has no business on the sign-in screen. */
export async function skipWhenSignedIn({ search }: { search: { from?: string | undefined } }): Promise<void> {
  if (await ensureSession()) throw redirect({ href: search.from ?? '/list1', replace: true });
}

/** Screens of main accounts (SPEC 6): a sub-user is led on to the search. The server refuses the calls in any case. */
export function requireMainAccount(): void {
  if (sessionStore.state().user?.uplineId !== 0) throw redirect({ to: '/list1', replace: true });
}
