/**
 * The official numbers of companies: what each scheme is called, who gives it out, how its numbers look, and by what a wrong one is
 * known. Of each, `rule` says in words where its rule is written down.
 */

/** The last character of a number, or one within it, that follows from those before it. */
export type NumberCheck =
  /** The remainder of the weighted sum names the character in `digits`; `of` characters from `from` on are weighed, all but the last unless said. */
  | { by: 'weights'; weights: readonly number[]; digits: string; from?: number; of?: number; values?: string }
  /** Every second digit counts twice, by the sum of its digits, over `of` characters from `from` on. */
  | { by: 'luhn'; from: number; of: number }
  /** Letters are read as 10 to 35, and the whole leaves this remainder by 97. */
  | { by: 'mod97'; leaves: number }
  /** Turkey's own sum. */
  | { by: 'vkn' };

export interface NumberScheme {
  /** What people call it, and what is typed before the colon in the query line. */
  word: string;
  /** Its name among all: of countries that call theirs alike, the later ones say whose it is. */
  name: string;
  /** Whose companies have it, by shortcode; `[]` where it is of no one country. */
  countries: readonly string[];
  /** What a whole number looks like; the engine reads it, too. */
  shape: RegExp;
  checks?: readonly NumberCheck[];
  /** So many characters at its beginning tell a company; what follows is a branch. */
  company?: number;
  /** Its check digit is checked and not kept: many leave it out, or have it in a column of its own. */
  dropsCheck?: true;
  /** Numbers that stand for anybody. */
  nobodys?: readonly string[];
  /** It looks like other numbers, so a column must be called so. */
  mustBeNamed?: true;
  rule: string;
}

const ELEVEN_LESS = '10987654321';
/** Digits and letters of China's unified numbers, which leave out those that look like others. */
const UNIFIED = '0123456789ABCDEFGHJKLMNPQRTUWXY';

const weights = (
  list: readonly number[],
  digits: string,
  more: Partial<Extract<NumberCheck, { by: 'weights' }>> = {},
): readonly NumberCheck[] => [{ by: 'weights', weights: list, digits, ...more }];

