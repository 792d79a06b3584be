/** Where somebody goes who was heading for no screen. */
const HOME = '/dashboard';

/** Every screen's address is one word (SPEC 2 "Route table"), whatever stands in its search and fragment. */
const SCREEN = /^\/[a-z0-9-]+$/i;

/** Screens on the way in: who came from there would turn in a circle. */
const WAY_IN = new Set(['/login', '/choose-password']);

/** No address is ever resolved against it but to see whether it stays there. */
const NOWHERE = 'https://portal.invalid';

/** A screen's address as it is followed, or undefined where this is none. */
function screenOf(address: unknown): string | undefined {
  if (typeof address !== 'string' || !address.startsWith('/') || !URL.canParse(address, NOWHERE)) return undefined;
  const { origin, pathname, search, hash } = new URL(address, NOWHERE);
  // Written otherwise than it is followed, it may be of another site that has the name of none.
  if (origin !== NOWHERE || !address.startsWith(pathname)) return undefined;
  if (!SCREEN.test(pathname) || WAY_IN.has(pathname.toLowerCase())) return undefined;
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
