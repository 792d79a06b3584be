import type { DateFinding } from '../recognise/date-order.js';
import type { NumberFinding } from '../recognise/number-format.js';
import { type Assignment, type Suggestion, whatItStandsFor } from './assign.js';
import type { ColumnValues } from './column-values.js';
import type { Shift } from './judge-values.js';
import type { CountryFinding } from './source-country.js';
import type { TradeFinding } from './trade-type.js';

/**
 * How sure every finding must be for a file to be loaded without a look. A header that says what its column is scores 0.8 and
 * more, one that says half of it less, and values that speak against a name bring any below. A wrong column is worse than a
 * question: the line lies above what is merely likely.
 */
export const CLEAR = 0.78;

/** Columns that searches, sums and lists rest on: a doubt about one of them is a question, not a column left out. */
export const MAIN_COLUMNS: ReadonlySet<string> = new Set([
  'record_date',
  'hs_code',
  'product_description',
  'importer_name',
  'exporter_name',
  'origin_country',
  'destination_country',
  'quantity',
  'unit',
  'total_value_usd',
  'total_value',
  'currency',
]);

interface Findings {
  header: readonly string[];
  rows: readonly (readonly string[])[];
  values: readonly ColumnValues[];
  trade: TradeFinding;
  country: CountryFinding;
  /** Of the column of the records' date, unless it is a year and a month apart. */
  dates: DateFinding | undefined;
  hasDate: boolean;
  numbers: NumberFinding;
  assignment: Assignment;
  /** What each column may be, by its name and its values. */
  suggestions: readonly Suggestion[];
  /** What the values look like, for a message. */
  examples: readonly (readonly string[])[];
  shift: Shift | undefined;
}

/** Why a proposed mapping should be looked at before it is used; empty when it needs no look. */
export function whatIsUnclear(found: Findings): string[] {
  const { chosen } = found.assignment;
  const quoted = (column: number) => `"${found.header[column] ?? ''}"`;
  const unclear: string[] = [];
  if (!found.hasDate) unclear.push('no column holds the date that a record needs');
  if (!chosen.has('hs_code') && !chosen.has('product_description')) {
    unclear.push('no column holds the HS code or the description of the goods');
  }
  if (found.trade.confidence < CLEAR) {
    unclear.push(`imports or exports? ${found.trade.reason}; say it with --trade`);
  }
  if (found.country.confidence < CLEAR) {
    unclear.push(`which country reports these records? ${found.country.reason}; say it with --country`);
  }
  if (found.shift) {
    const side = found.shift.by === 1 ? 'right' : 'left';
    unclear.push(`from ${quoted(found.shift.from)} on, the cells stand one column to the ${side} of their names`);
  }
  for (const [target, [first]] of chosen) {
    if (first && first.score < CLEAR) unclear.push(`${quoted(first.column)} may be ${target}: ${first.reason}`);
  }
  for (const { column, target, reason } of contradicted(found)) {
    const example = found.examples[column]?.[0];
    unclear.push(`${quoted(column)} may be ${target}: ${reason}${example === undefined ? '' : `, as in ${example}`}`);
  }
  const said = saidTwice(found);
  if (said) unclear.push(`${quoted(said.column)} has ${said.sign} beside its numbers, but ${said.but}`);
  for (const [target, rivals] of found.assignment.rivals) {
    const [first] = chosen.get(target) ?? [];
    const others = rivals.filter((rival) => first && differ(found.rows, first.column, rival.column));
    if (first && others.length > 0 && MAIN_COLUMNS.has(target)) {
      unclear.push(`${[first, ...others].map(({ column }) => quoted(column)).join(' or ')} may be ${target}`);
    }
  }
  if (found.dates && found.dates.confidence < CLEAR) {
    unclear.push(`the dates: ${found.dates.reason}; say it with "dateFormat" in the mapping`);
  }
  if (found.numbers.confidence < CLEAR) {
    unclear.push(`the numbers: ${found.numbers.reason}; say it with "decimalPoint" and "thousands" in the mapping`);
  }
  return unclear;
}

/**
 * Columns that are one of the main ones by their names, which nothing else fills, and left out because their values speak against
 * it: amounts of several currency signs cannot be summed, and a load without them would look as if the file had none.
 */
function contradicted({ assignment: { chosen }, suggestions, hasDate }: Findings): Suggestion[] {
  const missed = new Map<string, Suggestion>();
  const taken = new Set([...chosen.values()].flat().map(({ column }) => column));
  const isFilled = (target: string) => chosen.has(target) || (target === 'record_date' && hasDate);
  for (const suggestion of suggestions) {
    const target = whatItStandsFor(suggestion.target);
    if (!MAIN_COLUMNS.has(target) || isFilled(target) || missed.has(target) || taken.has(suggestion.column)) continue;
    if (suggestion.named >= CLEAR && suggestion.score < CLEAR) missed.set(target, { ...suggestion, target });
  }
  return [...missed.values()];
}

/** A value whose sign is of another currency than its name or the column of currencies says. */
function saidTwice({ assignment: { chosen }, header, rows, values }: Findings) {
  const [total] = chosen.get('total_value') ?? [];
  const [currency] = chosen.get('currency') ?? [];
  const sign = total && values[total.column]?.amounts?.currency;
  if (total === undefined || sign === undefined) return undefined;
  const { column } = total;
  if (total.currency !== undefined && total.currency !== sign) {
    return { column, sign, but: `its name says ${total.currency}` };
  }
  const cells = currency ? rows.map((row) => row[currency.column]?.trim().toUpperCase() ?? '') : [];
  const other = cells.find((cell) => /^[A-Z]{3}$/.test(cell) && cell !== sign);
  return other && currency ? { column, sign, but: `"${header[currency.column]}" says ${other}` } : undefined;
}

function differ(rows: readonly (readonly string[])[], a: number, b: number): boolean {
  return rows.length === 0 || rows.some((row) => row[a] !== row[b]);
}