export const NUMBER_SCHEMES: readonly NumberScheme[] = [
  {
    ...{ word: 'RUC', name: 'RUC', countries: ['PER'], shape: /^(?:(10|15|16|17|20)[0-9]{9})$/ },
    checks: weights([5, 4, 3, 2, 7, 6, 5, 4, 3, 2], ELEVEN_LESS),
    rule: 'SUNAT, register of taxpayers: eleven digits, the last by modulus 11',
  },
  {
    ...{
      word: 'RUC',
      name: 'RUC-EC',
      countries: ['ECU'],
      shape: /^(?:(0[1-9]|1[0-9]|2[0-4]|30)[0-9]{8}[0-9]{2}[1-9])$/,
    },
    company: 10,
    rule: 'SRI, register of taxpayers: province, number, establishment; newer companies have no check digit',
  },
  {
    ...{ word: 'RUC', name: 'RUC-PY', countries: ['PRY'], shape: /^(?:[1-9][0-9]{5,8})$/ },
    checks: weights([9, 8, 7, 6, 5, 4, 3, 2], '00987654321'),
    rule: 'DNIT, register of taxpayers: the last digit by modulus 11',
  },
  {
    ...{ word: 'NIT', name: 'NIT', countries: ['COL'], shape: /^(?:[89][0-9]{8})$/ },
    rule: 'DIAN, register of taxpayers: nine digits where the check digit is left out or has a column of its own',
  },
  {
    ...{ word: 'NIT', name: 'NIT', countries: ['COL'], shape: /^(?:[89][0-9]{9})$/, dropsCheck: true },
    checks: weights([41, 37, 29, 23, 19, 17, 13, 7, 3], '01987654321'),
    rule: 'DIAN, register of taxpayers: the tenth digit by prime weights and modulus 11',
  },
  {
    ...{ word: 'NIT', name: 'NIT-GT', countries: ['GTM'], shape: /^(?:[1-9][0-9]{3,10}[0-9K])$/ },
    checks: weights([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2], '0K987654321'),
    rule: 'SAT, taxpayers: the last character by modulus 11, K for ten',
  },
  {
    ...{ word: 'NIT', name: 'NIT-BO', countries: ['BOL'], shape: /^(?:[1-9][0-9]{6,11})$/, mustBeNamed: true },
    rule: 'SIN, taxpayers: no check digit is published',
  },
  {
    ...{ word: 'NIT', name: 'NIT-SV', countries: ['SLV'], shape: /^(?:[0-9]{14})$/, mustBeNamed: true },
    rule: 'Ministry of Finance, taxpayers: two rules of check digits stand beside each other, so none is asked for',
  },
  {
    ...{ word: 'CNPJ', name: 'CNPJ', countries: ['BRA'], shape: /^(?:[0-9]{14})$/, company: 8 },
    checks: [
      ...weights([5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2], '00987654321', { of: 12 }),
      ...weights([6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2], '00987654321', { of: 13 }),
    ],
    rule: 'Receita Federal, register of legal persons: eight digits of the company, four of the branch, two by modulus 11',
  },
  {
    ...{ word: 'RUT', name: 'RUT', countries: ['CHL'], shape: /^(?:[1-9][0-9]{6,7}[0-9K])$/ },
    checks: weights([3, 2, 7, 6, 5, 4, 3, 2], '0K987654321'),
    rule: 'SII, taxpayers: the last character by modulus 11, K for ten',
  },
  {
    ...{ word: 'RUT', name: 'RUT-UY', countries: ['URY'], shape: /^(?:[0-9]{12})$/ },
    checks: weights([4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2], '0-987654321'),
    rule: 'DGI, register of taxpayers: the twelfth digit by modulus 11',
  },
  {
    ...{ word: 'CUIT', name: 'CUIT', countries: ['ARG'], shape: /^(?:(20|23|24|27|30|33|34)[0-9]{9})$/ },
    checks: weights([5, 4, 3, 2, 7, 6, 5, 4, 3, 2], '09987654321'),
    rule: 'ARCA, taxpayers: the eleventh digit by modulus 11',
  },
  {
    ...{ word: 'RFC', name: 'RFC', countries: ['MEX'], shape: /^(?:[A-Z&Ñ]{3,4}[0-9]{6}[A-Z0-9]{3})$/ },
    nobodys: ['XAXX010101000', 'XEXX010101000'],
    rule: 'SAT, taxpayers: letters of the name, a day, three characters; valid ones break its check digit, so none is asked for',
  },
  {
    ...{ word: 'RNC', name: 'RNC', countries: ['DOM'], shape: /^(?:[145][0-9]{8})$/ },
    checks: weights([7, 9, 8, 6, 5, 4, 3, 2], '21987654321'),
    rule: 'DGII, register of taxpayers: the ninth digit by modulus 11',
  },
  {
    ...{ word: 'NPWP', name: 'NPWP', countries: ['IDN'], shape: /^(?:[0-9]{15})$/, company: 9 },
    checks: [{ by: 'luhn', from: 0, of: 9 }],
    rule: 'Directorate General of Taxes: nine digits by Luhn, office and branch behind them',
  },
  {
    ...{ word: 'VKN', name: 'VKN', countries: ['TUR'], shape: /^(?:[0-9]{10})$/ },
    checks: [{ by: 'vkn' }],
    rule: "Revenue Administration, taxpayers: the tenth digit by the administration's own sum",
  },
  {
    ...{ word: 'MST', name: 'MST', countries: ['VNM'], shape: /^(?:[0-9]{10}([0-9]{3})?)$/, company: 10 },
    checks: weights([31, 29, 23, 19, 17, 13, 7, 5, 3], '-9876543210', { of: 9 }),
    rule: 'General Department of Taxation: the tenth digit by prime weights and modulus 11, three of a branch behind it',
  },
  {
    ...{ word: 'INN', name: 'INN', countries: ['RUS'], shape: /^(?:[0-9]{10})$/ },
    checks: weights([2, 4, 10, 3, 5, 9, 4, 6, 8], '01234567890'),
    rule: 'Federal Tax Service, legal persons: the tenth digit by modulus 11',
  },
  {
    ...{
      word: 'USCC',
      name: 'USCC',
      countries: ['CHN'],
      shape: /^(?:[0123456789ABCDEFGHJKLMNPQRTUWXY]{2}[0-9]{6}[0123456789ABCDEFGHJKLMNPQRTUWXY]{10})$/,
    },
    checks: weights(
      [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28],
      `0${[...UNIFIED.slice(1)].reverse().join('')}`,
      {
        values: UNIFIED,
      },
    ),
    rule: 'GB 32100-2015, unified social credit identifier: the last character by modulus 31',
  },
  {
    ...{ word: 'IEC', name: 'IEC', countries: ['IND', 'SEZ'], shape: /^(?:[0-9]{10}|[A-Z]{5}[0-9]{4}[A-Z])$/ },
    rule: 'DGFT, importer-exporter code: ten digits, or the PAN since 2017; no check digit is published',
  },
  {
    ...{ word: 'ICE', name: 'ICE', countries: ['MAR'], shape: /^(?:[0-9]{15})$/ },
    checks: [{ by: 'mod97', leaves: 0 }],
    rule: 'OMPIC, common identifier of enterprises: fifteen digits, a multiple of 97',
  },
  {
    ...{
      word: 'TIN',
      name: 'TIN-PH',
      countries: ['PHL'],
      shape: /^(?:[0-9]{9}([0-9]{3,5})?)$/,
      company: 9,
      mustBeNamed: true,
    },
    rule: 'BIR: nine digits and those of a branch; no check digit is published',
  },
  {
    ...{ word: 'TIN', name: 'TIN-TZ', countries: ['TZA'], shape: /^(?:[1-9][0-9]{8})$/, mustBeNamed: true },
    rule: 'TRA: nine digits; no check digit is published',
  },
  {
    ...{ word: 'TIN', name: 'TIN-ET', countries: ['ETH'], shape: /^(?:[0-9]{10})$/, mustBeNamed: true },
    rule: 'Ministry of Revenues: ten digits; no check digit is published',
  },
  {
    ...{ word: 'TIN', name: 'TIN-UG', countries: ['UGA'], shape: /^(?:1[0-9]{9})$/, mustBeNamed: true },
    rule: 'URA: ten digits; no check digit is published',
  },
  {
    ...{ word: 'TIN', name: 'TIN-GH', countries: ['GHA'], shape: /^(?:[CPGQV][0-9]{9}[0-9X])$/, mustBeNamed: true },
    rule: 'GRA: a letter and ten characters; no check digit is published',
  },
  {
    ...{ word: 'VAT', name: 'VAT', countries: [], shape: /^(?:IT[0-9]{11})$/ },
    checks: [{ by: 'luhn', from: 2, of: 11 }],
    rule: 'Agenzia delle Entrate: eleven digits by Luhn behind IT',
  },
  {
    ...{ word: 'VAT', name: 'VAT', countries: [], shape: /^(?:PL[0-9]{10})$/ },
    checks: weights([6, 5, 7, 2, 3, 4, 5, 6, 7], '0123456789-', { from: 2, of: 9 }),
    rule: 'Ministry of Finance: the tenth digit by modulus 11 behind PL',
  },
  {
    ...{ word: 'VAT', name: 'VAT', countries: [], shape: /^(?:PT[0-9]{9})$/ },
    checks: weights([9, 8, 7, 6, 5, 4, 3, 2], '00987654321', { from: 2, of: 8 }),
    rule: 'Autoridade Tributária: the ninth digit by modulus 11 behind PT',
  },
  {
    ...{
      word: 'VAT',
      name: 'VAT',
      countries: [],
      shape: /^(?:(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|GB|HR|HU|IE|LT|LU|LV|MT|NL|RO|SE|SI|SK|XI)[0-9A-Z]{8,12})$/,
      mustBeNamed: true,
    },
    rule: "VIES, numbers for value added tax: the state's letters and eight to twelve characters; check digits of these states are not asked for",
  },
  {
    ...{ word: 'EORI', name: 'EORI', countries: [], shape: /^(?:[A-Z]{2}[0-9A-Z]{5,15})$/, mustBeNamed: true },
    rule: 'Union Customs Code, registration of economic operators: the state and up to fifteen characters; no check digit',
  },
  {
    ...{ word: 'LEI', name: 'LEI', countries: [], shape: /^(?:[0-9A-Z]{18}[0-9]{2})$/ },
    checks: [{ by: 'mod97', leaves: 1 }],
    rule: 'ISO 17442, legal entity identifier: twenty characters by ISO 7064, modulus 97',
  },
  {
    ...{ word: 'DUNS', name: 'DUNS', countries: [], shape: /^(?:[0-9]{9})$/, mustBeNamed: true },
    rule: 'D-U-N-S numbers: nine digits, without a check digit since 2006',
  },
];

