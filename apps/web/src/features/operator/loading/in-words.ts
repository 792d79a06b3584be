import { countryByCode, type DraftQuestion, type ListedDraft, optionOf, TARGET_COLUMNS } from '@tidewaiter/contract';
import { monthLabel } from '../../../format/months.js';
import { formatCount, formatMoney } from '../../../format/numbers.js';

const LABELS = new Map(
  TARGET_COLUMNS.map(({ name, label }) => [
    name,
    typeof label === 'string' ? label : (label.IMPORT ?? label.EXPORT ?? name),
  ]),
);

/** What record columns are called on screens; a source column may fill several. */
export const columnName = (targets: string): string =>
  targets
    .split(', ')
    .map((target) => LABELS.get(target) ?? target)
    .join(', ');

/** Record columns that a source column may fill, by name. */
export const CHOICES = [...LABELS]
  .map(([value, label]) => ({ value, label }))
  .sort((one, other) => one.label.localeCompare(other.label));

const NOTATION: Readonly<Record<string, (said: string) => string>> = {
  currency: (said) => `Values are in ${said}`,
  dateFormat: (said) => `Dates are written ${said}`,
  timeZone: (said) => `Days begin and end in ${said}`,
  hsDigits: (said) => `HS codes have ${said} digits`,
  decimalPoint: (said) => `Decimals follow a “${said}”`,
  thousands: (said) => (said === '' ? 'No sign between thousands' : `“${said}” stands between thousands`),
  totals: (said) => (said === 'leave-out' ? 'They are totals: leave them out' : 'They are records of their own'),
  otherFlows: (said) => (said === 'leave-out' ? 'Leave them out' : 'They are records like the others'),
  record_date: (said) => `All rows are of ${said}`,
  header: () => 'Take its columns for what their values look like',
};

const BLOCKS: Readonly<Record<string, string>> = {
  'fill-down': 'Empty cells repeat the cell above',
  'as-written': 'Empty cells mean nothing',
};

/** An answer, as a person says it. */
export function answerInWords(answer: string): string {
  const { option, text } = optionOf(answer);
  if (option === 'trade') return text === 'export' ? 'Exports' : 'Imports';
  if (option === 'country') return countryByCode(text.toUpperCase())?.name ?? text;
  if (option === 'mapping') return `Read it by the mapping ${text}`;
  if (option === 'layout') return `Its columns are those of ${text}`;
  if (option === 'encoding') return `Its text is in ${text}`;
  if (option === 'sheet') return `The sheet “${text}”`;
  if (option === 'member') return text;
  const at = text.lastIndexOf('=');
  const [subject, said] = [text.slice(0, at), text.slice(at + 1)];
  const [, target = '', times] = /^(\w+)\*(\d+)$/.exec(said) ?? [];
  if (times !== undefined) return `One of “${subject}” is ${formatCount(Number(times))}, as ${columnName(target)}`;
  if (said === '-') return `Leave “${subject}” out`;
  if (LABELS.has(said)) return `“${subject}” is ${columnName(said)}`;
  if (subject === 'blocks') return BLOCKS[said] ?? said;
  return NOTATION[subject]?.(said) ?? `${columnName(subject)}: ${said}`;
}

/** Where an answer leads, in figures. */
export function leadInWords(lead: DraftQuestion['answers'][number]['lead']): string {
  if (!lead) return '';
  const { rows, usd, months } = lead;
  const value = usd === null ? 'no value in USD' : `USD ${formatMoney(usd)} in all`;
  const when = months
    ? months.count === 1
      ? `, ${monthLabel(months.first)}`
      : `, ${monthLabel(months.first)} to ${monthLabel(months.last)}`
    : '';
  return `${formatCount(rows)} records, ${value}${when}`;
}

/** How far a part of a whole is, in whole percent that are never all before it is whole. */
export const percentOf = (done: number, total: number): number =>
  done >= total ? 100 : Math.min(99, Math.floor((100 * done) / Math.max(total, 1)));

export const percent = (sure: number): string => `${Math.round(sure * 100)}%`;

/** What is under way with a file, or waits for somebody. */
export function stateInWords(
  { state, received, bytes, progress, load, isTakenOut }: ListedDraft,
  sending: boolean,
): string {
  const percentRead = percentOf(progress?.done ?? 0, progress?.total ?? bytes);
  // What comes after the reading takes longer than it, of a large file.
  const isRead = percentRead === 100;
  const read = percentRead > 0 ? ` (${percentRead}%)` : '';
  switch (state) {
    case 'SENDING':
      return `${percentOf(received, bytes)}% sent${sending ? '' : ': choose the file again to go on'}`;
    case 'LOOKING':
      return isRead ? 'Read, its records are being checked' : `Reading${read}`;
    case 'LOADING':
      return isRead ? 'Read, its records are being written' : `Loading${read}`;
    case 'OPEN':
      return 'Waits for you';
    case 'LOADED':
      return isTakenOut ? `Was load ${load}, which has been taken out` : `Loaded, as load ${load}`;
    case 'FAILED':
      return 'Cannot be loaded as it is';
  }
}
