import { COUNTRY_NAMES } from '@tidewaiter/contract';
import { isCountryName } from '../../cleaning/country-names.js';
import { codeBeside, isHeading, parseHsCode } from '../../cleaning/hs-codes.js';
import { ISO_CURRENCIES } from '../../recognise/currency-words.js';
import { looksLikeDate } from '../../recognise/date-order.js';
import { looksLikeNumber } from '../../recognise/number-format.js';
import { type AmountFinding, findAmounts } from './amount-signs.js';

/** What the values of one source column look like: shares are of the cells that hold something. */
export interface ColumnValues {
  /** Cells that hold something. */
  filled: number;
  /** Different values among those that were looked at. */
  distinct: number;
  /** Nothing, or nothing but zeros. */
  blank: boolean;
  /** The one value that every filled cell has, if there is one. */
  constant: string | undefined;
  examples: readonly string[];
  date: number;
  /** Years, perhaps with a quarter behind them. */
  year: number;
  number: number;
  /** How its amounts are written, where they are more than numbers. */
  amounts: AmountFinding | undefined;
  hsCode: number;
  /** Chapters: codes of two digits, as many numbers are. */
  chapter: number;
  /** Codes of six digits and more whose heading there is: few numbers are. */
  heading: number;
  country: number;
  iso2: number;
  currency: number;
  incoterm: number;
  /** Numbers of containers (ISO 6346). */
  container: number;
  /** Different lengths of its values: codes have few, amounts many. */
  lengths: number;
  unit: number;
  /** Units that are kinds of packages. */
  packages: number;
  mode: number;
  /** Legal forms: names of companies. */
  company: number;
  /** What identifies: digits with few letters among them, or those of a hash. */
  identifier: number;
  /** As many digits as the shortest official number of a firm has, and no more letters: a number of one's own customers has fewer, a hash more. */
  official: number;
  /** Texts of several words. */
  wordy: number;
  /** Cells that hold a letter. */
  letters: number;
  /** Whether its numbers are those of the items of declarations. */
  isNumbering: boolean;
}

/** How a mapping's `missing` may look; nothing of it is a value. */
export const MISSING_MARKS = new Set(
  [
    '',
    '-',
    '--',
    '.',
    'N/A',
    'n/a',
    'NA',
    'N.A.',
    'NULL',
    'null',
    'Null',
    '(null)',
    'NONE',
    'None',
    'NaN',
    'nan',
    '#N/A',
    'S/D',
    '\\N',
  ].values(),
);

/** How much of a cell is looked at: some hold whole documents. */
const LONGEST_LOOK = 200;

/** Cells looked at per column; more say nothing new. */
const LOOKED_AT = 200;
const EXAMPLES = 3;

const INCOTERMS = new Set('EXW FCA FAS FOB CFR CIF CPT CIP DAP DPU DDP DAT DAF DES DEQ DDU CNF C&F C&I CF'.split(' '));
const UNITS = new Set(
  (
    'KG KGS KGM KGR KILO KILOS KILOGRAM KILOGRAMS TON TONS TNE MT MTS MTR MTQ LTR LT LTRS L NOS NO PCS PCE PC PIECE PIECES ' +
    'SET SETS UNIT UNITS UN U NMB NIU C62 DZN DOZ PAR PAIR PAIRS PRS SQM MTK M2 M3 M CBM MTRS BOX BAG BAGS CTN CTNS CARTON ' +
    'PIEZA PIEZAS LITRO LITROS METRO METROS TONELADA TONELADAS PAR PARES CAJA CAJAS TONNE TONNES KILOGRAMME KILOGRAMMES ADET ШТ КГ ' +
    'ROLL ROLLS GMS GRM G DRUM DRUMS EA EACH YDS YD FT KWH LITRE LITRES METER UNID UNIDAD KILOGRAMO KILOGRAMOS'
  ).split(' '),
);
const PACKAGES = new Set('BOX BAG BAGS CTN CTNS CARTON ROLL ROLLS DRUM DRUMS CAJA CAJAS'.split(' '));
const MODES =
  /^(sea|air|road|rail|land|truck|post|courier|ocean|multimodal|pipeline|maritim[aeo]|a[eé]re[ao]|terrestre|vessel|by (sea|air|road|rail))\b/i;
const COMPANY =
  /(?<![\p{L}\p{N}_])(ltd|limited|llc|inc|corp|co|s\.?a\.?|s\.?r\.?l|gmbh|pvt|plc|bv|ooo|oao|jsc|ltda|cia|sac|s\.?a\.?c|company|trading|industries|enterprises|cong ty|pt|tbk|sdn|bhd|fze|est|su?arl|eurl|s\.?p\.?a|s\.?a\.?s|kft|lda|unipessoal|eirl|pte|pty|sociedade|limitada|s\.?r\.?o|d\.?o\.?o|ооо|оао|зао|пао|тоо|осоо|شرکت|شركة)(?![\p{L}\p{N}_])|有限公司|公司|合作社|บริษัท|จำกัด|هيئة|مؤسسة|株式会社|주식회사/iu;
/** Letters and a number: a certificate of origin's begins as a firm's legal form does. */
const NUMBER_OF_PAPER = /^\p{L}{1,4}[-/. ]?\d+([-/]\d+)*$/u;
const ZERO = /^[+-]?0*[.,]?0*$/;
/** Two letters of a word beside digits are none of a name. */
const IDENTIFIER = /^(?=.*\d)(?!.*\p{L}{3})\S(?:.*\S)?$|^(?=.*\d)[0-9a-f]{4,}(?:-?[0-9a-f]{4,}){1,7}$/iu;
/** What is longer is no official number, the longest of which are a legal entity's 20 letters and digits. */
const LONGEST_NUMBER = 24;
/** Few letters before digits number something: `SHP100239`. */
const NUMBERED = /^\p{L}{1,4}[-/ ]?\d{4,}$/u;
const CONTAINER = /^[A-Z]{3}[UJZ][ -]?\d{6}[ -]?\d$/i;
const CHAPTER = /^(0?[1-9]|[1-8]\d|9[0-9])$/;
const HS_CODE = /^(\d{4}(?:[. ]?\d{2}){0,4}|\d{5}|\d{7}|\d{9}|\d{11})$/;

