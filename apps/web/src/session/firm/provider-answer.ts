/**
 * What a firm's provider has sent this browser back with. It is taken off the address before the router reads it: it opens nothing without
 * this browser's cookie, and yet is nobody's to read, keep in the history, or send on.
 */
export const providerAnswer: string = takeOffAddress();

function takeOffAddress(): string {
  const { pathname, search } = window.location;
  if (pathname !== '/sign-on') return '';
  window.history.replaceState(null, '', pathname);
  return search.slice(1);
}
