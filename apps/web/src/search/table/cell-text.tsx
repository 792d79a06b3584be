import {
  displayRecordDate,
  type MatchedText,
  placeholderShown,
  type RecordColumn,
  type RecordRow,
} from '@tidewaiter/contract';
import type { ReactNode } from 'react';
import { decimalsNeeded, exactDecimal, formatMoney, roundedDecimal } from '../../format/numbers.js';

export interface CellValue {
  /** The cell shows this text; null when the source has no value. */
  shown: string | null;
  /** It is the whole value, where the cell may show less of it. */
  whole: string;
  /** It is a USD amount that was converted from the local currency. */
  derived: boolean;
  /** It says where the value comes from, when it is not the source's own. */
  origin?: string;
  /** The company that it names. */
  company?: string;
  /** The source's words, where others are shown of what stands in the place of a company. */
  written?: string;
}

const MISSING = 'The source gives no value';
const DERIVED = 'Converted from the local currency by the monthly rate';
const CALLED = 'As the HS nomenclature calls the code';

const CENTS = 2;
const DECIMALS = 3;

/** Tells whether a row has a value for a column. */
export function hasValue(row: RecordRow, key: string): boolean {
  const value = row[key];
  return value !== null && value !== undefined && value !== '';
}

/** Counts the decimals that a column has at most on a page, so that its points stand in line: cents for money, 3 otherwise. */
export function columnDecimals(column: RecordColumn, rows: readonly RecordRow[]): number {
  if (column.type !== 'decimal') return 0;
  const isMoney = column.unit === 'USD';
  const most = Math.max(
    0,
    ...rows.map((row) => decimalsNeeded(String(row[column.key] ?? ''), isMoney ? CENTS : DECIMALS)),
  );
  return isMoney && most > 0 ? CENTS : most;
}

/** Counts the decimals of what is shown. */
export const decimalsOf = (shown: string): number => shown.split('.')[1]?.length ?? 0;

export function cellValue(row: RecordRow, column: RecordColumn): CellValue {
  if (!hasValue(row, column.key)) return { shown: null, whole: MISSING, derived: false };
  const text = String(row[column.key]);
  if (column.party) {
    const placeholder = placeholderShown(text);
    if (placeholder === undefined) return { shown: text, whole: text, derived: false, company: text };
    const says = placeholder.toLowerCase().includes(text.trim().toLowerCase());
    return { shown: placeholder, whole: text, derived: false, ...(!says && { written: text }) };
  }
  if (column.type !== 'decimal') {
    const knownTo = column.name === 'record_date' ? row.date_known_to : null;
    const shown = column.type === 'date' ? displayRecordDate(text, knownTo) : text;
    const called = column.name === 'hs_description' && row.hs_derived;
    return { shown, whole: shown, derived: false, ...(called && { origin: CALLED }) };
  }
  const derived = column.unit === 'USD' && row.usd_derived;
  return {
    shown: column.unit === 'USD' ? formatMoney(text) : roundedDecimal(text, DECIMALS),
    whole: exactDecimal(text),
    derived,
    ...(derived && { origin: DERIVED }),
  };
}

/** Marks what matched in a cell's text; the text itself comes back where nothing did. */
export function markedText(text: string, column: RecordColumn, matched: readonly MatchedText[] | undefined): ReactNode {
  const own = matched?.filter(({ key }) => key === column.key);
  if (!own || own.length === 0) return text;
  const parts = matchedParts(text, own, column.type === 'code');
  // biome-ignore lint/suspicious/noArrayIndexKey: a text's parts have no other identity, and are drawn as one
  return parts.map((part, index) => (part.matched ? <mark key={index}>{part.text}</mark> : part.text));
}

/** A piece of a cell's text may be why the row was found. */
export interface TextPart {
  text: string;
  matched: boolean;
}

/** These stand between no two words; scripts without spaces put words side by side. */
const OF_A_WORD = /[\p{L}\p{N}\p{M}]/u;
const SPACELESS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const goesOn = (sign: string | undefined) => sign !== undefined && OF_A_WORD.test(sign) && !SPACELESS.test(sign);

/** Finds where a text stands in another, from left to right, without overlaps; as a word by itself where it matched so. */
function places(text: string, { text: sought, alone }: Sought): [from: number, to: number][] {
  const found: [number, number][] = [];
  if (sought === '') return found;
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length)) {
    found.push([at, at + sought.length]);
  }
  if (!alone || SPACELESS.test(sought)) return found;
  return found.filter(([from, to]) => !goesOn([...text.slice(0, from)].at(-1)) && !goesOn([...text.slice(to)][0]));
}

type Sought = Pick<MatchedText, 'text' | 'alone'>;

/**
 * Cuts a cell's text into what matched and what did not; the parts joined are the text. What matched is sought as it stands,
 * wherever it stands; of a code only its beginning can have matched.
 */
export function matchedParts(text: string, matched: readonly Sought[], atStart = false): TextPart[] {
  const ranges = matched
    .flatMap((sought) => places(text, sought))
    .filter(([from]) => !atStart || from === 0)
    .sort(([a], [b]) => a - b);
  const parts: TextPart[] = [];
  let done = 0;
  for (const [from, to] of ranges) {
    if (to <= done) continue;
    const start = Math.max(from, done);
    const last = parts.at(-1);
    if (start > done) parts.push({ text: text.slice(done, start), matched: false });
    // Matches that overlap or touch are one mark.
    if (start === done && last?.matched) last.text += text.slice(start, to);
    else parts.push({ text: text.slice(start, to), matched: true });
    done = to;
  }
  if (done < text.length) parts.push({ text: text.slice(done), matched: false });
  return parts;
}
