import type { Country, TradeType } from '@tidewaiter/contract';
import { groupBy } from '../../format/group-by.js';

export interface CountryChoice {
  code: string;
  name: string;
  iso2: string;
  records: number;
  /** It says why the country cannot be chosen yet; null for one that can. */
  unavailable: string | null;
}

export interface Continent {
  name: string;
  /** This option chooses all of it or none; null where that makes no sense. */
  option: string | null;
  countries: CountryChoice[];
  /** They are of all its countries. */
  records: number;
}

function choiceOf(country: Country, tradeType: TradeType | null): CountryChoice {
  const { shortcode, name, iso2code, records, importFrom, exportFrom } = country;
  const visible = (tradeType === 'EXPORT' ? exportFrom : importFrom) !== null;
  const unavailable = records === 0 ? 'no data yet' : visible ? null : 'outside your dates';
  return { code: shortcode, name, iso2: iso2code, records, unavailable };
}

function choosable(countries: readonly CountryChoice[]): string[] {
  return countries.filter(({ unavailable }) => unavailable === null).map(({ code }) => code);
}

/** Puts countries under their continents, those with records first. */
export function continentsOf(countries: readonly Country[], tradeType: TradeType | null): Continent[] {
  const hasRecords = ({ unavailable }: CountryChoice) => Number(unavailable === null);
  return [...groupBy(countries, (country) => country.continentName || 'Unknown')]
    .map(([name, members]) => {
      const choices = members.map((country) => choiceOf(country, tradeType));
      return {
        name,
        option: choosable(choices).length > 1 ? `all of ${name}` : null,
        countries: choices.sort((a, b) => hasRecords(b) - hasRecords(a) || a.name.localeCompare(b.name)),
        records: members.reduce((sum, country) => sum + country.records, 0),
      };
    })
    .sort((a, b) => b.records - a.records || a.name.localeCompare(b.name));
}

/** Finds continents and countries by a text: a continent's name finds all of it, a country's name or code that country. */
export function findCountries(continents: readonly Continent[], text: string): Continent[] {
  const wanted = text.trim().toLowerCase();
  const named = (name: string) => name.toLowerCase().includes(wanted);
  return continents
    .map((continent) =>
      named(continent.name)
        ? continent
        : {
            ...continent,
            option: null,
            countries: continent.countries.filter(({ name, code }) => named(name) || code.toLowerCase() === wanted),
          },
    )
    .filter(({ countries }) => countries.length > 0);
}

/** Lists the options from top to bottom. */
export function optionsOf(continents: readonly Continent[]): string[] {
  return continents.flatMap(({ option, countries }) => [...(option ? [option] : []), ...choosable(countries)]);
}

/** Tells whether all that can be chosen are, so many that none of them is meant. */
export function areAll(continents: readonly Continent[], chosen: readonly string[], many: number): boolean {
  const codes = continents.flatMap(({ countries }) => choosable(countries));
  return codes.length > many && chosen.length === codes.length && codes.every((code) => chosen.includes(code));
}

/** Counts the countries of a continent that can be chosen, and those of them that are. */
export function chosenOf({ countries }: Continent, chosen: readonly string[]): { chosen: number; of: number } {
  const codes = choosable(countries);
  return { chosen: codes.filter((code) => chosen.includes(code)).length, of: codes.length };
}

/** Adds all of a continent to the chosen countries; or takes it from them, where all were. */
export function toggleContinent({ countries }: Continent, chosen: readonly string[]): string[] {
  const codes = choosable(countries);
  const all = codes.every((code) => chosen.includes(code));
  return all ? chosen.filter((code) => !codes.includes(code)) : [...new Set([...chosen, ...codes])];
}

export function toggleCountry(code: string, chosen: readonly string[]): string[] {
  return chosen.includes(code) ? chosen.filter((other) => other !== code) : [...chosen, code];
}
