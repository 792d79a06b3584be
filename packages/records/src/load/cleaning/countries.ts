import { COUNTRY_NAMES } from '@tidewaiter/contract';
import { getCountryDataList } from 'countries-list';
import countryNames from 'i18n-iso-countries';
import { COUNTRY_ALIASES } from './country-aliases.js';
import { meaningOr, once, Terms, termKey, termKeySql } from './terms.js';

/** Languages in which customs files name countries, the commonest first. */
const LANGUAGES = ['en', 'es', 'pt', 'fr', 'de', 'it', 'tr', 'id'];

/** Names this long may be misspelt by one letter and still be told apart. */
const MISSPELT_FROM = 6;

/** Two-letter codes that customs files also write for something else. */
const NOT_A_CODE = ['NA'];

/** A name as lists that sort by its last part write it: `United Republic of Tanzania` is also `Tanzania, United Republic of`. */
function inverted(name: string): string[] {
  const tail = /^(.*\bof(?: the)?) (.+)$/i.exec(name);
  return tail ? [`${tail[2]}, ${tail[1]}`] : [];
}

/** A name with a letter left out, doubled, or changed over with the next. */
function misspellings(name: string): string[] {
  if (name.length < MISSPELT_FROM) return [];
  return [...name].flatMap((letter, at) => {
    const [before, after] = [name.slice(0, at), name.slice(at + 1)];
    const swapped = after === '' ? [] : [`${before}${after[0]}${letter}${after.slice(1)}`];
    return at === 0 ? swapped : [before + after, before + letter + letter + after, ...swapped];
  });
}

/** Misspellings of the countries' names, but for what might be two of them. */
function addMisspellings(terms: Terms): void {
  const meant = new Map<string, Set<string>>();
  for (const name of COUNTRY_NAMES.values()) {
    for (const term of misspellings(termKey(name))) {
      const key = termKey(term);
      if (!terms.has(key)) meant.set(key, (meant.get(key) ?? new Set()).add(name));
    }
  }
  for (const [key, [name, another]] of meant) if (name !== undefined && another === undefined) terms.add(name, [key]);
}

/** Every spelling of a country that is known, and the catalogue's name of it. */
export const countryTerms = once(() => {
  const terms = new Terms();
  const add = (iso2: string, spellings: readonly string[]) => {
    const name = COUNTRY_NAMES.get(iso2);
    if (name !== undefined)
      terms.add(
        name,
        spellings.flatMap((spelling) => [spelling, ...inverted(spelling)]),
      );
  };
  for (const [iso2, name] of COUNTRY_NAMES) add(iso2, [name]);
  for (const { iso2, iso3 } of getCountryDataList()) add(iso2, [iso2, iso3]);
  for (const [iso2, spellings] of Object.entries(COUNTRY_ALIASES)) add(iso2, spellings);
  for (const language of LANGUAGES) {
    const names = countryNames.getNames(language, { select: 'all' });
    for (const [iso2, written] of Object.entries(names)) add(iso2, written);
  }
  for (const { iso2, name, native } of getCountryDataList()) add(iso2, [name, native]);
  terms.forget(...NOT_A_CODE);
  addMisspellings(terms);
  return terms;
});

/** The catalogue's name of a country however it is written; what is no country, as `EUROPEAN UNION`, stays. */
export function countrySql(text: string): string {
  return meaningOr(text, countryTerms().meaningSql(termKeySql(text)));
}
