import { continents, getCountryData, getCountryDataList, type TCountryCode } from 'countries-list';

/**
 * A source country: one whose customs records the portal can hold. `shortcode` is the wire name of the country (its ISO
 * 3166-1 alpha-3 code, and `SEZ` for the special economic zones of India, a source of its own).
 */
export interface SourceCountry {
  shortcode: string;
  name: string;
  iso2: string;
  continent: string;
}

/** The 81 source countries (SPEC 9, DESIGN 5), by ISO alpha-2 code. Those with no records loaded show as "no data yet". */
const SOURCES =
  'AO AR AM AZ BD BO BW BR BG CM CF TD CL CN CO CR CI CD DO EC EG MY ET FJ GA GE GH GT HN IN ID IQ KZ KE XK KR KG LS LR ' +
  'MG MW MX MD MN MA NA NP NI NG OM PK PA PG PY PE PH QA RO RU RW SA SN LK SZ SS TZ TH TN TR TM UG UA AE US UY UZ VE ' +
  'VN ZM ZW';

/** Names that read better in a list of sources than the dictionary's own. */
const SHORT_NAMES: Record<string, string> = {
  CD: 'DR Congo',
  CI: "Côte d'Ivoire",
  US: 'United States',
};

/** Every country's short English name by ISO alpha-2 code: what a two-letter code in a customs file stands for. */
export const COUNTRY_NAMES: ReadonlyMap<string, string> = new Map(
  getCountryDataList().map((country) => [country.iso2, SHORT_NAMES[country.iso2] ?? country.name]),
);

/** Units of account and funds, which no file's amounts are in. */
const NO_MONEY = new Set(['BOV', 'CLF', 'COU', 'MXV', 'UYI']);

/** Each country's currencies by its ISO alpha-2 code, as ISO 4217 codes, its own first. */
export const COUNTRY_CURRENCIES: ReadonlyMap<string, readonly string[]> = new Map(
  getCountryDataList().map(({ iso2, currency }) => {
    const own = (code: string) => Number(code.startsWith(iso2));
    return [iso2, currency.filter((code) => !NO_MONEY.has(code)).sort((a, b) => own(b) - own(a))];
  }),
);

function fromIso2(iso2: string): SourceCountry {
  const country = getCountryData(iso2 as TCountryCode);
  return {
    shortcode: country.iso3,
    name: SHORT_NAMES[iso2] ?? country.name,
    iso2,
    continent: continents[country.continent],
  };
}

export const SOURCE_COUNTRIES: readonly SourceCountry[] = [
  ...SOURCES.split(' ').map(fromIso2),
  { shortcode: 'SEZ', name: 'India (special economic zones)', iso2: 'IN', continent: 'Asia' },
].sort((a, b) => a.name.localeCompare(b.name, 'en'));

const BY_SHORTCODE = new Map(SOURCE_COUNTRIES.map((country) => [country.shortcode, country]));

/** The source country of a shortcode, or undefined when there is none. */
export function sourceCountry(shortcode: string): SourceCountry | undefined {
  return BY_SHORTCODE.get(shortcode);
}

/** True when every code is India or its special economic zones: then the Indian lists and column sets apply (SPEC 7). */
export function isIndianSearch(countryCodes: readonly string[]): boolean {
  return countryCodes.length > 0 && countryCodes.every((code) => code === 'IND' || code === 'SEZ');
}
