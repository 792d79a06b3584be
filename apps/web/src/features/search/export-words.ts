import type { ExportQuote } from '@tidewaiter/contract';
import { formatBytes, formatCount, formatDuration } from '../../format/numbers.js';

const counted = (count: number, what: string) => `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`;

export const recordsInWords = (count: number) => counted(count, 'record');
export const pointsInWords = (count: number) => counted(count, 'point');

/** Labels the button that confirms an export: `Export 4 records for 3 points`. */
export function confirmWords({ rows, points }: Pick<ExportQuote, 'rows' | 'points'>): string {
  return `Export ${recordsInWords(rows)}${points === 0 ? ', free' : ` for ${pointsInWords(points)}`}`;
}

/** Says where the file ends before all records are in it, and why; null where it has them all. */
export function stopWords(
  quote: Pick<ExportQuote, 'stoppedBy' | 'rows' | 'matching' | 'maxDownload' | 'balance'>,
): string | null {
  const { stoppedBy, rows, matching, maxDownload, balance } = quote;
  if (stoppedBy === null) return null;
  const end = `The file ends after ${formatCount(rows)} of ${recordsInWords(matching)}, in the order of the screen`;
  return stoppedBy === 'MAXIMUM'
    ? `${end}: one export takes at most ${pointsInWords(maxDownload)}, with the records that you own counted in.`
    : `${end}: your ${pointsInWords(balance)} reach no further.`;
}

/** Leaves the parts of a quote by country, where they say more than its total: several countries, or records at more than one point. */
export function partsToShow({ parts }: Pick<ExportQuote, 'parts'>): ExportQuote['parts'] {
  return parts.length > 1 || parts.some(({ weightage }) => weightage !== 1) ? parts : [];
}

/** Below so many bytes, what every workbook holds is more than its rows. */
const SMALL_FILE = 20_000;

/** Estimates how large the file will be, and how long it takes; the portal tells it of Excel, with so many columns. */
export function estimateWords(
  { estimate }: Pick<ExportQuote, 'estimate'>,
  columns: { quoted: number; chosen: number },
) {
  const share = columns.chosen / columns.quoted;
  const bytes = Math.ceil(estimate.bytes * share);
  const size = bytes < SMALL_FILE ? 'A small file' : `About ${formatBytes(bytes)} as Excel`;
  return `${size}, ready in about ${formatDuration(estimate.seconds * share)}.`;
}
