import { answerOf, OperatorError, TARGET_COLUMNS, type TradeType } from '@tidewaiter/contract';
import { isDateFormat, isTimeZone } from '../../layout/date-format.js';
import { findHeader } from '../../layout/headers.js';
import { ISO_CURRENCIES } from '../../recognise/currency-words.js';

/** Something that a file leaves open, and what may be said to it in one line. */
export interface OpenQuestion {
  text: string;
  /** As the command takes them; the first is what the proposal does. */
  answers: readonly string[];
  /** Whether there is no proposal to take: only an answer helps. */
  mustBeAnswered?: boolean;
  /** The part of the answers that the operator fills in. */
  blank?: string;
}

/** What the operator has answered of a file, which is not guessed. */
export interface OperatorAnswers {
  country?: string | undefined;
  trade?: TradeType | undefined;
  /** As the command takes them. */
  set?: readonly string[] | undefined;
}

/** What an operator says of a file's meaning, in the place of what would be understood or asked. */
export interface Answers {
  /** Record columns by the name of the source column that fills each; null: it is left out. */
  columns: ReadonlyMap<string, string | null>;
  /** What one of a column's numbers is, by the name of the column. */
  times: ReadonlyMap<string, number>;
  /** What every record says, by record column. */
  constants: ReadonlyMap<string, string>;
  notation: {
    dateFormat?: string;
    timeZone?: string;
    decimalPoint?: '.' | ',';
    thousands?: '' | ',' | '.' | ' ' | "'";
    hsDigits?: number;
    /** What cells are that are empty beneath the first row of a block. */
    blocks?: 'fill-down' | 'as-written';
    /** Whether rows of goods that pass through, or leave as they came, are records. */
    otherFlows?: 'leave-out' | 'as-written';
    /** Whether rows that are the sum of others are records. */
    totals?: 'leave-out' | 'as-written';
    /** A file without a header is taken as its values look. */
    header?: 'by-values';
  };
}

/** Why a column is what the operator said of it. */
export const AS_WAS_SAID = 'as was said';

export const NO_ANSWERS: Answers = { columns: new Map(), times: new Map(), constants: new Map(), notation: {} };

const COLUMNS = new Set(TARGET_COLUMNS.map(({ name }) => name));

/** How a day, a month or a year of all rows is written; undefined for what is none. */
export function dayFormat(text: string): string | undefined {
  if (!/^(19|20)\d{2}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/.test(text)) return undefined;
  return 'YYYY-MM-DD'.slice(0, text.length);
}

const isCurrency = (column: string) => column.endsWith('currency');

/** What stands for "no record column". */
const LEFT_OUT = '-';

/** How the command takes an answer about a source column. */
export const answerColumn = (header: string, target: string | null) =>
  answerOf('set', `${header}=${target ?? LEFT_OUT}`);
export const answerTimes = (header: string, target: string, times: number) =>
  answerOf('set', `${header}=${target}*${times}`);
export const answerValue = (what: string, value: string | number) => answerOf('set', `${what}=${value}`);

/**
 * Reads answers as the command takes them: `Header=column`, `Header=-`, `currency=INR`, `dateFormat=DD/MM/YYYY`.
 *
 * @throws OperatorError when one cannot be understood, or names no column of the file
 */
export function readAnswers(texts: readonly string[], header: readonly string[]): Answers {
  const columns = new Map<string, string | null>();
  const scales = new Map<string, number>();
  const constants = new Map<string, string>();
  const notation: Answers['notation'] = {};
  for (const text of texts) {
    const at = text.lastIndexOf('=');
    const what = text.slice(0, at).trim();
    const [, value = '', scale] = /^(.*?)(?:[*](\d{1,9}))?$/s.exec(text.slice(at + 1)) ?? [];
    if (at < 1) throw misunderstood(text);
    if (value === LEFT_OUT || COLUMNS.has(value)) {
      const name = findHeader(what, header);
      if (name === undefined) {
        throw new OperatorError(`The file has no column "${what}".`, [`its columns are: ${header.join(', ')}`]);
      }
      columns.set(name, value === LEFT_OUT ? null : value);
      if (scale !== undefined) scales.set(name, Number(scale));
    } else if (scale !== undefined || (what === 'record_date' && dayFormat(value) === undefined))
      throw misunderstood(text);
    else if (COLUMNS.has(what) && value !== '' && (!isCurrency(what) || ISO_CURRENCIES.has(value.toUpperCase()))) {
      constants.set(what, isCurrency(what) ? value.toUpperCase() : value);
    } else if (isNotation(what) && NOTATION[what](value)) {
      Object.assign(notation, { [what]: what === 'hsDigits' ? Number(value) : value });
    } else throw misunderstood(text);
  }
  return { columns, times: scales, constants, notation };
}

const isOneOf =
  (...values: readonly string[]) =>
  (value: string) =>
    values.includes(value);

/** What may be answered of a file's notation and of its rows. */
const NOTATION: Readonly<Record<keyof Answers['notation'], (value: string) => boolean>> = {
  dateFormat: isDateFormat,
  timeZone: isTimeZone,
  decimalPoint: isOneOf('.', ','),
  thousands: isOneOf('', ',', '.', ' ', "'"),
  hsDigits: (value) => /^([24-9]|1[0-2])$/.test(value),
  blocks: isOneOf('fill-down', 'as-written'),
  otherFlows: isOneOf('leave-out', 'as-written'),
  totals: isOneOf('leave-out', 'as-written'),
  header: isOneOf('by-values'),
};
const isNotation = (what: string): what is keyof Answers['notation'] => Object.hasOwn(NOTATION, what);

function misunderstood(text: string): OperatorError {
  return new OperatorError(`"${text}" is no answer.`, [
    'what a source column is: --set "Header=record_column", or "Header=-" to leave it out',
    'what one of its numbers is: --set "Value=total_value*1000"',
    'what every record says: --set currency=INR, a code of ISO 4217; --set record_date=2024-03, a day, a month or a year',
    'how the file writes: --set dateFormat=DD/MM/YYYY, --set timeZone=UTC+05:30, --set decimalPoint=, --set hsDigits=8',
  ]);
}
