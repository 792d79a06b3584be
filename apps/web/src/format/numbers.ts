import { LIMITS, type NumberSystem } from '@tidewaiter/contract';

interface Grouping {
  language: string;
  count: Intl.NumberFormat;
  /** They name large amounts, by how many digits they leave out, the largest first. */
  scales: readonly Scale[];
}

interface Scale {
  digits: number;
  name: string;
  /** It stands in the head of a column. */
  inFull?: string;
}

/** How numbers are grouped, and what large ones are called: as India does (SPEC 9), or as most others do. */
const GROUPINGS = {
  INDIAN: {
    language: 'en-IN',
    count: new Intl.NumberFormat('en-IN'),
    scales: [
      { digits: 7, name: 'crore' },
      { digits: 5, name: 'lakh' },
    ],
  },
  INTERNATIONAL: {
    language: 'en-US',
    count: new Intl.NumberFormat('en-US'),
    scales: [
      { digits: 12, name: 'tn', inFull: 'trillion' },
      { digits: 9, name: 'bn', inFull: 'billion' },
      { digits: 6, name: 'm', inFull: 'million' },
    ],
  },
} as const satisfies Record<NumberSystem, Grouping>;

let grouping: Grouping = GROUPINGS.INDIAN;
let inFull = false;

/** Every number is written so from now on, amounts shortened or to the cent: one system on a screen. Whoever chooses draws anew what stands there. */
export function writeNumbersAs(system: NumberSystem, amountsInFull = false): void {
  grouping = GROUPINGS[system];
  inFull = amountsInFull;
}

/** A million and more shows how a language groups digits: `12,34,567` or `1,234,567`. */
const GROUPED = 12_345_678;

/** Whether a language can be written in: some systems give their browsers names that are none, as `en-US@posix`, and these throw. */
function isKnown(language: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(language).length > 0;
  } catch {
    return false;
  }
}

/** The system of a reader by their languages, of which the first that is known decides: whether it groups digits as India does. */
export function systemOfReader(languages: readonly string[]): NumberSystem {
  const groups = (format: Intl.NumberFormat) =>
    format.formatToParts(GROUPED).filter(({ type }) => type === 'integer').length;
  return groups(new Intl.NumberFormat(languages.find(isKnown))) === groups(GROUPINGS.INDIAN.count)
    ? 'INDIAN'
    : 'INTERNATIONAL';
}

/** Groups the digits of a whole number. */
export function formatCount(count: number): string {
  return grouping.count.format(count);
}

