import { z } from 'zod';

/** A path of this site: a link must not be able to send somebody elsewhere after signing in. */
function isOwnPath(path: string): boolean {
  const { origin } = window.location;
  if (!path.startsWith('/') || !URL.canParse(path, origin)) return false;
  const url = new URL(path, origin);
  return url.origin === origin && !['/', '/login'].includes(url.pathname);
}

/** Search of the sign-in screen: where to return to. Anything else in it is dropped. */
export const signInSearch = z.object({ from: z.string().refine(isOwnPath).optional().catch(undefined) });
