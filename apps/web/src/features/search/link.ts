/** Keys of one value, and keys that may be repeated. */
const ONE = ['trade', 'by', 'match', 'from', 'to', 'sort', 'dir', 'page', 'size'] as const;
const MANY = ['country', 'q'] as const;

/** The search as the address bar holds it: plain text, not yet understood. */
export type SearchLink = Partial<Record<(typeof ONE)[number], string | undefined>> &
  Partial<Record<(typeof MANY)[number], string[] | undefined>>;

function textsOf(value: unknown): string[] {
  return [value].flat().filter((item) => typeof item === 'string');
}

/**
 * The link's part of a query string; other keys are dropped. This looks at shape only: what a part means, and whether it
 * can be searched, is `understandLink`'s to say by the contract's schema, so that a bad part stays in the address for the
 * person to see and mend. (Deliberately without that schema: the router is loaded with every screen.)
 */
export function searchLink(search: Record<string, unknown>): SearchLink {
  const link: SearchLink = {};
  for (const key of ONE) {
    const texts = textsOf(search[key]);
    // Repeated where one is meant, the whole is kept, and then not understood.
    if (texts.length > 0) link[key] = texts.join(',');
  }
  for (const key of MANY) {
    const texts = textsOf(search[key]);
    if (texts.length > 0) link[key] = texts;
  }
  return link;
}
