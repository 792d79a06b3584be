/** Where a company's name is looked up on the web: by the person's own browser, in a tab of its own. */
const WEB_SEARCH = 'https://duckduckgo.com/';

export function webSearchAddress(companyName: string): string {
  const address = new URL(WEB_SEARCH);
  address.searchParams.set('q', companyName);
  return address.href;
}
