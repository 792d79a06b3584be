import { withPlainDigits } from './digits.js';

/** How a file writes its numbers, as a mapping says it. */
export interface NumberFinding {
  decimalPoint: '.' | ',';
  thousands: '' | ',' | '.' | ' ' | "'";
  /** How sure that is, 0..1. */
  confidence: number;
  reason: string;
}

/** A number in any notation, with or without a sign, a currency sign or an exponent. */
const NUMBER = /^[+-]?\d[\d.,' \u00a0\u202f]*(?:[eE][+-]?\d{1,2})?$|^[+-]?[.,]\d+$/;

/** True for a number in any notation. */
export function looksLikeNumber(value: string): boolean {
  const text = withPlainDigits(value);
  return NUMBER.test(text) && !/[.,' ]{2}/.test(text);
}

const LAKH = /^[+-]?\d{1,2}(,\d{2})+,\d{3}(\.\d*)?$/;

/** What the numbers of a sample show; each counts the values that can be read in this one way only. */
interface Evidence {
  point: number;
  comma: number;
  groups: Map<NumberFinding['thousands'], number>;
  lakh: number;
  /** `1.234` and `1,234`: a group of thousands, or three decimals. */
  either: { '.': number; ',': number };
  /** Whole parts of four digits and more without a grouping sign. */
  ungrouped: number;
  example: string;
}

function gather(values: Iterable<string>): Evidence {
  const seen: Evidence = {
    point: 0,
    comma: 0,
    groups: new Map(),
    lakh: 0,
    either: { '.': 0, ',': 0 },
    ungrouped: 0,
    example: '',
  };
  for (const value of values) look(value.replace(/[\u00a0\u202f]/g, ' ').replace(/^[+-]/, ''), seen);
  return seen;
}

function look(value: string, seen: Evidence): void {
  if (/^\d{4,}(?:[.,]\d+)?$/.test(value)) seen.ungrouped += 1;
  const signs = value.match(/[.,' ]/g) ?? [];
  const last = signs.at(-1);
  if (last === undefined) return;
  const decimals = value.length - value.lastIndexOf(last) - 1;
  const repeated = signs.filter((sign) => sign === last).length > 1;
  const first = signs[0] as NumberFinding['thousands'];
  if (LAKH.test(value)) seen.lakh += 1;
  if (first !== last) {
    group(first, seen, value);
    decimal(last, seen, value);
  } else if (repeated || last === ' ' || last === "'") group(first, seen, value);
  else if (decimals === 3 && /^[1-9]\d{0,2}[.,]/.test(value)) seen.either[last as '.' | ','] += 1;
  else decimal(last, seen, value);
}

function group(sign: NumberFinding['thousands'], seen: Evidence, value: string): void {
  seen.groups.set(sign, (seen.groups.get(sign) ?? 0) + 1);
  seen.example ||= value;
}

function decimal(sign: string, seen: Evidence, value: string): void {
  if (sign === ',') seen.comma += 1;
  else seen.point += 1;
  seen.example ||= value;
}

/**
 * How a file writes its numbers: the sign of the decimals and the one between thousands, from all its numbers together.
 *
 * @param typed how many more are numbers in the file itself, whose point is the reader's
 */
export function findNumberFormat(values: Iterable<string>, typed = 0): NumberFinding {
  const seen = gather(values);
  seen.point += typed;
  const decided = decide(seen);
  const { decimalPoint, thousands, doubt } = decided;
  const wrong = decimalPoint === ',' ? seen.point : seen.comma;
  const share = wrong === 0 ? 1 : 1 - wrong / (seen.point + seen.comma);
  const between = seen.lakh > 0 ? 'lakhs' : 'thousands';
  const signs = `"${decimalPoint}" before decimals, ${thousands === '' ? 'nothing' : `"${thousands}"`} between ${between}`;
  const reason = `${signs}${seen.example === '' ? '' : `, as in ${seen.example}`}${doubt ? `; ${doubt}` : ''}`;
  return { decimalPoint, thousands, confidence: doubt ? 0.6 : share, reason };
}

const OTHER = { '.': ',', ',': '.' } as const;

function decide(seen: Evidence): Pick<NumberFinding, 'decimalPoint' | 'thousands'> & { doubt?: string } {
  const { point, comma, either, ungrouped } = seen;
  const grouping = [...seen.groups].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
  const unclear = (['.', ','] as const).find((sign) => either[sign] > 0 && sign !== grouping);
  if (point + comma > 0) {
    const decimalPoint = comma > point ? ',' : '.';
    // What cannot be decimals, since they have the other sign, is groups of thousands.
    const thousands = grouping === '' && unclear !== undefined && unclear !== decimalPoint ? unclear : grouping;
    return { decimalPoint, thousands: thousands === decimalPoint ? '' : thousands };
  }
  if (grouping === '.' || grouping === ',') return { decimalPoint: OTHER[grouping], thousands: grouping };
  if (unclear === undefined) return { decimalPoint: '.', thousands: grouping };
  // Whoever groups thousands groups all of them.
  if (grouping !== '' || ungrouped > 0) return { decimalPoint: unclear, thousands: grouping };
  return {
    decimalPoint: OTHER[unclear],
    thousands: unclear,
    doubt: `"1${unclear}234" may be a thousand or have three decimals`,
  };
}

/** Reads numbers as a file writes them, currency signs beside them left off; for looking at, not for loading. */
export function numberReader({ decimalPoint, thousands }: Pick<NumberFinding, 'decimalPoint' | 'thousands'>) {
  return (cell: string): number | undefined => {
    const text = withPlainDigits(cell)
      .replace(/[^\d.,' \u00a0\u202f+eE-]/g, '')
      .replace(/[\u00a0\u202f]/g, ' ')
      .trim();
    const bare = thousands === '' ? text : text.replaceAll(thousands, '');
    const number = Number(decimalPoint === ',' ? bare.replace(',', '.') : bare);
    return text === '' || Number.isNaN(number) ? undefined : number;
  };
}
