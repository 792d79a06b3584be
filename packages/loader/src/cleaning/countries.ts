import { COUNTRY_NAMES } from '@tidewaiter/contract';
import { getCountryDataList } from 'countries-list';
import countryNames from 'i18n-iso-countries';
import { meaningOr, once, Terms, termKey, termKeySql } from './terms.js';

/** Spellings of countries that customs files have and no list of names does, by ISO alpha-2 code. */
const COUNTRY_ALIASES: Readonly<Record<string, readonly string[]>> = {
  AE: ['UAE', 'U.A.E.', 'United Arab Emirate', 'Dubai', 'Abu Dhabi', 'Sharjah', 'Emiratos Arabes'],
  AG: ['Antigua'],
  AN: ['Netherland Antilles'],
  BA: ['Bosnia', 'Bosnia Herzegovina', 'Bosnia-Herzegovina'],
  BD: ['Bangla Desh', 'Bangaldesh'],
  BN: ['Brunei', 'Brunei Darusalam'],
  BO: ['Bolivia, Plurinational State of'],
  BY: ['Belorussia', 'Byelorussia', 'White Russia'],
  CD: [
    'DRC',
    'Zaire',
    'Congo, Democratic Republic of the',
    'Congo, The Democratic Republic of the',
    'Congo, The Democratic Republic of',
    'Congo, Dem. Rep.',
    'Democratic Republic of Congo',
    'Dem Rep Congo',
    'Dem. Rep. of Congo',
    'Congo Kinshasa',
    'Congo DR',
  ],
  CG: ['Congo, Republic of', 'Congo Brazzaville', 'Congo, Rep.', 'Congo'],
  CH: ['Swiss', 'Switzerland Confederation'],
  CI: ["Cote D'Ivoire", 'Cote Divoire', 'Ivory Coast', 'Costa de Marfil'],
  CN: [
    'PRC',
    'P.R.C.',
    'P.R. China',
    'PR China',
    'P R of China',
    'China PR',
    'China P.R.P.',
    'China, Peoples Republic of',
    "China, People's Republic of",
    'China Mainland',
    'Mainland China',
    'Republica Popular China',
    'R.P. China',
  ],
  CO: ['Columbia', 'Republic of Colombia'],
  CV: ['Cape Verde', 'Cabo Verde'],
  CZ: ['Czech Republic', 'Czech Rep.', 'Czechia', 'Republica Checa'],
  DE: [
    'Federal Republic of Germany',
    'Germany, Federal Republic of',
    'German Federal Republic',
    'FR Germany',
    'West Germany',
  ],
  DO: ['Dominican Rep.', 'Rep. Dominicana'],
  EG: ['Egypt, Arab Republic of', 'Arab Rep. of Egypt'],
  FM: ['Micronesia', 'Micronesia, Federated States of'],
  GB: [
    'UK',
    'U.K.',
    'Great Britain',
    'Britain',
    'England',
    'Scotland',
    'Wales',
    'Northern Ireland',
    'Inglaterra',
    'Gran Bretaña',
  ],
  GM: ['Gambia', 'Gambia, The'],
  GW: ['Guinea Bissau'],
  HK: ['Hongkong', 'Hong Kong SAR', 'Hong Kong, China', 'China, Hong Kong SAR', 'Hong Kong (China)'],
  ID: ['Indonesia, Republic of'],
  IR: ['Iran', 'Iran, Islamic Republic of', 'Iran (Islamic Rep.)'],
  KE: ['Kenia'],
  KG: ['Kirghizia', 'Kyrgyz Republic', 'Kirgizstan'],
  KN: ['St. Kitts and Nevis', 'St Kitts & Nevis', 'St. Christopher Nevis'],
  KP: [
    'North Korea',
    'DPR Korea',
    "Korea, Democratic People's Republic of",
    'Korea, DPR',
    'Korea North',
    'Korea DP RP',
  ],
  KR: [
    'Korea',
    'Korea, Republic of',
    'Republic of Korea',
    'Korea South',
    'Korea RP',
    'Korea (South)',
    'Rep. of Korea',
    'Korea, Rep.',
    'S. Korea',
    'R.O. Korea',
    'Corea del Sur',
    'Coreia do Sul',
  ],
  KW: ['Kuweit', 'Kuwait, State of'],
  KZ: ['Kazakstan', 'Kazachstan'],
  LA: ['Laos', 'Lao PDR', 'Lao PD RP', "Lao People's Democratic Rep."],
  LC: ['St. Lucia'],
  LK: ['Srilanka', 'Sri Lanka DSR', 'Ceylon'],
  LY: ['Libya', 'Libyan Arab Jamahiriya'],
  MD: ['Moldova', 'Moldova, Republic of', 'Moldavia'],
  MK: ['Macedonia', 'Macedonia, the former Yugoslav Republic of', 'FYROM', 'TFYR of Macedonia'],
  MM: ['Burma', 'Union of Myanmar', 'Myanmar (Burma)'],
  MO: ['Macau', 'Macao SAR', 'Macao, China'],
  MY: ['Malasia', 'Malayasia'],
  NL: ['Holland', 'Netherland', 'The Netherlands', 'Paises Bajos (Holanda)', 'Holanda'],
  NZ: ['Newzealand', 'N. Zealand'],
  PG: ['Papua N Gna', 'Papua New Guniea', 'PNG'],
  PH: ['Philippine', 'Phillipines', 'Phillippines', 'Phillipine'],
  PS: ['Palestine', 'Palestinian Territory, Occupied', 'State of Palestine'],
  RU: ['Russia', 'Russian Federation', 'USSR', 'Rusia, Federacion de'],
  SA: ['Saudi', 'Saudi Arab', 'Kingdom of Saudi Arabia', 'KSA', 'K.S.A.', 'Saudia Arabia'],
  SG: ['Singapur', 'Singapore, Republic of'],
  SK: ['Slovak Republic', 'Slovak Rep.', 'Slovakia'],
  SY: ['Syria', 'Syrian Arab Republic'],
  SZ: ['Swaziland', 'Eswatini', 'Kingdom of Eswatini'],
  TH: ['Thai'],
  TL: ['East Timor', 'Timor Leste'],
  TR: ['Turkey', 'Turkiye', 'Turquia'],
  TT: ['Trinidad', 'Trinidad & Tobago', 'Trinidad Tobago'],
  TW: ['Taiwan', 'Taiwan, Province of China', 'Taiwan, China', 'Chinese Taipei', 'Taiwan (Formosa)', 'Formosa'],
  TZ: ['Tanzania', 'Tanzania Rep', 'Tanzania, United Rep. of'],
  US: [
    'USA',
    'U.S.A.',
    'U.S.',
    'United States',
    'United States of America',
    'America',
    'United State',
    'Unites States',
    'Estados Unidos de America',
    'EE.UU.',
    'EEUU',
    'EUA',
  ],
  VA: ['Vatican', 'Holy See', 'Vatican City State'],
  VC: ['St. Vincent and the Grenadines', 'St Vincent'],
  VE: ['Venezuela, Bolivarian Republic of', 'Venezuela (Bolivarian Rep.)'],
  VG: ['British Virgin Islands', 'Virgin Islands, British', 'Virgin Is. (UK)'],
  VI: ['Virgin Islands, U.S.', 'US Virgin Islands', 'Virgin Islands (U.S.)'],
  VN: ['Vietnam', 'Viet Nam', 'Vietnam, Democratic Rep. of', 'Viet Nam, Socialist Republic of', 'S.R. Vietnam'],
  ZA: ['South Africa', 'South African Republic', 'Republic of South Africa', 'RSA', 'Sudafrica'],
};

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

/**
 * The catalogue's name of a country however it is written; what is no country, as `EUROPEAN UNION`, stays. A word with accents is no code
 * without them: `Bỉ` is not BI.
 */
export function countrySql(text: string): string {
  const key = termKeySql(text);
  const mayBeCode = `length(${key}) > 3 OR NOT match(${text}, '[^\\x00-\\x7F]')`;
  return meaningOr(text, `if(${mayBeCode}, ${countryTerms().meaningSql(key)}, '')`);
}
