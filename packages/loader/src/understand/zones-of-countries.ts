import { countryByCode } from '@tidewaiter/contract';
import { offsetOf } from '../layout/date-format.js';

/** What runtimes know of the zones of a region, by the name that each has for it. */
type RegionalLocale = Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] };

/** In winter and in summer: zones that are as far from UTC in both have the same days. */
const MOMENTS = [Date.UTC(2025, 0, 1), Date.UTC(2025, 6, 1)];

/** The zones of a source country, by their names in the tz database; one of those that have the same days. */
export function zonesOf(country: string | undefined): string[] {
  const iso2 = countryByCode(country ?? '')?.iso2;
  if (iso2 === undefined) return [];
  const locale: RegionalLocale = new Intl.Locale('und', { region: iso2 });
  const zones = locale.getTimeZones?.() ?? locale.timeZones ?? [];
  const days = (zone: string) => MOMENTS.map((moment) => offsetOf(zone, moment)).join();
  return [...new Map(zones.toReversed().map((zone) => [days(zone), zone])).values()].toReversed();
}
