import { TARGET_COLUMNS } from '@tidewaiter/contract';
import type { DateFinding } from '../recognise/date-order.js';
import type { Concept } from '../recognise/vocabulary.js';
import { describeAmounts } from './amount-columns.js';
import type { Suggestion } from './assign.js';
import type { ColumnValues } from './column-values.js';

/** What a column's values say of a record column that its name suggests. */
export interface Verdict {
  /** What the name's score is multiplied by. */
  factor: number;
  reason: string;
  /** What it is at least where values prove it, however much of the name is known. */
  atLeast?: number;
}

const TYPE_OF = new Map(TARGET_COLUMNS.map(({ name, type }) => [name, type]));

/** Shares from which values speak for a column, and below which they speak against it. */
const FOR = 0.8;
const AGAINST = 0.3;
const CONTRADICTED = 0.3;
/** Codes stand where names are expected: they are the right column, but nobody can read them. */
const CODES = 0.9;

const UNITS = new Set(['unit', 'std_unit', 'gross_weight_unit', 'net_weight_unit']);
const COUNTS = new Set(['quantity', 'std_quantity']);
/** More different numbers are no codes of units. */
const MOST_UNITS = 12;

/** Of a few kinds, and how many at most: more are what the goods are. */
const KINDS = new Set(['type_of_cargo']);
const MOST_KINDS = 8;

const silent = (reason: string): Verdict => ({ factor: 1, reason });
const against = (reason: string): Verdict => ({ factor: CONTRADICTED, reason });

function byShare(share: number, what: string): Verdict {
  if (share >= FOR) return silent(`its values are ${what}`);
  return share < AGAINST
    ? against(`its values are no ${what}`)
    : { factor: 0.8, reason: `only some values are ${what}` };
}

function amounts(target: string, { number, amounts }: ColumnValues): Verdict {
  if (amounts === undefined || amounts.share < FOR) return byShare(number, 'numbers');
  const { currency } = amounts;
  if (target.endsWith('_usd') && currency !== undefined && currency !== 'USD') {
    return against(`its values are in ${currency}`);
  }
  return silent(`its values are ${describeAmounts(amounts)}`);
}

function country({ country, date, number, letters }: ColumnValues): Verdict {
  if (country >= 0.6) return silent('its values are countries');
  if (date > FOR && letters > 0) return against('its values are dates');
  if (number > FOR) return { factor: CODES, reason: 'its values are codes' };
  return silent('');
}

/** Codes of which nearly all are of headings that there are: by chance one number in eight is. */
const PROVED = { share: 0.95, distinct: 4, score: 0.8 };

function hsCodes({ hsCode, chapter, heading, distinct }: ColumnValues): Verdict {
  if (chapter > hsCode && hsCode + chapter >= FOR) return silent('its values are chapters of the HS');
  if (heading < PROVED.share || distinct < PROVED.distinct) return byShare(hsCode, 'HS codes');
  return { factor: 1, reason: 'its values are codes of headings that there are', atLeast: PROVED.score };
}

/** What holds names and words: numbers and identifiers alone speak against it. */
function words({ number, date, identifier }: ColumnValues, codesPossible: boolean): Verdict {
  if (date > FOR) return against('its values are dates or numbers');
  if (identifier > FOR && !codesPossible && number <= FOR) return against('its values are identifiers');
  if (number <= FOR) return silent('');
  return codesPossible ? { factor: CODES, reason: 'its values are codes' } : against('its values are numbers');
}

/** Whether numbers say the place of each item in its declaration, which what is called a quantity does not. */
const isNumbering = ({ numbering }: ColumnValues, concepts: ReadonlySet<Concept>) =>
  !concepts.has('quantity') &&
  (numbering === 'sure' || (numbering === 'likely' && (concepts.has('number') || concepts.has('item'))));

/** Holds what a column's values look like against what a record column takes. */
export function judgeValues(
  target: string,
  values: ColumnValues,
  dates: DateFinding | undefined,
  concepts?: ReadonlySet<Concept>,
): Verdict {
  if (values.filled === 0) return silent('');
  if (COUNTS.has(target) && concepts && isNumbering(values, concepts))
    return against('its values number the items of a declaration');
  const type = TYPE_OF.get(target);
  if (type === 'date') return byShare(dates?.share ?? 0, 'dates');
  if (type === 'decimal') return amounts(target, values);
  if (target === 'hs_code') return hsCodes(values);
  if (target === 'origin_country' || target === 'destination_country') return country(values);
  if (target === 'currency')
    return values.number > FOR ? against('its values are numbers') : byText(values.currency, 'currencies');
  if (target === 'incoterm')
    return values.number > FOR
      ? { factor: CODES, reason: 'its values are codes' }
      : byText(values.incoterm, 'incoterms');
  if (UNITS.has(target) && values.number > FOR && values.distinct > MOST_UNITS)
    return against('its values are numbers');
  if (KINDS.has(target) && values.wordy >= FOR && values.distinct > MOST_KINDS)
    return against('its values are descriptions');
  if (target === 'container' && values.number > FOR) return against('its values are counts');
  if (type === 'label') return words(values, true);
  return type === 'text' ? words(values, false) : silent('');
}

/** Names of currencies and terms may be spelt out: what is not recognised says nothing. */
function byText(share: number, what: string): Verdict {
  return silent(share >= FOR ? `its values are ${what}` : '');
}

/** True when values cannot be what their column's name says. */
function speaksAgainst({ factor }: Verdict): boolean {
  return factor === CONTRADICTED;
}

/** Names whose values contradict them, from which a shift is a likelier reason than a wrong guess. */
const ENOUGH = 2;

/** Share of them that a shift must explain. */
const EXPLAINED = 0.75;

export interface Shift {
  /** Columns from a name to its values: 1 to the right, -1 to the left. */
  by: 1 | -1;
  from: number;
}

/** Finds whether values stand a column beside their names, as in a month whose file lost or gained one. */
export function findShift(
  suggestions: readonly Suggestion[],
  values: readonly ColumnValues[],
  dates: readonly (DateFinding | undefined)[],
): Shift | undefined {
  // Numbers of items are not the goods that their column is named after.
  const isOdd = ({ column, target }: Suggestion) =>
    values[column]?.numbering !== 'sure' && contradicts(target, column, values, dates);
  // A name that may say two things is odd where its values are neither.
  const fits = new Set(suggestions.filter((each) => each.named > 0 && !isOdd(each)).map(({ column }) => column));
  const odd = suggestions.filter((each) => each.named > 0.8 && isOdd(each) && !fits.has(each.column));
  const many = (some: readonly Suggestion[]) => new Set(some.map(({ column }) => column)).size;
  if (many(odd) < ENOUGH) return undefined;
  for (const by of [1, -1] as const) {
    const explained = odd.filter(({ column, target }) => {
      const beside = values[column + by];
      return beside !== undefined && beside.filled > 0 && !contradicts(target, column + by, values, dates);
    });
    if (many(explained) >= ENOUGH && explained.length >= odd.length * EXPLAINED) {
      return { by, from: Math.min(...explained.map(({ column }) => column)) };
    }
  }
  return undefined;
}

function contradicts(
  target: string,
  column: number,
  values: readonly ColumnValues[],
  dates: readonly (DateFinding | undefined)[],
): boolean {
  const looked = values[column];
  return looked !== undefined && speaksAgainst(judgeValues(target, looked, dates[column]));
}
