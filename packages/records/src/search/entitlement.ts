import type { SearchQuery } from '@tidewaiter/contract';

/** What an account may see. An empty list of countries means nothing is visible. */
export interface Entitlement {
  countries: readonly string[] | 'ALL';
  /** First and last visible day; null means no bound. */
  fromDate: string | null;
  toDate: string | null;
}

/** The part of a question that an entitlement leaves. */
export interface Scope {
  countryCode: string[];
  fromDate: string;
  toDate: string;
}

/** Narrows a question's countries and dates to what may be seen; null when nothing of it may. */
export function narrow(
  asked: Pick<SearchQuery, 'countryCode' | 'fromDate' | 'toDate'>,
  entitlement: Entitlement,
): Scope | null {
  const { countries } = entitlement;
  const countryCode =
    countries === 'ALL' ? [...asked.countryCode] : asked.countryCode.filter((code) => countries.includes(code));
  const later = (a: string, b: string | null) => (b !== null && b > a ? b : a);
  const earlier = (a: string, b: string | null) => (b !== null && b < a ? b : a);
  const fromDate = later(asked.fromDate, entitlement.fromDate);
  const toDate = earlier(asked.toDate, entitlement.toDate);
  return countryCode.length > 0 && fromDate <= toDate ? { countryCode, fromDate, toDate } : null;
}
