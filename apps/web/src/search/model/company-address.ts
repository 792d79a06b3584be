/** How the address bar holds a company's page, as plain texts: the router knows this file. What they mean, the screen reads. */

const TEXT_KEYS = ['name', 'trade', 'role', 'from', 'to', 'view'] as const;

export type CompanyAddress = { [Key in (typeof TEXT_KEYS)[number]]?: string | undefined } & {
  country?: string[] | undefined;
};

export function validateCompanyAddress(search: Record<string, unknown>): CompanyAddress {
  const texts = TEXT_KEYS.flatMap((key) => (typeof search[key] === 'string' ? [[key, search[key]]] : []));
  const country = [search.country].flat().filter((code) => typeof code === 'string');
  return { ...Object.fromEntries(texts), ...(country.length > 0 && { country }) };
}

/** What opening a company's page costs, said where it is opened from. */
export const COMPANY_PAGE_COSTS = 'Company page: one search, then free for the day';