/** Counts shipments in words: `1 shipment`, `48,213 shipments`. */
export function formatShipments(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'shipment' : 'shipments'}`;
}

/** Writes elapsed time as a person reads it: `0.4 s`. */
export function formatSeconds(milliseconds: number): string {
  return `${Math.max(0.1, milliseconds / 1000).toFixed(1)} s`;
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/;

const formats = new Map<string, Intl.NumberFormat>();

/**
 * Writes a decimal from its digits, never through a float: real files carry up to 17 decimals, and what is shown must be what was declared.
 * Its text is rounded half away from zero and grouped by the browser, which reads it exactly; a zero has no sign.
 */
function written(text: string, decimals: number): string {
  const { language } = grouping;
  const name = `${language} ${decimals}`;
  let format = formats.get(name);
  if (!format) {
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    format = new Intl.NumberFormat(language, { ...digits, signDisplay: 'negative' });
    formats.set(name, format);
  }
  return format.format(text as `${number}`).replace('-', '−');
}

/** The decimals of a decimal, without zeros at its end. */
const decimalsOf = (text: string) => (text.split('.')[1] ?? '').replace(/0+$/, '');

/** Counts the decimals that a value needs, up to a most. */
export function decimalsNeeded(text: string, most: number): number {
  return Math.min(most, decimalsOf(text).length);
}

/**
 * Writes a decimal string with so many decimals, grouped, with a true minus. A value that would round to nothing says so (`<0.01`); text
 * that is no decimal is returned as it is.
 */
export function formatDecimal(text: string, decimals: number): string {
  if (!DECIMAL.test(text)) return text;
  const shown = written(text, decimals);
  if (/[1-9]/.test(shown) || !/[1-9]/.test(text)) return shown;
  return `${text.startsWith('-') ? '>−' : '<'}${decimals === 0 ? '1' : `0.${'1'.padStart(decimals, '0')}`}`;
}

/** Leaves out a fraction that is nothing but zeros. */
const withoutZeros = (shown: string) => shown.replace(/\.0+$/, '');

/** Writes an amount of money as a person reads it: whole, or with both digits of its cents. */
export const formatMoney = (text: string): string => withoutZeros(formatDecimal(text, 2));

/** Writes a decimal string with so many decimals at most, and no zeros at its end. */
export const roundedDecimal = (text: string, most: number): string =>
  formatDecimal(text, most)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');

/** Writes every digit of a decimal string, grouped. */
export function exactDecimal(text: string): string {
  if (!DECIMAL.test(text)) return text;
  const [fraction, [whole = '']] = [decimalsOf(text), text.split('.')];
  if (fraction === '') return written(whole, 0);
  // A browser writes up to 20 decimals; there are up to 24, of a value times a rate.
  return `${text.startsWith('-') ? '−' : ''}${written(whole.replace('-', ''), 0)}.${fraction}`;
}

/** Moves the decimal point so many digits to the left. */
function shifted(text: string, digits: number): string {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const padded = whole.padStart(digits + 1, '0');
  return `${text.startsWith('-') ? '-' : ''}${padded.slice(0, -digits)}.${padded.slice(-digits)}${fraction}`;
}

const wholeDigits = (text: string) => (text.replace('-', '').split('.')[0] ?? '').length;

/** Shortens an exact decimal to few characters: `31.2 crore` or `312.4 m`; a small one to whole dollars. In full it goes to the cent. */
export const shortAmount = (text: string): string => (inFull ? formatMoney(text) : shortened(text));

function shortened(text: string): string {
  const scale = grouping.scales.find(({ digits }) => wholeDigits(text) > digits);
  return scale ? `${scaledTo(text, scale)} ${scale.name}` : formatDecimal(text, 0);
}

const scaledTo = (text: string, { digits }: Scale) => withoutZeros(formatDecimal(shifted(text, digits), 1));

/** Both systems know it, between whole dollars and their own names. */
const THOUSAND: Scale = { digits: 3, name: 'thousand' };

/** The largest amount of a column keeps so many digits before the point: the others are read beside it. */
const DIGITS_KEPT = 3;

/** Amounts that stand below each other are in one unit, which stands once above them. */
export interface ColumnUnit {
  /** Says what the amounts are of, in this unit: `USD thousand` of USD, or USD alone where they are written whole. */
  of: (measured: string) => string;
  write: (text: string) => string;
}

/** Finds the unit of amounts that stand below each other: the largest of them decides. Their points do, too, where one has a fraction. */
export function columnUnit(amounts: readonly string[]): ColumnUnit {
  const most = Math.max(0, ...amounts.map(wholeDigits));
  const scale = [...grouping.scales, THOUSAND].find(({ digits }) => most >= digits + DIGITS_KEPT);
  if (inFull) return { of: (measured) => measured, write: (text) => formatDecimal(text, 2) };
  if (!scale) return { of: (measured) => measured, write: (text) => formatDecimal(text, 0) };
  const name = scale.inFull ?? scale.name;
  const write = (text: string) => formatDecimal(shifted(text, scale.digits), 1);
  const isWhole = amounts.every((text) => write(text).endsWith('.0'));
  return { of: (measured) => `${measured} ${name}`, write: isWhole ? (text) => withoutZeros(write(text)) : write };
}

/** Labels a line of an axis: what lies between whole dollars keeps its decimals, so that no two lines say the same. */
export const axisAmount = (value: number): string =>
  Number.isInteger(value) ? shortened(value.toFixed(0)) : formatPrice(value);

/** Reckons what a unit costs, weighted by quantity; null where no record has both a value and a quantity. */
export function averagePrice(of: { priced_value_usd: string; priced_quantity: string }): number | null {
  const quantity = Number(of.priced_quantity);
  return quantity > 0 ? Number(of.priced_value_usd) / quantity : null;
}

/** Writes a price as a person reads it: whole, or with three figures that say something, two decimals at least and six at most. */
export function formatPrice(price: number | null): string {
  if (price === null || !Number.isFinite(price)) return '–';
  if (price === 0) return '0';
  const size = Math.floor(Math.log10(Math.max(Math.abs(price), 1e-9)));
  const shown = formatDecimal(price.toFixed(12), Math.min(6, Math.max(2, 2 - size)));
  return withoutZeros(shown.replace(/(\.\d\d+?)0+$/, '$1'));
}

/** It takes digits in groups, as either number system writes them, all parted by the same sign; or without groups. */
const TYPED_AMOUNT = /^(?:\d+|\d{1,3}(?:([, ])\d{3}(?:\1\d{3})*)|\d{1,2}([, ])(?:\d\d\2)+\d{3})(?:\.\d{1,18})?$/;

/**
 * Reads a typed amount, grouped or not, into the digits that a search takes; empty for nothing, and null for what is no amount. A comma
 * that parts no group is none: `2,5` must not become 25.
 */
export function readAmount(typed: string): string | null {
  const text = typed.trim().replace(/\s/g, ' ');
  const digits = text.replace(/[, ]/g, '');
  const [whole = ''] = digits.split('.');
  return text === '' || (TYPED_AMOUNT.test(text) && whole.length <= LIMITS.amountDigits) ? digits : null;
}

/** Reads typed download points; null for anything but a whole number that can be given. */
export function parsePoints(typed: string): number | null {
  const text = typed.trim();
  if (!/^\d{1,10}$/.test(text)) return null;
  const points = Number(text);
  return points <= LIMITS.allowanceMax ? points : null;
}

/** Writes seconds as a person reads them: `1 s`, `45 s`, `3 min`, `2 h`. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  if (whole < 60) return `${whole} s`;
  const minutes = Math.ceil(whole / 60);
  return minutes < 60 ? `${minutes} min` : `${formatCount(Math.ceil(minutes / 60))} h`;
}

const BYTE_UNITS = ['bytes', 'kB', 'MB', 'GB'] as const;

/** Writes a file's size as a person reads it: `820 bytes`, `12 kB`, `1.2 MB`. */
export function formatBytes(bytes: number): string {
  let [size, unit] = [bytes, 0];
  while (size >= 1000 && unit < BYTE_UNITS.length - 1) [size, unit] = [size / 1000, unit + 1];
  const digits = unit > 0 && size < 10 ? 1 : 0;
  return `${size.toFixed(digits).replace(/\.0$/, '')} ${BYTE_UNITS[unit]}`;
}
