import type { ExportFormat, ExportView } from '@tidewaiter/contract';
import { formatBytes, formatCount } from '../../format/numbers.js';

const FORMATS: Record<ExportFormat, string> = { xlsx: 'Excel', csv: 'CSV', parquet: 'Parquet' };

/** What kind of file an export has, and how large it is once it is there: `Excel, 12 kB`. */
export function fileWords({ format, bytes }: Pick<ExportView, 'format' | 'bytes'>): string {
  return bytes === null ? FORMATS[format] : `${FORMATS[format]}, ${formatBytes(bytes)}`;
}

/** What became of an export, in words. */
export function stateWords({ state, rows, rowsDone }: Pick<ExportView, 'state' | 'rows' | 'rowsDone'>): string {
  switch (state) {
    case 'WAITING':
      return 'Waits for its turn';
    case 'MAKING':
      return `${formatCount(rowsDone)} of ${formatCount(rows)} rows are written`;
    case 'READY':
      return 'Ready';
    case 'FAILED':
      return 'Failed, nothing was charged';
    case 'CANCELLED':
      return 'Cancelled, nothing was charged';
  }
}
