import { countryByCode, noSourceCountry, PortalError, SOURCE_COUNTRIES } from '@tidewaiter/contract';
import type { Services } from '../../app/services.js';

const IN_CATALOGUE = new Set(SOURCE_COUNTRIES.map(({ shortcode }) => shortcode));

/** What the countries of a request are called, by its field: on the wire, and by programs, whose questions are read as the wire's. */
type CountryFields = Readonly<Record<string, string>>;
const ON_THE_WIRE: CountryFields = { countryCode: 'countryCode' };
export const OF_PROGRAMS: CountryFields = {
  countryCode: 'countries',
  countries: 'countries',
  country_code: 'country_code',
};

/** The countries of which a request asks for records, beside those of the catalogue: its own, and those of a question in it. */
function beyondCatalogue(request: unknown, fields: CountryFields): { field: string; code: string }[] {
  // Bytes ask for no records, and each of millions would be looked at.
  if (typeof request !== 'object' || request === null || ArrayBuffer.isView(request)) return [];
  return Object.entries(request).flatMap(([key, part]) => {
    const name = fields[key];
    if (!Array.isArray(part))
      return beyondCatalogue(part, fields).map(({ field, code }) => ({ field: `${key}.${field}`, code }));
    const own =
      name === undefined ? [] : part.map((code, index) => ({ field: `${name}.${index}`, code: String(code) }));
    return own.filter(({ code }) => !IN_CATALOGUE.has(code));
  });
}

/**
 * Refuses a request for records of a country that is no source of this portal. The schemas know what countries there are; which
 * of them the operator has added, only the records say.
 *
 * @throws PortalError VALIDATION, with the country's name
 */
export async function mustAskForSources(
  request: unknown,
  { records }: Services,
  fields: CountryFields = ON_THE_WIRE,
): Promise<void> {
  const asked = beyondCatalogue(request, fields);
  if (asked.length === 0) return;
  const sources = new Set((await records.countries.list()).map(({ shortcode }) => shortcode));
  const details = asked.flatMap(({ field, code }) =>
    sources.has(code) ? [] : [{ field, message: noSourceCountry(countryByCode(code)?.name ?? code) }],
  );
  if (details.length > 0) throw new PortalError('VALIDATION', details, details[0]?.message);
}
