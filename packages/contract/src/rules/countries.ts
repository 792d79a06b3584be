import { continents, getCountryDataList } from 'countries-list';

/**
 * A source country: one whose customs records a portal takes. `shortcode` is the wire name of the country (its ISO
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

/** Every country that can be a source, by name; which of them are, a portal says. */
export const EVERY_COUNTRY: readonly SourceCountry[] = [
  ...getCountryDataList().map(({ iso2, iso3, name, continent }) => ({
    shortcode: iso3,
    name: SHORT_NAMES[iso2] ?? name,
    iso2,
    continent: continents[continent],
  })),
  { shortcode: 'SEZ', name: 'India (special economic zones)', iso2: 'IN', continent: 'Asia' },
].sort((a, b) => a.name.localeCompare(b.name, 'en'));

const IN_CATALOGUE: ReadonlySet<string> = new Set(SOURCES.split(' '));

/** The catalogue: the source countries of every portal. */
export const SOURCE_COUNTRIES: readonly SourceCountry[] = EVERY_COUNTRY.filter(({ iso2 }) => IN_CATALOGUE.has(iso2));

/** The source countries of a portal whose operator has added some, by name. */
export function sourceCountriesWith(added: readonly string[]): readonly SourceCountry[] {
  const inCatalogue = new Set(SOURCE_COUNTRIES);
  return EVERY_COUNTRY.filter((country) => inCatalogue.has(country) || added.includes(country.shortcode));
}

const BY_SHORTCODE = new Map(EVERY_COUNTRY.map((country) => [country.shortcode, country]));

/** The country of a shortcode, whether or not it is a source; undefined when there is none. */
export function countryByCode(shortcode: string): SourceCountry | undefined {
  return BY_SHORTCODE.get(shortcode);
}

/** True for India and its special economic zones. */
export function isIndianSource(shortcode: string): boolean {
  return shortcode === 'IND' || shortcode === 'SEZ';
}

/** True when every code is India or its special economic zones: then the Indian lists apply (SPEC 7). */
export function isIndianSearch(countryCodes: readonly string[]): boolean {
  return countryCodes.length > 0 && countryCodes.every(isIndianSource);
}
