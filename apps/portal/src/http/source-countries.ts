import { countryByCode, noSourceCountry, PortalError, SOURCE_COUNTRIES } from '@tidewaiter/contract';
import type { Services } from '../app/services.js';

const IN_CATALOGUE = new Set(SOURCE_COUNTRIES.map(({ shortcode }) => shortcode));

/** The countries of which a request asks for records, beside those of the catalogue: its own, and those of a question in it. */
function beyondCatalogue(request: unknown): { field: string; code: string }[] {
  if (typeof request !== 'object' || request === null) return [];
  const { countryCode, ...rest } = request as { countryCode?: unknown };
  const inside = Object.entries(rest).flatMap(([key, part]) =>
    Array.isArray(part) ? [] : beyondCatalogue(part).map(({ field, code }) => ({ field: `${key}.${field}`, code })),
  );
  const codes = Array.isArray(countryCode) ? countryCode.map(String) : [];
  const own = codes.map((code, index) => ({ field: `countryCode.${index}`, code }));
  return [...own.filter(({ code }) => !IN_CATALOGUE.has(code)), ...inside];
}

/**
 * Refuses a request for records of a country that is no source of this portal. The schemas know what countries there are; which
 * of them the operator has added, only the records say.
 *
 * @throws PortalError VALIDATION, with the country's name
 */
export async function mustAskForSources(request: unknown, { records }: Services): Promise<void> {
  const asked = beyondCatalogue(request);
  if (asked.length === 0) return;
  const sources = new Set((await records.countries.list()).map(({ shortcode }) => shortcode));
  const details = asked.flatMap(({ field, code }) =>
    sources.has(code) ? [] : [{ field, message: noSourceCountry(countryByCode(code)?.name ?? code) }],
  );
  if (details.length > 0) throw new PortalError('VALIDATION', details, details[0]?.message);
}