/** Codes of three letters, and of two, that are little else. */
const COUNTRY_CODES = new Set([...COUNTRY_NAMES.keys(), 'USA', 'UAE', 'UK']);
const ISO2 = new Set(COUNTRY_NAMES.keys());

/** A code that was a decimal, or is in scientific notation: few numbers are of headings. */
const HS_CODE_AS_NUMBER = /^(\d{3,6}\.\d{1,4}|\d{5,12}\.0+|\d(\.\d+)?e\+?\d{1,2})$/i;

function isHsCode(value: string): boolean {
  if (!HS_CODE.test(value))
    return (HS_CODE_AS_NUMBER.test(value) && isHeading(parseHsCode(value))) || codeBeside(value) !== undefined;
  const digits = value.replace(/[. ]/g, '');
  const chapter = Number(digits.slice(0, digits.length % 2 === 0 ? 2 : 1));
  return chapter >= 1 && chapter <= 99;
}

const TESTS = {
  date: looksLikeDate,
  year: (value: string) => /^(19|20)\d{2}(\.0|[-/ ]?[QT][1-4])?$/.test(value),
  number: looksLikeNumber,
  hsCode: isHsCode,
  chapter: (value: string) => CHAPTER.test(value),
  identifier: (value: string) => IDENTIFIER.test(value) || NUMBERED.test(value),
  official: (value: string) => /(?:\d\D*){4}/.test(value) && value.length <= LONGEST_NUMBER,
  heading(value: string) {
    const code = parseHsCode(value);
    return /^\d{6,12}$/.test(code) && isHeading(code);
  },
  country: (value: string) => COUNTRY_CODES.has(value) || isCountryName(value),
  iso2: (value: string) => ISO2.has(value),
  currency: (value: string) => ISO_CURRENCIES.has(value.toUpperCase()),
  // `FASTENERS` are no terms of delivery.
  incoterm: (value: string) =>
    INCOTERMS.has(value.slice(0, 3).toUpperCase()) && /^.{2,3}(?!\p{L}).{0,26}$/u.test(value),
  container: (value: string) => CONTAINER.test(value),
  unit: (value: string) => UNITS.has(value.toUpperCase().replace(/\.$/, '')),
  packages: (value: string) => PACKAGES.has(value.toUpperCase()),
  mode: (value: string) => MODES.test(value),
  company: (value: string) => COMPANY.test(value) && !NUMBER_OF_PAPER.test(value),
  wordy: (value: string) => /\p{L}{2}.*\s.*\p{L}{2}/u.test(value),
  letters: (value: string) => /\p{L}/u.test(value),
} satisfies Partial<Record<keyof ColumnValues, (value: string) => boolean>>;

/** Steps that show it, the share of them that must, and how many are looked at. */
const ENOUGH_STEPS = 8;
const MOST_STEPS = 0.95;
const ROWS_READ = 500;

/** Kinds of places that no column of small quantities has by chance. */
const LEAST_PLACES = 3;

const PLACE = /^0*[1-9]\d{0,5}(?:[.,]0+)?$/;

/** Whether each number is one more than that of the row before it, or 1 again where the next declaration begins. */
function countsUp(cells: readonly string[]): boolean {
  const read = cells.slice(0, ROWS_READ);
  if (read.length < ENOUGH_STEPS || !read.every((cell) => PLACE.test(cell))) return false;
  const places = read.map((cell) => Number(cell.replace(',', '.')));
  const steps = places.slice(1).map((place, at) => place === 1 || place === (places[at] ?? 0) + 1);
  const kinds = new Set(places).size;
  return kinds >= LEAST_PLACES && places[0] === 1 && steps.filter(Boolean).length >= MOST_STEPS * steps.length;
}

export function lookAtColumn(rows: readonly (readonly string[])[], column: number): ColumnValues {
  const values: string[] = [];
  let filled = 0;
  for (const row of rows) {
    const value = (row[column] ?? '').slice(0, LONGEST_LOOK).trim();
    if (MISSING_MARKS.has(value)) continue;
    filled += 1;
    values.push(value);
  }
  const step = Math.max(1, values.length / LOOKED_AT);
  const sample = Array.from(
    { length: Math.min(values.length, LOOKED_AT) },
    (_, index) => values[Math.floor(index * step)] ?? '',
  );
  const different = [...new Set(sample)];
  const share = (test: (value: string) => boolean) => {
    const passed = new Set(different.filter(test));
    return sample.length === 0 ? 0 : sample.filter((value) => passed.has(value)).length / sample.length;
  };
  const shares = Object.fromEntries(Object.entries(TESTS).map(([name, test]) => [name, share(test)])) as Record<
    keyof typeof TESTS,
    number
  >;
  const constant = different.length === 1 && values.every((value) => value === different[0]) ? different[0] : undefined;
  const amounts = shares.number === 1 ? undefined : findAmounts(sample, TESTS.unit);
  const blank = rows.length > 0 && values.every((value) => ZERO.test(value));
  return {
    filled,
    blank,
    amounts,
    isNumbering: countsUp(values),
    distinct: different.length,
    lengths: new Set(different.map(({ length }) => length)).size,
    constant,
    examples: different.slice(0, EXAMPLES),
    ...shares,
  };
}