/** What may be typed before the colon for a number, in capitals. */
export const NUMBER_WORDS: readonly string[] = [...new Set(NUMBER_SCHEMES.map(({ word }) => word))];

/**
 * What a cell of a list may be as the number of a company, without its branch: of the schemes that its column or the cell itself names, else
 * of all whose numbers look so and need no name.
 */
export function numbersOfCell(heading: string, cell: string): string[] {
  const words = new Set(`${heading} ${cell}`.toUpperCase().split(/[^A-Z]+/));
  const named = NUMBER_WORDS.filter((word) => words.has(word));
  const typed = bareNumberOf(cell.replace(/\.0$/, ''));
  const said = named.find((word) => typed.startsWith(word)) ?? '';
  const bare = typed.slice(said.length);
  const alike = NUMBER_SCHEMES.filter(
    ({ word, shape, mustBeNamed }) => (named.length > 0 ? named.includes(word) : !mustBeNamed) && shape.test(bare),
  );
  return [
    ...new Set(alike.map(({ name, dropsCheck, company }) => `${name} ${bare.slice(0, dropsCheck ? -1 : company)}`)),
  ];
}

/** A number's characters as they are kept: capitals and digits, without signs and spaces. */
export const bareNumberOf = (typed: string) => typed.toUpperCase().replace(/[^0-9A-ZÑ&]/g, '');

/**
 * A number as records have it, `RUC 20100047218`, in each scheme of that word whose numbers look so. Whether the check digit is right,
 * records say: a wrong one is none of them.
 */
export function numbersCalled(word: string, typed: string): string[] {
  const bare = bareNumberOf(typed);
  const called = NUMBER_SCHEMES.filter((scheme) => scheme.word === word && scheme.shape.test(bare));
  return [...new Set(called.map(({ name, dropsCheck }) => `${name} ${dropsCheck ? bare.slice(0, -1) : bare}`))];
}
