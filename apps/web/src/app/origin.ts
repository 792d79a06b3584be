/** A path of this site, other than the sign-in screen itself. */
function isOwnPath(path: string): boolean {
  const { origin } = window.location;
  if (!path.startsWith('/') || !URL.canParse(path, origin)) return false;
  const url = new URL(path, origin);
  // A path such as `/.//elsewhere` is this site's own, and yet names another site once its dots are resolved.
  if (url.origin !== origin || url.pathname.startsWith('//')) return false;
  return !['/', '/login'].includes(url.pathname);
}

/**
 * Search of the sign-in screen: where to return to. Anything else in it is dropped, since a link must not be able to send
 * somebody to another site after signing in.
 */
export function signInSearch(search: Record<string, unknown>): { from?: string } {
  return typeof search.from === 'string' && isOwnPath(search.from) ? { from: search.from } : {};
}
