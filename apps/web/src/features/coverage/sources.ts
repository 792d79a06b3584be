import type { CoverageSource, Endpoints, ResponseOf } from '@tidewaiter/contract';

export type Coverage = ResponseOf<Endpoints['dataCoverage']>;

/** A source is a country and trade type with records, under the country's name. */
export interface Source extends CoverageSource {
  name: string;
  iso2code: string;
}

const ORDERS = {
  country: (a: Source, b: Source) => a.name.localeCompare(b.name) || b.tradeType.localeCompare(a.tradeType),
  records: (a: Source, b: Source) => b.records - a.records,
  behind: (a: Source, b: Source) => a.lagDays - b.lagDays,
} as const;
export type Order = keyof typeof ORDERS;

/** Gives the sources their countries' names. */
export function namedSources({ coverageList, countryList }: Coverage): Source[] {
  const countries = new Map(countryList.map((country) => [country.shortcode, country]));
  return coverageList.flatMap((source) => {
    const country = countries.get(source.shortcode);
    return country ? [{ ...source, name: country.name, iso2code: country.iso2code }] : [];
  });
}

/** Leaves those whose country's name contains what was typed, in an order. */
export function shownSources(sources: readonly Source[], typed: string, order: Order): Source[] {
  const wanted = typed.trim().toLowerCase();
  return sources
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .sort((a, b) => ORDERS[order](a, b) || ORDERS.country(a, b));
}

/** Counts days in words: `today`, `1 day`, `21 days`. */
export function behindToday(days: number): string {
  if (days === 0) return 'today';
  return days === 1 ? '1 day' : `${days} days`;
}
