/** Where somebody goes who was heading for no screen. */
const HOME = '/dashboard';

/**
 * The screens that somebody may have been heading for: those of the router (SPEC 2 "Route table") but for the way in, where they would turn
 * in a circle. Whatever else a link names leads to no screen.
 */
const SCREENS = new Set(
  (
    '/analysis /company /coverage /dashboard /downloadlog /exchange /following /help /indepthanalysis /list /list1 /maintenance /news-details /operator ' +
    '/operator/loads ' +
    '/pricing /profile /reports /reset /savecontact /searchlog /select-package /shared-report /signup /subscriptions /terms-and-conditions /users /workspace'
  ).split(' '),
);

/** The help has a screen for each task. */
const HELP_TASK = /^\/help\/[a-z]+$/;

/** No address is ever resolved against it but to see whether it stays there. */
const NOWHERE = 'https://portal.invalid';

/** A screen's address as it is followed, or undefined where this is none. */
function screenOf(address: unknown): string | undefined {
  if (typeof address !== 'string' || !address.startsWith('/') || !URL.canParse(address, NOWHERE)) return undefined;
  const { origin, pathname, search, hash } = new URL(address, NOWHERE);
  // Written otherwise than it is followed, it may be of another site that has the name of none.
  if (origin !== NOWHERE || !address.startsWith(pathname)) return undefined;
  if (!SCREENS.has(pathname.toLowerCase()) && !HELP_TASK.test(pathname)) return undefined;
  return pathname + search + hash;
}

/**
 * The screen that somebody was heading for, after they have shown who they are. Links are anybody's to write, and the router follows
 * whole addresses to other sites: every address that was read from a link, a state or storage goes through here where it is followed.
 *
 * @param from the address that the sign-in screen was given, as it was read
 */
export function wayBack(from: unknown): string {
  return screenOf(from) ?? HOME;
}
