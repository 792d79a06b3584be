import { TARGET_COLUMNS } from '@tidewaiter/contract';
import { findNumberFormat, looksLikeNumber, type NumberFinding } from '../../recognise/number-format.js';
import { readAmount } from '../columns/amount-signs.js';
import type { Assignment } from '../columns/assignment.js';
import { CLEAR } from '../columns/weights.js';
import { type Answers, AS_WAS_SAID } from '../proposal/answers.js';

/** Numbers that decide how they are written; more say nothing new. */
const NUMBERS_LOOKED_AT = 5000;

export const AMOUNTS = new Set(TARGET_COLUMNS.flatMap(({ name, type }) => (type === 'decimal' ? [name] : [])));

interface Sample {
  rows: readonly (readonly string[])[];
  typed?: readonly boolean[] | undefined;
}

/** How the file's numbers are written: those of its main columns that it does not hold as numbers. */
export function findNotation(
  { rows, typed }: Sample,
  { chosen }: Assignment,
  unread: readonly number[],
  { notation }: Answers,
): NumberFinding {
  const main = NUMBERS.flatMap((target) => chosen.get(target)?.slice(0, 1) ?? []).map(({ column }) => column);
  const taken = new Set([...chosen.values()].flat().map(({ column }) => column));
  const columns = main.length > 0 ? main : unread.filter((column) => !taken.has(column));
  const isTyped = (column: number) => typed?.[column] ?? false;
  const formatOf = (some: readonly number[]) => {
    const texts = some.filter((column) => !isTyped(column));
    const ofTexts = findNumberFormat(sampleNumbers(rows, texts));
    // What is typed as a number is read as one, whatever the texts beside it are like.
    if (ofTexts.decimalPoint === ',' && ofTexts.confidence >= CLEAR) return ofTexts;
    return findNumberFormat(
      sampleNumbers(rows, texts),
      some.filter(isTyped).length * Math.min(rows.length, NUMBERS_LOOKED_AT),
    );
  };
  const byMain = formatOf(columns);
  const others = [...AMOUNTS].flatMap((target) => chosen.get(target)?.slice(0, 1) ?? []).map(({ column }) => column);
  // What the main ones leave open, duties and charges may tell; where nothing else is read, they alone do.
  const isOpen = columns.length === 0 || byMain.confidence < CLEAR;
  const finding = isOpen && others.length > 0 ? formatOf([...new Set([...columns, ...others])]) : byMain;
  const { decimalPoint = finding.decimalPoint } = notation;
  const { thousands = finding.thousands === decimalPoint ? finding.decimalPoint : finding.thousands } = notation;
  if (notation.decimalPoint === undefined && notation.thousands === undefined) return finding;
  return { decimalPoint, thousands, confidence: 1, reason: AS_WAS_SAID };
}

const NUMBERS = [
  'quantity',
  'total_value_usd',
  'total_value',
  'gross_weight',
  'net_weight',
  'unit_price_usd',
  'unit_price',
];

function* sampleNumbers(rows: readonly (readonly string[])[], columns: readonly number[]): Iterable<string> {
  const step = Math.max(1, Math.floor((rows.length * columns.length) / NUMBERS_LOOKED_AT));
  for (let row = 0; row < rows.length; row += step) {
    for (const column of columns) {
      const cell = rows[row]?.[column]?.trim() ?? '';
      const number = looksLikeNumber(cell) ? cell : readAmount(cell)?.number;
      if (number !== undefined) yield number;
    }
  }
}
