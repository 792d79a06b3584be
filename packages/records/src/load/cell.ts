import { COUNTRY_NAMES, type ColumnType } from '@tidewaiter/contract';
import { quote } from '../engine/engine.js';
import type { ColumnSource, LoadMapping } from './mapping.js';

/**
 * One target column as SQL over a raw row: its cleaned value, what is wrong with it (`''` when nothing is) and the cell it
 * came from. Rejections are explained from the raw row, so cleaning never hides what the source said.
 */
export interface CellSql {
  value: string;
  problem: string;
  raw: string;
}

const FINE = "''";

/** Compiles a source of a target column's type. `cell` gives the SQL of a source column by its header. */
export function compileCell(
  type: ColumnType,
  target: string,
  source: ColumnSource,
  mapping: LoadMapping,
  cell: (header: string) => string,
): CellSql {
  const raw = 'constant' in source ? quote(source.constant) : cell(source.from);
  const missing = mapping.missing.map(quote).join(', ');
  const text =
    'constant' in source || missing === '' ? trim(raw) : `if(${trim(raw)} IN (${missing}), '', ${trim(raw)})`;
  const translated = 'constant' in source ? text : translate(text, source);
  return { ...byType(type, target, translated, mapping), raw };
}

/** White space around a cell, non-breaking spaces too. The engine trims bytes, so those become spaces first. */
function trim(text: string): string {
  return `trim(BOTH ' \\t\\r\\n' FROM replaceAll(${text}, '\u00a0', ' '))`;
}

function translate(text: string, source: { as: 'as-written' | 'iso2-country'; codes: Record<string, string> }): string {
  const codes = source.as === 'iso2-country' ? COUNTRY_NAMES : new Map(Object.entries(source.codes));
  if (codes.size === 0) return text;
  const list = (values: Iterable<string>) => `[${[...values].map(quote).join(', ')}]`;
  return `transform(${text}, ${list(codes.keys())}, ${list(codes.values())}, ${text})`;
}

function byType(
  type: ColumnType,
  target: string,
  text: string,
  mapping: LoadMapping,
): { value: string; problem: string } {
  if (target === 'hs_code') return hsCode(text);
  if (type === 'date') return date(text, mapping.dateFormat, target === 'record_date');
  if (type === 'decimal') return decimal(text, mapping);
  return { value: text, problem: FINE };
}

/** HS codes are text: dots and spaces go, leading zeros stay. */
function hsCode(text: string): { value: string; problem: string } {
  const digits = `replaceRegexpAll(${text}, '[.\\\\s]', '')`;
  return {
    value: digits,
    problem: `if(${digits} = '' OR match(${digits}, '^[0-9]{2,12}$'), '', 'an HS code is 2 to 12 digits')`,
  };
}

const DATE_PART = { YYYY: '([0-9]{4})', MM: '([0-9]{1,2})', DD: '([0-9]{1,2})' } as const;

/** A date is real when reading it and writing it again gives the same day: the engine turns 30 February into March. */
function date(text: string, format: string, required: boolean): { value: string; problem: string } {
  const parts = [...format.matchAll(/YYYY|MM|DD/g)].map(([part]) => part as keyof typeof DATE_PART);
  const strict = format.length === 8;
  const pattern = format
    .replaceAll('.', '\\\\.')
    .replace('YYYY', DATE_PART.YYYY)
    .replace('MM', strict ? '([0-9]{2})' : DATE_PART.MM)
    .replace('DD', strict ? '([0-9]{2})' : DATE_PART.DD);
  const groups = `extractGroups(${text}, '^${pattern}$')`;
  const part = (name: keyof typeof DATE_PART, width: number) =>
    `leftPad(${groups}[${parts.indexOf(name) + 1}], ${width}, '0')`;
  const iso = `concat(${part('YYYY', 4)}, '-', ${part('MM', 2)}, '-', ${part('DD', 2)})`;
  const day = `toDateOrNull(${iso})`;
  return {
    value: `assumeNotNull(${day})`,
    problem: `multiIf(${text} = '', ${required ? "'missing, but a record needs it'" : FINE}, isNull(${day}) OR toString(assumeNotNull(${day})) != ${iso}, ${quote(`not a date (${format})`)}, '')`,
  };
}

/** An exact number: what does not fit 20 digits before and 18 after the point is refused, never rounded. */
function decimal(text: string, mapping: LoadMapping): { value: string; problem: string } {
  const grouped = mapping.thousands === '' ? text : `replaceAll(${text}, ${quote(mapping.thousands)}, '')`;
  const plain = mapping.decimalPoint === '.' ? grouped : `replaceAll(${grouped}, ',', '.')`;
  const exponent = `toInt32OrZero(extract(${plain}, '[eE]([+-]?[0-9]+)$'))`;
  const wholeDigits = `length(extract(${plain}, '^[+-]?0*([0-9]*)'))`;
  const fractionDigits = `length(extract(${plain}, '\\\\.([0-9]*?)0*(?:[eE]|$)'))`;
  const [point, group] = [mapping.decimalPoint, mapping.thousands].map((sign) => (sign === '' ? '' : `[${sign}]`));
  const whole = group === '' ? '[0-9]*' : `([0-9]*|[0-9]{1,3}(${group}[0-9]{2,3})*${group}[0-9]{3})`;
  const number = quote(`^[+-]?${whole}(${point}[0-9]*)?([eE][+-]?[0-9]{1,2})?$`);
  const problem = `multiIf(${text} = '', '', NOT match(${text}, ${number}) OR NOT match(${text}, '[0-9]'), 'not a number', ${wholeDigits} + ${exponent} > 20 OR ${fractionDigits} - ${exponent} > 18, 'more digits than an exact value holds', '')`;
  // The engine cuts surplus decimals off without a word: what was refused has no value that a sum could count.
  return { value: `if(${problem} = '', toDecimal128OrNull(${plain}, 18), NULL)`, problem };
}
