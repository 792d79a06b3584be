import {
  countryByCode,
  type DeliveryWay,
  displayDate,
  type ExportFormat,
  type FileDays,
  type FindingWords,
  findingInWords,
  type QuestionTrigger,
  type StandingQuestion,
  type ToldFinding,
  type WatchRhythm,
  type WatchSignal,
  type WatchStrictness,
} from '@tidewaiter/contract';
import { displayTime } from '../../format/dates.js';
import { monthLabel } from '../../format/months.js';
import { formatCount, formatPrice, shortAmount } from '../../format/numbers.js';

export const SIGNALS: Record<WatchSignal, string> = {
  NEW_RECORDS: 'New records, however many',
  NEW_PARTY: 'A buyer or supplier never seen before',
  BACK_PARTY: 'A buyer or supplier that is back after a long time',
  LOST_PARTY: 'A buyer or supplier that has stopped',
  NEW_PLACE: 'A new country or port',
  SHARE: 'A share that has moved',
  VALUE: 'A month of unusual value',
  SHIPMENTS: 'A month of unusually many or few shipments',
  PRICE: 'An unusual unit price',
  COVERAGE: 'A country that is new in the portal',
};

export const STRICTNESSES: Record<WatchStrictness, string> = {
  WIDEST: 'Very often: small changes, too',
  WIDER: 'More often',
  USUAL: 'As usual',
  STRICTER: 'Less often',
  STRICTEST: 'Rarely: only large changes',
};

export const TRIGGERS: Record<QuestionTrigger, string> = {
  PUBLICATION: 'When new data is published',
  WEEKLY: 'Weekly, on Mondays at 8',
  MONTHLY: 'Monthly, on the first at 8',
  MONTH_COMPLETE: 'When another month is complete',
};

export const WAYS: Record<DeliveryWay, string> = {
  BADGE: 'On the screen',
  MAIL: 'By mail',
  WEBHOOK: 'To webhooks',
  FILE: 'As a file',
  REPORT: 'A report by mail',
};

export const DAYS: Record<FileDays, string> = {
  LATEST: 'The latest three years',
  MONTH: 'The latest month that is complete',
};

export const FORMATS: Record<ExportFormat, string> = { xlsx: 'Excel', csv: 'CSV', parquet: 'Parquet' };

export const RHYTHMS: Record<WatchRhythm, string> = {
  AT_ONCE: 'At once',
  DAILY: 'Daily, at 8 in the morning',
  WEEKLY: 'Weekly, on Mondays at 8',
  NEVER: 'Never: I look here',
};

/** As the person writes numbers and days. */
const WORDS: FindingWords = {
  count: (amount) => formatCount(Math.round(amount)),
  money: (usd) => `USD ${shortAmount(usd.toFixed(2))}`,
  price: (usd) => `USD ${formatPrice(usd)}`,
  day: displayDate,
  month: monthLabel,
};

export const foundInWords = (finding: ToldFinding) => findingInWords(finding, WORDS);

/** So many countries are named of which nothing was published. */
const SILENT_NAMED = 3;

/** When it was last looked at, what came of it, and where nothing could. */
export function lookedInWords(question: StandingQuestion): string {
  const { lookedDate, lookedTold, createdDate, trigger, silentCountries } = question;
  if (trigger === 'WEEKLY' || trigger === 'MONTHLY') return '';
  if (lookedDate === null) return `Nothing was published since ${displayTime(createdDate)}`;
  if (trigger === 'MONTH_COMPLETE') return `Checked ${displayTime(lookedDate)}`;
  const told = lookedTold ? `${formatCount(lookedTold)} new` : 'nothing new';
  if (silentCountries.length === 0) return `Checked ${displayTime(lookedDate)}: ${told}`;
  const countries = silentCountries.map((code) => countryByCode(code)?.name ?? code);
  const named = countries.slice(0, SILENT_NAMED);
  const rest = countries.length - named.length;
  const silent = new Intl.ListFormat('en').format([...named, ...(rest > 0 ? [`${formatCount(rest)} more`] : [])]);
  return `Checked ${displayTime(lookedDate)}: ${told}; ${silent} ${countries.length === 1 ? 'was' : 'were'} not published since`;
}

/** What became of the latest file, in a line. */
export function latestInWords({ file, destinationId }: StandingQuestion): string {
  if (!file?.latest) return 'No file yet';
  const { state, rows, points, createdDate, sentDate, sendProblem } = file.latest;
  const held = `${formatCount(rows)} ${rows === 1 ? 'record' : 'records'}, ${formatCount(points)} ${points === 1 ? 'point' : 'points'}`;
  if (state === 'WAITING' || state === 'MAKING') return `Being made: ${held}`;
  if (state !== 'READY') return 'It could not be made, and nothing was paid';
  const when = displayDate(createdDate.slice(0, 'yyyy-mm-dd'.length));
  if (sentDate) return `${when}: ${held}, sent`;
  if (sendProblem) return `${when}: ${held}, not sent: ${sendProblem}`;
  return `${when}: ${held}${destinationId === null ? '' : ', on its way'}`;
}
