import {
  displayDate,
  type ExportFormat,
  type FileDays,
  type FileRhythm,
  type ScheduledFile,
} from '@tidewaiter/contract';
import { formatCount } from '../../../format/numbers.js';

export const RHYTHMS: Record<FileRhythm, string> = {
  WEEKLY: 'Weekly, on Mondays at 8',
  MONTHLY: 'Monthly, on the first at 8',
  MONTH_COMPLETE: 'When another month is complete',
  WATCH: 'When its watch finds something',
};

export const DAYS: Record<FileDays, string> = {
  LATEST: 'The latest three years',
  MONTH: 'The latest month that is complete',
};

export const FORMATS: Record<ExportFormat, string> = { xlsx: 'Excel', csv: 'CSV', parquet: 'Parquet' };

/** What became of the latest file, in a line. */
export function latestInWords({ latest, destinationId }: Pick<ScheduledFile, 'latest' | 'destinationId'>): string {
  if (!latest) return 'None yet';
  const { state, rows, points, createdDate, sentDate, sendProblem } = latest;
  const held = `${formatCount(rows)} ${rows === 1 ? 'record' : 'records'}, ${formatCount(points)} ${points === 1 ? 'point' : 'points'}`;
  if (state === 'WAITING' || state === 'MAKING') return `Being made: ${held}`;
  if (state !== 'READY') return 'Nothing came of it, and nothing was paid';
  const when = displayDate(createdDate.slice(0, 'yyyy-mm-dd'.length));
  if (sentDate) return `${when}: ${held}, sent`;
  if (sendProblem) return `${when}: ${held}, not sent: ${sendProblem}`;
  return `${when}: ${held}${destinationId === null ? '' : ', on its way'}`;
}
