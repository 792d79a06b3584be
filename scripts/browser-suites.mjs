/** What the deep suites of the browser prove: the beginnings of paths whose change takes them along. A test holds them to the tree. */
export const BROWSER_SUITES_PROVE = {};
