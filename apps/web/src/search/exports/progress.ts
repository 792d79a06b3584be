import type { ExportView } from '@tidewaiter/contract';
import { formatCount, formatDuration } from '../../format/numbers.js';

/** How many rows there were at a time, in milliseconds. */
export interface Sample {
  at: number;
  rows: number;
}

/** A rate is that of the last seconds: longer ago the machine may have had more to do. */
const REMEMBERED_MS = 10_000;

/** Samples with a later one. */
export function withSample(samples: readonly Sample[], sample: Sample): Sample[] {
  return [...samples.filter(({ at }) => sample.at - at <= REMEMBERED_MS), sample];
}

/** Rows a second; null until some have been counted. */
export function rateOf(samples: readonly Sample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.at === first.at || last.rows <= first.rows) return null;
  return ((last.rows - first.rows) * 1000) / (last.at - first.at);
}

/** How far an export is, in words: `12,000 of 1,00,000 rows · 25,000 a second · 4 s left`. */
export function progressWords(
  { state, rows, rowsDone }: Pick<ExportView, 'state' | 'rows' | 'rowsDone'>,
  rate: number | null,
): string {
  if (state === 'WAITING') return 'Waits for its turn';
  const done = `${formatCount(rowsDone)} of ${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}`;
  if (rowsDone >= rows) return `${done} · finishing the file`;
  if (rate === null) return done;
  const left = formatDuration((rows - rowsDone) / rate);
  return `${done} · ${formatCount(Math.round(rate))} a second · ${left} left`;
}
